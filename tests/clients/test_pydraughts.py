"""pydraughts since 0.6, as a program that uses it does. It numbers the squares of moves from a1."""

from __future__ import annotations

import random
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from draughts import BLACK, WHITE, Board, Move
from draughts.engine import HubEngine, Limit, PlayResult
from draughts.tournament import RoundRobin

from support import AMBIGUOUS, BOLSHAK, OPENINGS, RINGS, SMALL_TABLE, Recorded, WatchedTest, number_from_a1

Player = Callable[[Board], Move]


class Engine(Recorded, HubEngine):
    """The client's engine, which keeps a record."""


def opened(opening: list[str]) -> Board:
    """The start position and the moves of an opening."""
    board = Board("russian")
    for text in opening:
        board.push(Move(board, pdn_move=text.replace(":", "x")))
    return board


def hub_moves(board: Board) -> list[str]:
    return [move.hub_move for move in board.legal_moves()]


def random_player(seed: int) -> Player:
    choose = random.Random(seed).choice
    return lambda board: choose(board.legal_moves())


class PydraughtsTest(WatchedTest):
    def engine(self, **options: object) -> Engine:
        engine = Engine()
        self.addCleanup(engine.kill)
        engine.configure({"variant": "russian", **SMALL_TABLE, **options})
        engine.init()
        return engine

    def ask(self, engine: Engine, board: Board, limit: Limit, ponder: bool = False) -> PlayResult:
        """The engine's answer. The client itself raises an exception when it or the expected reply is illegal."""
        result = engine.play(board, limit, ponder)
        self.assertIn(result.move.hub_move, hub_moves(board))
        return result

    def player(self, engine: Engine, **limit: float) -> Player:
        return lambda board: self.ask(engine, board, Limit(**limit)).move

    def play(self, board: Board, white: Player, black: Player, plies: int) -> int | None:
        """Plays on for so many plies at most; the winner, 0 for a draw, or `None` when the game is not over."""
        for _ in range(plies):
            if board.is_over():
                break
            player = white if board.turn == WHITE else black
            board.push(player(board))
        return board.winner()


class Handshake(PydraughtsTest):
    def test_who_it_is_and_what_it_plays(self) -> None:
        engine = self.engine(book=False, nothing=None)
        self.assertEqual(engine.id["name"], "bolshak")
        self.assertIn("russian", engine.variants)
        self.assertLessEqual({"variant", "tt-size", "threads", "book", "bb-size"}, engine.options)
        engine.ping()
        engine.stop()
        engine.ping()
        engine.leave()
        self.assertEqual(
            engine.sent,
            [
                "hub",
                "set-param name=variant value=russian",
                "set-param name=tt-size value=16",
                "set-param name=book value=false",
                "set-param name=nothing value=none",
                "init",
                "ping",
                "stop",
                "ping",
                "quit",
            ],
        )

    def test_the_first_move_of_the_game_is_numbered_from_a1(self) -> None:
        engine = self.engine()
        result = self.ask(engine, Board("russian"), Limit(depth=6))
        self.assertIn(result.move.board_move[0][0], [number_from_a1(name) for name in ("a3", "c3", "e3", "g3")])
        self.assertNotIn("moves=", "".join(engine.sent))
        engine.leave()


