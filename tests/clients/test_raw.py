"""A client of our own, which is stricter than any: it knows what has to come next, and what must not come."""

from __future__ import annotations

import queue
import re
import subprocess
import threading
import time

from support import BOLSHAK, SMALL_TABLE, TEST_LIMIT, WatchedTest, check_line

START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


class Hub:
    """The engine, and a thread that reads from it."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([BOLSHAK, "hub"], stdin=pipe, stdout=pipe, stderr=pipe)
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.decode().removesuffix("\n"))
        self.lines.put(None)

    def send(self, *lines: str, end: str = "\n") -> None:
        self.write("".join(line + end for line in lines))

    def write(self, text: str) -> None:
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def next(self) -> str:
        """The next line; an `error` has to be asked for."""
        line = self.lines.get(timeout=TEST_LIMIT)
        if line is None:
            raise AssertionError("the engine is gone")
        if not line.startswith("error message="):
            check_line(line)
        return line

    def end(self) -> list[str]:
        """Ends the input; what the engine still says before its end."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        exit_code = self.process.wait()
        self.reader.join()
        errors = self.process.stderr.read()
        if (exit_code, errors) != (0, b""):
            raise AssertionError(f"exit code {exit_code}, on standard error: {errors!r}")
        rest = []
        while (line := self.lines.get()) is not None:
            check_line(line)
            rest.append(line)
        return rest

    def kill(self) -> None:
        """Ends what is left after a test."""
        self.process.kill()
        self.reader.join()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass


class RawTest(WatchedTest):
    def setUp(self) -> None:
        super().setUp()
        self.hub = Hub()
        self.addCleanup(self.hub.kill)
        settings = [f"set-param name={name} value={value}" for name, value in SMALL_TABLE.items()]
        self.hub.send(*settings, "init")
        self.assertEqual(self.hub.next(), "ready")

    def answer(self) -> tuple[list[str], str]:
        """The `info` lines of a search, and its `done`."""
        infos = []
        while (line := self.hub.next()).startswith("info "):
            infos.append(line)
        self.assertRegex(line, "^done")
        if infos and " " in line:
            # The last line told begins with the move that is played.
            [first] = re.findall(r'pv="(\S+?)[ "]', infos[-1])
            self.assertEqual(first, line.split()[1].removeprefix("move="))
        return infos, line

    def go(self, pos: str, *levels: str, how: str = "think") -> str:
        self.hub.send(f"pos {pos}", *(f"level {level}" for level in levels), f"go {how}")
        infos, done = self.answer()
        # Where the game is over there is nothing to find.
        self.assertTrue(infos or done == "done")
        return done

    def assert_silent(self) -> None:
        """Nothing has been said since what was read last."""
        self.hub.send("ping")
        self.assertEqual(self.hub.next(), "pong")

    def move(self, done: str) -> str:
        return re.match("done move=([0-9x-]+)", done)[1]

    def leave(self) -> None:
        self.assert_silent()
        self.hub.send("quit")
        self.assertEqual(self.hub.end(), [])


class Handshake(RawTest):
    def test_the_list_of_parameters(self) -> None:
        for _ in range(2):
            self.hub.send("hub")
            self.assertRegex(self.hub.next(), "^id name=bolshak version=")
            names = []
            while (line := self.hub.next()) != "wait":
                names.append(re.match("param name=([a-z-]+) ", line)[1])
            self.assertEqual(len(names), len(set(names)))
            self.assertLessEqual({"variant", "tt-size", "book", "book-ply", "bb-size", "square-numbering"}, set(names))
        self.leave()

    def test_unknown_commands_and_parameters_are_passed_over(self) -> None:
        self.hub.send(
            "", "   ", "hello world", "set-param name=nothing value=1", "set-param name=threads value=none", "set-param"
        )
        self.assert_silent()
        self.assertRegex(self.go(f"pos={START}", "depth=3 nonsense=1", how="think nonsense"), "^done move=2[1-4]-")
        self.leave()

    def test_carriage_returns_and_an_end_without_a_line_feed(self) -> None:
        self.hub.send(f"pos pos={START}", "level depth=3", "go think", end="\r\n")
        self.answer()
        self.hub.write("ping")
        self.assertEqual(self.hub.end(), ["pong"])


class Numbering(RawTest):
    # The row from which White begins, from b8 and from a1.
    FROM_B8, FROM_A1 = "^done move=2[1-4]-", "^done move=(9|1[0-2])-"

    def first_move(self, *settings: str) -> str:
        self.hub.send(*(f"set-param name={setting.replace(' ', ' value=')}" for setting in settings))
        return self.go("start", "depth=3")

    def test_the_numbering_of_each_client(self) -> None:
        self.assertRegex(self.first_move(), self.FROM_B8)
        self.assertRegex(self.first_move("variant russian"), self.FROM_A1)
        self.assertRegex(self.first_move("initial-time 180.0"), self.FROM_B8)
        self.assertRegex(self.first_move("square-numbering a1"), self.FROM_A1)
        self.assertRegex(self.first_move("square-numbering b8"), self.FROM_B8)
        self.leave()

    def test_the_moves_of_the_game_show_it(self) -> None:
        # c3-d4 in either numbering, with other settings than those of its client.
        self.assertRegex(self.go(f'pos={START} moves="10-14"', "depth=3"), "^done move=2[1-4]-(1[789]|20)")
        self.hub.send("set-param name=variant value=russian")
        self.assertRegex(self.go(f'pos={START} moves="22-18"', "depth=3"), "^done move=(9|1[0-2])-1[3-6]")
        self.leave()


