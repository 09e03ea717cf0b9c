"""What the tests of all clients share: the binary, the watchdog, the form of the engine's lines, the openings."""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import signal
import threading
import unittest
from pathlib import Path

BOLSHAK = str(Path(os.environ.get("BOLSHAK", "target/release/bolshak")).resolve())

# Seconds that a test may take. The longest takes some ten: more than this is a client that waits for ever.
TEST_LIMIT = 60
# After that, seconds for each part of the test that is left.
PART_LIMIT = 5
# Seconds that all tests of one client may take; then their process ends, whatever it is doing.
RUN_LIMIT = 600
faulthandler.dump_traceback_later(RUN_LIMIT, exit=True)

# With TRANSCRIPT=1 in the environment pydraughts logs each line that goes to an engine and comes from it.
if os.environ.get("TRANSCRIPT"):
    logging.basicConfig(level=logging.DEBUG, format="%(message)s")

# Settings that spare the memory of the machine that runs the tests: a transposition table of 1 MiB.
SMALL_TABLE = {"tt-size": 16}

_MOVE = r"(?:[1-9]\d?-[1-9]\d?|[1-9]\d?(?:x[1-9]\d?){2,})"
_FORMS = [
    r'id name=\w+ version=[\w.]+ author="[^"=]*" country=\w+',
    r'param name=[a-z-]+ value=[\w.-]+ type=(?:bool|(?:int|real) min=\d+ max=\d+|enum values="[a-z0-9 -]+")',
    r'param name=[a-z-]+ value="[^"]*" type=string',
    r"wait",
    r"ready",
    r"pong",
    r"info depth=\d+ mean-depth=\d+\.\d score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d{3} nps=\d+\.\d{3} "
    rf'pv="{_MOVE}(?: {_MOVE})*"',
    rf"done(?: move={_MOVE}(?: ponder={_MOVE})?)?",
]
_LINE = re.compile("|".join(f"(?:{form})" for form in _FORMS))


def check_line(line: str) -> None:
    """Fails unless the line has one of the forms that every client reads. An `error` has none of them."""
    if not _LINE.fullmatch(line):
        raise AssertionError(f"the engine said {line!r}")


class WatchedTest(unittest.TestCase):
    """A test that fails instead of waiting for ever: the clients read from the engine without a time limit."""

    def setUp(self) -> None:
        def bark(_signal: int, _frame: object) -> None:
            raise AssertionError("not over in time")

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, bark))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_REAL, TEST_LIMIT, PART_LIMIT)


class Recorded:
    """To be mixed into pydraughts' HubEngine: keeps what was said, and holds the engine to the form of its lines.

    The client merges the engine's standard error into its output: that nothing is written there is seen, too.
    """

    def __init__(self, *arguments: str) -> None:
        self.sent: list[str] = []
        self.received: list[str] = []
        # Set while `go ponder` is the last that was sent: a `stop` before that would be for no search.
        self.ponders = threading.Event()
        super().__init__([BOLSHAK, "hub", *arguments])

    def send(self, line: str) -> None:
        super().send(line)
        self.sent.append(line)
        (self.ponders.set if line == "go ponder" else self.ponders.clear)()

    def recv(self) -> str:
        line = super().recv()
        self.received.append(line)
        check_line(line)
        return line

    def leave(self) -> None:
        """Sends `quit` and waits for the end of the process, which has nothing more to say."""
        self.quit()
        rest, _ = self.p.communicate()
        searches = sum(line.startswith("go ") for line in self.sent)
        answers = sum(line.startswith("done") for line in self.received)
        if (rest, self.p.returncode, answers) != ("", 0, searches):
            raise AssertionError(
                f"at the end: {rest!r}, exit code {self.p.returncode}, {answers} answers to {searches} searches"
            )

    def kill(self) -> None:
        """Ends the process if it still runs, after a test that has failed."""
        if self.p.poll() is None:
            self.kill_process()


def squares(move: str) -> tuple[str, str]:
    """The names of the squares on which a move written with names starts and ends."""
    names = re.split("[-:]", move)
    return names[0], names[-1]


def number_from_b8(name: str) -> int:
    """The number of a square when b8 is 1."""
    return 4 * (8 - int(name[1])) + "abcdefgh".index(name[0]) // 2 + 1


def number_from_a1(name: str) -> int:
    """The number of a square when a1 is 1."""
    return 4 * (int(name[1]) - 1) + "abcdefgh".index(name[0]) // 2 + 1


# Three to six plies from the start position; the engine sees neither side more than a fifth of a man ahead.
OPENINGS = [
    opening.split()
    for opening in """
    g3-h4 h6-g5 a3-b4 b6-a5 b2-a3
    c3-b4 d6-c5 b4:d6 e7:c5
    g3-h4 f6-e5 e3-f4
    a3-b4 d6-c5 b4:d6 c7:e5 e3-f4
    a3-b4 d6-e5 e3-d4 h6-g5
    c3-d4 b6-c5 d4:b6 c7:a5 b2-c3 f6-e5
    g3-f4 b6-a5 c3-d4 f6-g5 d4-c5
    c3-d4 b6-c5 d4:b6 c7:a5 g3-h4 a7-b6
    c3-d4 b6-c5 d4:b6 a7:c5 g3-f4
    c3-b4 d6-c5 b4:d6 e7:c5 g3-h4
    e3-d4 b6-a5 d2-e3 d6-e5 c3-b4 e5:c3
    g3-f4 d6-e5 f4:d6 e7:c5 e3-f4
    c3-b4 b6-a5 g3-h4 a5:c3
    a3-b4 f6-g5 b4-c5
    c3-d4 b6-a5 d4-c5
    g3-h4 f6-g5 h4:f6 e7:g5 f2-g3 b6-a5
    g3-h4 d6-e5 f2-g3 e7-d6 g1-f2
    c3-d4 d6-e5 d2-c3 b6-a5
    e3-f4 b6-a5 f2-e3
    e3-f4 b6-a5 c3-b4 a5:c3 d2:b4 d6-c5
    e3-d4 b6-c5 d4:b6 c7:a5 d2-e3 f6-e5
    e3-d4 b6-a5 a3-b4 f6-g5
    g3-h4 d6-c5 e3-d4 c5:e3 f2:d4 f6-e5
    a3-b4 f6-e5 e3-d4 g7-f6 b4-c5
    c3-b4 f6-g5 b4-c5 d6:b4 a3:c5 b6:d4
    e3-f4 b6-a5 f4-e5 d6:f4 g3:e5
    g3-h4 d6-e5 f2-g3 c7-d6 c3-b4
    c3-d4 d6-c5 g3-h4 c7-d6
    g3-f4 b6-c5 c3-d4 a7-b6
    e3-f4 d6-e5 f4:d6 e7:c5 f2-e3
    """.strip().splitlines()
]

# A man goes round and comes back to its square; it has no other move. The ring may be run either way.
RINGS = ["W:Wc3,h2:Bd4,d6,b6,b4,h8", "B:Wc5,e5,c3,e3,h2:Bd6,a7"]

# A king that captures two or three pieces, and ends on the same squares either way.
AMBIGUOUS = ["W:WKg3:BKf6,f4,Kd2,Kf2", "B:WKc3,c5,Ke7,Kc7:BKb6"]


def numeric_fen(fen: str) -> str:
    """A FEN with the numbers of the squares, b8 being 1."""
    return re.sub("[a-h][1-8]", lambda name: str(number_from_b8(name[0])), fen)