class Info(PydraughtsTest):
    def info(self, fen: str, bases: bool = True, **limit: float) -> dict:
        engine = self.engine(book=False) if bases else self.engine(book=False, **{"bb-size": 0})
        result = self.ask(engine, Board("russian", fen), Limit(**limit))
        engine.leave()
        return result.info

    def test_the_client_reads_all_fields(self) -> None:
        info = self.info("startpos", depth=7)
        self.assertEqual(list(info), ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"])
        self.assertEqual(info["depth"], 7)
        self.assertGreater(info["mean-depth"], 1)
        self.assertGreater(info["nodes"], 7)
        self.assertLess(abs(info["score"]["cp"]), 100)
        self.assertLessEqual(self.info("startpos", nodes=5000)["nodes"], 5000)

    def test_scores_are_seen_by_the_side_to_move(self) -> None:
        self.assertGreater(self.info("W:Wc1,e1,g1,f2:Bd8,f8", depth=5)["score"]["cp"], 50)
        self.assertLess(self.info("B:Wc1,e1,g1,f2:Bd8,f8", depth=5)["score"]["cp"], -50)

    def test_wins_and_losses_have_their_distance(self) -> None:
        fens = {"W:WKa1:Bd4": 1, "W:WKa1:Bd4,h8": 2, "W:WKa1:BKh8": -1, "B:WKh8:BKa1": -1}
        for fen, moves in fens.items():
            self.assertEqual(self.info(fen, bases=False, depth=5)["score"], {"win": moves})

    def test_wins_by_the_endgame_bases_are_scores_below_90(self) -> None:
        # The client knows no such wins: to it they are evaluations.
        self.assertEqual(self.info("W:WKa1:Bd4", depth=5)["score"], {"cp": 8999})
        self.assertEqual(self.info("W:WKa1:BKh8", depth=5)["score"], {"cp": -8998})


class Games(PydraughtsTest):
    def test_whole_games_against_itself(self) -> None:
        shallow, deep, slow, fast = {"depth": 1}, {"depth": 6}, {"nodes": 4000}, {"nodes": 500}
        for first, second in [(shallow, deep), (deep, fast), (slow, fast), (fast, slow)]:
            with self.subTest(white=first, black=second):
                white, black = self.engine(), self.engine()
                winner = self.play(Board("russian"), self.player(white, **first), self.player(black, **second), 300)
                self.assertIsNotNone(winner)
                white.leave()
                black.leave()

    def test_whole_games_against_random_moves(self) -> None:
        engine = self.engine()
        for seed in range(4):
            for color in (WHITE, BLACK):
                with self.subTest(seed=seed, color=color):
                    bolshak, other = self.player(engine, nodes=2000), random_player(seed)
                    players = (bolshak, other) if color == WHITE else (other, bolshak)
                    self.assertEqual(self.play(Board("russian"), *players, 300), color)
        engine.leave()

    def test_openings_sent_as_moves(self) -> None:
        white, black = self.engine(), self.engine()
        for opening in OPENINGS[::2]:
            with self.subTest(opening=opening):
                board = opened(opening)
                self.play(board, self.player(white, depth=4), self.player(black, nodes=1000), 40)
        white.leave()
        black.leave()

    def test_openings_set_up_as_positions(self) -> None:
        """Against random moves: the engine is White without a move to see the numbering by, and Black."""
        engine = self.engine()
        for seed, opening in enumerate(OPENINGS[1::2]):
            with self.subTest(opening=opening):
                board = Board("russian", opened(opening).fen)
                bolshak, other = self.player(engine, nodes=1000), random_player(seed)
                players = (bolshak, other) if seed % 2 else (other, bolshak)
                self.assertEqual(self.play(board, *players, 300), WHITE if seed % 2 else BLACK)
        engine.leave()


class Captures(PydraughtsTest):
    def test_rings_are_played_and_understood(self) -> None:
        engine = self.engine()
        for fen in RINGS:
            with self.subTest(fen=fen):
                board = Board("russian", fen)
                ring = self.ask(engine, board, Limit(depth=3)).move
                self.assertEqual(ring.steps_move[0], ring.steps_move[-1])
                self.assertEqual(len(ring.captures), 4)
                for move in board.legal_moves():
                    told = Board("russian", fen)
                    told.push(Move(told, board_move=move.board_move))
                    self.play(told, *[self.player(engine, depth=4)] * 2, 10)
        self.assertTrue(any(' moves="10x10x' in line for line in engine.sent))
        engine.leave()

    def test_what_is_captured_tells_moves_with_the_same_squares_apart(self) -> None:
        engine = self.engine()
        for fen in AMBIGUOUS:
            with self.subTest(fen=fen):
                board = Board("russian", fen)
                moves = board.legal_moves()
                self.assertEqual(sorted(len(move.captures) for move in moves), [2, 2, 3, 3])
                self.play(board, *[self.player(engine, depth=4)] * 2, 10)
                for move in moves:
                    told = Board("russian", fen)
                    told.push(Move(told, board_move=move.board_move))
                    self.play(told, *[self.player(engine, depth=4)] * 2, 6)
        engine.leave()


class Clocks(PydraughtsTest):
    def play_with_clocks(self, engines: list[Engine], start: float, increment: float, plies: int) -> None:
        """As the client's tournaments do: the clocks run on below zero."""
        board, clocks = Board("russian"), [start, start]
        for ply in range(plies):
            if board.is_over():
                break
            begin = time.perf_counter()
            result = self.ask(engines[ply % 2], board, Limit(clocks[ply % 2], increment))
            clocks[ply % 2] += increment - (time.perf_counter() - begin)
            board.push(result.move)

    def test_hardly_any_time_left(self) -> None:
        for start, increment in [(0.05, 0.01), (0.05, 0), (1.0, 0.02)]:
            with self.subTest(start=start, increment=increment):
                engines = [self.engine(), self.engine()]
                self.play_with_clocks(engines, start, increment, 60)
                for engine in engines:
                    engine.leave()

    def test_odd_levels(self) -> None:
        engine = self.engine()
        board = opened(OPENINGS[0])
        for limit in [
            Limit(4e-05),
            Limit(0.0),
            Limit(-3.5),
            Limit(0.1, 0.3),
            Limit(0.1 + 0.2, 0.1),
            Limit(1, 1),
            Limit(movetime=0.02),
            Limit(movetime=0),
            Limit(depth=1),
            Limit(nodes=1),
        ]:
            self.ask(engine, board, limit)
        self.assertIn("level time=4e-05", engine.sent)
        engine.go(board._game.initial_hub_fen, my_time=0.2, inc=0.01, moves_left=3)
        engine.leave()


class Pondering(PydraughtsTest):
    def ponder(self, engine: Engine, board: Board, expected: Move, played: Move) -> PlayResult | None:
        """Lets the engine think about the expected move until another is played, or this one; its answer then."""
        pondered = board.copy()
        pondered.push(Move(pondered, hub_move=expected.hub_move))
        if pondered.is_over():
            # The client cannot read an answer without a move.
            return None
        results: list[PlayResult] = []
        limit = Limit(depth=5)
        thread = threading.Thread(target=lambda: results.append(self.ask(engine, pondered, limit, ponder=True)))
        thread.start()
        self.assertTrue(engine.ponders.wait(60))
        hit = played.hub_move == expected.hub_move
        (engine.ponderhit if hit else engine.stop)()
        thread.join()
        self.assertEqual(len(results), 1)
        return results[0] if hit else None

    def test_a_game_with_hits_and_misses(self) -> None:
        for color in (WHITE, BLACK):
            engine, board, rng = self.engine(ponder=True), Board("russian"), random.Random(color)
            result: PlayResult | None = None
            for _ in range(60):
                if board.is_over():
                    break
                if board.turn == color:
                    result = result or self.ask(engine, board, Limit(depth=5))
                    board.push(result.move)
                else:
                    expected = result.ponder if result else None
                    played = Move(board, hub_move=rng.choice(hub_moves(board)))
                    if expected and rng.random() < 0.5:
                        played = expected
                    result = self.ponder(engine, board, expected, played) if expected else None
                    board.push(played)
            engine.leave()
            self.assertIn("ponder-hit", engine.sent)
            self.assertIn("stop", engine.sent)


class Tournament(PydraughtsTest):
    def test_round_robin(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder) / "games.pdn"
            player = ([BOLSHAK, "hub"], "hub", {"variant": "russian", **SMALL_TABLE}, None)
            tournament = RoundRobin(str(games), [player, player], 0.5, 0.02, "russian", max_moves=40)
            self.assertEqual(sum(tournament.play()), 4)
            self.assertEqual(games.read_text().count("[PlyCount"), 2)