class Searches(RawTest):
    def test_a_game_of_answers(self) -> None:
        moves: list[str] = []
        for _ in range(60):
            text = f' moves="{" ".join(moves)}"' if moves else ""
            done = self.go(f"pos={START}{text}", "depth=4")
            if done == "done":
                break
            moves.append(self.move(done))
            self.assert_silent()
        self.assertGreater(len(moves), 30)
        self.leave()

    def test_each_kind_of_level(self) -> None:
        for levels in [
            ["depth=5"],
            ["nodes=1000"],
            ["move-time=0.02"],
            ["move-time=0"],
            ["time=0.2"],
            ["time=0.1 inc=0.01"],
            ["moves=2 time=0.2"],
            ["time=4e-05"],
            ["time=-0.2 inc=0.3"],
            ["time=-5"],
            ["time=0.123456789012345678 inc=1e-2"],
            ["move-time=30", "depth=4"],
        ]:
            for how in ("think", "analyze"):
                with self.subTest(levels=levels, how=how):
                    self.go(f"pos={START}", *levels, how=how)
                    self.assert_silent()
        self.leave()

    def test_ping_is_answered_in_a_search_and_stop_ends_it(self) -> None:
        self.hub.send(f"pos pos={START}", "level infinite", "go analyze")
        for _ in range(3):
            self.hub.send("ping")
            while (line := self.hub.next()) != "pong":
                self.assertRegex(line, "^info ")
        self.hub.send("stop")
        self.answer()
        self.leave()

    def test_stop_and_ponder_hit_do_nothing_without_a_search(self) -> None:
        self.hub.send("stop", "ponder-hit", "stop")
        self.assert_silent()
        self.go(f"pos={START}", "depth=3")
        self.hub.send("stop", "ponder-hit")
        self.leave()

    def test_pondering_ends_with_a_hit_or_a_stop_only(self) -> None:
        for level in ("depth=2", "nodes=10", "move-time=0.01", "time=0.1 inc=0.01"):
            for last in ("ponder-hit", "stop"):
                with self.subTest(level=level, last=last):
                    self.hub.send(f"pos pos={START}", f"level {level}", "go ponder")
                    # Time enough for a search that does not wait to show it.
                    time.sleep(0.1)
                    self.hub.send("ping")
                    while (line := self.hub.next()) != "pong":
                        self.assertRegex(line, "^info ")
                    self.hub.send(last)
                    self.answer()
                    self.assert_silent()
        self.leave()

    def test_the_game_is_over(self) -> None:
        # Black has no piece; White's man cannot move.
        for pos in ["B" + "e" * 31 + "W", "W" + "eeeeebeebeeewbeeeeeeeeeeeeeeeeee"]:
            self.hub.send(f"pos pos={pos}", "level depth=5", "go think")
            infos, done = self.answer()
            self.assertEqual((infos, done), ([], "done"))
        self.leave()

    def test_a_capture_is_told_with_all_that_it_takes(self) -> None:
        # e3 over four men back to e3, the only move. Written with the squares of both numberings.
        pos = "W" + "eeebeeeeebbeeeeeebbeeeweeeeeeeee"
        for numbering, ring in [("b8", "23x23x10x11x18x19"), ("a1", "11x11x14x15x22x23")]:
            self.hub.send(f"set-param name=square-numbering value={numbering}")
            self.assertEqual(self.move(self.go(f"pos={pos}", "depth=3")), ring)
        self.leave()


class Ends(RawTest):
    def test_the_end_of_the_input_ends_any_search(self) -> None:
        self.hub.send(f"pos pos={START}", "level infinite", "go analyze")
        rest = self.hub.end()
        self.assertEqual([line.split()[0] for line in rest if not line.startswith("info ")], ["done"])

    def test_the_end_of_the_input_ends_pondering(self) -> None:
        self.hub.send(f"pos pos={START}", "level time=60", "go ponder")
        rest = self.hub.end()
        self.assertEqual([line.split()[0] for line in rest if not line.startswith("info ")], ["done"])

    def test_quit_ends_a_search(self) -> None:
        self.hub.send(f"pos pos={START}", "go think", "quit")
        rest = self.hub.end()
        self.assertEqual([line.split()[0] for line in rest if not line.startswith("info ")], ["done"])

    def test_errors_are_told_and_the_engine_goes_on(self) -> None:
        for line in ["pos pos=Wbbb", "pos", f'pos pos={START} moves="22-18 22-18"', f'pos pos={START} moves="x"']:
            with self.subTest(line=line):
                self.hub.send(line)
                self.assertRegex(self.hub.next(), '^error message="[^"]+"$')
                self.go(f"pos={START}", "depth=2")
        self.leave()
