"""pydraughts 0.5, driven as the program lidraughts-bot drives it. It numbers the squares of moves from b8.

The server tells the bot each jump of each move, those of the bot itself included; the bot's board knows of moves from
there only.
"""

from __future__ import annotations

import random
import threading
import time

from draughts import BLACK, WHITE, Game, Move
from draughts.engine import HubEngine, Limit, PlayResult

from support import AMBIGUOUS, OPENINGS, RINGS, SMALL_TABLE, Recorded, WatchedTest, number_from_b8, numeric_fen, squares

START = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


class Engine(Recorded, HubEngine):
    """The client's engine, which keeps a record."""


def legal_moves(board: Game) -> list[Move]:
    """The legal moves. The client's list also has captures that stop where they could go on."""
    routes, captures = board.legal_moves()

    def goes_on(start: int, captured: list) -> bool:
        return any(
            route[0][0] == start and len(other) > len(captured) and other[: len(captured)] == captured
            for route, other in zip(routes, captures)
        )

    return [
        Move(board, board_move=route, possible_moves=routes, possible_captures=captures)
        for route, captured in zip(routes, captures)
        if captured[0] is None or not goes_on(route[0][0], captured)
    ]


def push(board: Game, move: Move) -> None:
    """Makes a move as the server tells it."""
    for jump in move.li_api_move:
        board.push_str_move(jump)


def push_names(board: Game, text: str) -> None:
    """Makes a move that is written with the names of squares."""
    ends = [number_from_b8(name) for name in squares(text)]
    [move] = [move for move in legal_moves(board) if [move.steps_move[0], move.steps_move[-1]] == ends]
    push(board, move)


class Server:
    """A game on the server: the board, and clocks that run as they do in reality, in milliseconds."""

    def __init__(self, board: Game, clock: int = 180_000, increment: int = 2000) -> None:
        self.board = board
        self.clocks = {WHITE: clock, BLACK: clock}
        self.increment = increment


class Bot:
    """The part of lidraughts-bot that has to do with the engine."""

    def __init__(self, engine: Engine, server: Server, depth: int | None, ponders: bool) -> None:
        self.engine = engine
        self.server = server
        # Instead of the clock, for tests that go the same way each time.
        self.depth = depth
        self.ponders = ponders
        self.pondering: tuple[threading.Thread, list[str], list[PlayResult]] | None = None

    def choose_move(self) -> Move:
        board = self.server.board
        begin = time.perf_counter()
        result = self.pondered() or self.engine.play(board, self.limit(board), False)
        color = board.whose_turn()
        self.server.clocks[color] += self.server.increment - int((time.perf_counter() - begin) * 1000)
        if self.ponders and result.ponder:
            self.start_pondering(result)
        return result.move

    def limit(self, board: Game) -> Limit:
        if self.depth:
            return Limit(depth=self.depth)
        if len(board.move_stack) < 2:
            return Limit(movetime=0.1)
        # The bot takes the time lost on the way of a move off the clock.
        clock = max(0, self.server.clocks[board.whose_turn()] - 100)
        return Limit(time=clock / 1000, inc=self.server.increment / 1000)

    def start_pondering(self, result: PlayResult) -> None:
        board = self.server.board.copy()
        for jump in result.move.board_move + result.ponder.board_move:
            board.move(jump)
        if board.is_over():
            # The bot ponders even so, and its thread ends with an exception: the client cannot read an answer
            # without a move.
            return
        results: list[PlayResult] = []
        limit = self.limit(board)
        thread = threading.Thread(target=lambda: results.append(self.engine.play(board, limit, True)))
        thread.start()
        # The bot compares `li_one_move`, which is another route for captures that share their ends with others.
        self.pondering = (thread, result.ponder.li_api_move, results)
        if not self.engine.ponders.wait(60):
            raise AssertionError("no go ponder was sent")

    def pondered(self) -> PlayResult | None:
        """The answer of the engine that has thought on the opponent's time, if the opponent has played as expected."""
        if not self.pondering:
            return None
        thread, expected, results = self.pondering
        self.pondering = None
        hit = self.server.board.move_stack[-1].li_api_move == expected
        (self.engine.ponderhit if hit else self.engine.stop)()
        thread.join()
        [result] = results
        return result if hit else None

    def end_game(self) -> None:
        self.engine.stop()
        if self.pondering:
            self.pondering[0].join()
        self.engine.leave()


class RandomMover:
    """Plays at random, or, half of the time, what the bot expects."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.random = random.Random(seed)
        self.opponent: Bot | None = None

    def choose_move(self) -> Move:
        moves = legal_moves(self.server.board)
        if self.opponent and self.opponent.pondering and self.random.random() < 0.5:
            expected = self.opponent.pondering[1]
            moves = [move for move in moves if move.li_api_move == expected]
        return self.random.choice(moves)


class LidraughtsBotTest(WatchedTest):
    def engine(self) -> Engine:
        engine = Engine("--some-option=1")
        self.addCleanup(engine.kill)
        options = {"book-ply": 20, **SMALL_TABLE, "bb-size": 0, "variant": "russian", "initial-time": 180.0}
        engine.configure(options)
        engine.init()
        return engine

    def bot(self, server: Server, depth: int | None = 5, ponders: bool = False) -> Bot:
        return Bot(self.engine(), server, depth, ponders)

    def play(self, server: Server, players: dict[int, Bot | RandomMover], plies: int) -> int | None:
        """Plays on for so many plies at most; the winner, 0 for a draw, or `None` when the game is not over."""
        board = server.board
        for _ in range(plies):
            if board.is_over():
                break
            move = players[board.whose_turn()].choose_move()
            self.assertIn(move.hub_move, [legal.hub_move for legal in legal_moves(board)])
            push(board, move)
        winner = board.get_winner()
        for player in players.values():
            if isinstance(player, Bot):
                player.end_game()
        return winner

    def play_random(self, color: int, seed: int, board: Game | None = None, **options: object) -> int | None:
        """A game of a bot with this color against random moves."""
        server = Server(board or Game("russian"))
        bot, other = self.bot(server, **options), RandomMover(server, seed)
        other.opponent = bot
        return self.play(server, {color: bot, 3 - color: other}, 300)


class Handshake(LidraughtsBotTest):
    def test_all_that_is_sent_in_a_game(self) -> None:
        server = Server(Game("russian"), clock=1000, increment=0)
        bot = self.bot(server, depth=None)
        self.assertEqual(bot.engine.id["name"], "bolshak")
        first = bot.choose_move()
        self.assertIn(first.steps_move[0], range(21, 25))
        push(server.board, first)
        push(server.board, legal_moves(server.board)[0])
        push(server.board, bot.choose_move())
        bot.end_game()
        sent = bot.engine.sent
        self.assertEqual(
            sent[:10],
            [
                "hub",
                "set-param name=book-ply value=20",
                "set-param name=tt-size value=16",
                "set-param name=bb-size value=0",
                "set-param name=variant value=russian",
                "set-param name=initial-time value=180.0",
                "init",
                START,
                "level move-time=0.1",
                "go think",
            ],
        )
        self.assertTrue(sent[10].startswith(f'{START} moves="{first.hub_move} '), sent[10])
        self.assertRegex(sent[11], r"^level time=0\.\d+$")
        self.assertEqual(sent[12:], ["go think", "stop", "quit"])

    def test_the_configuration_that_the_bot_comes_with(self) -> None:
        engine = Engine("--some-option=1")
        self.addCleanup(engine.kill)
        engine.configure({"book-ply": 20, "tt-size": 23, "bb-size": 0, "variant": "russian", "initial-time": 180.0})
        engine.init()
        engine.play(Game("russian"), Limit(depth=5), False)
        engine.stop()
        engine.leave()


class Games(LidraughtsBotTest):
    def test_whole_games_against_random_moves(self) -> None:
        for seed in range(3):
            for color in (WHITE, BLACK):
                with self.subTest(seed=seed, color=color):
                    self.assertEqual(self.play_random(color, seed), color)

    def test_a_whole_game_between_two_bots(self) -> None:
        server = Server(Game("russian"))
        players = {WHITE: self.bot(server, depth=6), BLACK: self.bot(server, depth=4)}
        self.assertIsNotNone(self.play(server, players, 300))

    def test_openings_sent_as_moves(self) -> None:
        for opening in OPENINGS[1::4]:
            with self.subTest(opening=opening):
                server = Server(Game("russian"))
                for text in opening:
                    push_names(server.board, text)
                self.play(server, {WHITE: self.bot(server), BLACK: self.bot(server)}, 30)

    def test_openings_set_up_as_positions(self) -> None:
        """Tournaments of the server begin with drawn positions."""
        for seed, opening in enumerate(OPENINGS[::4]):
            with self.subTest(opening=opening):
                board = Game("russian")
                for text in opening:
                    push_names(board, text)
                color = (WHITE, BLACK)[seed % 2]
                self.assertEqual(self.play_random(color, seed, Game("russian", board.get_li_fen())), color)


class Captures(LidraughtsBotTest):
    def test_rings_and_captures_with_the_same_squares(self) -> None:
        for fen in RINGS + AMBIGUOUS:
            board = Game("russian", numeric_fen(fen))
            moves = legal_moves(board)
            self.assertGreaterEqual(len(moves), 2)
            for index in range(len(moves)):
                with self.subTest(fen=fen, told=index):
                    server = Server(Game("russian", numeric_fen(fen)))
                    push(server.board, legal_moves(server.board)[index])
                    self.play(server, {WHITE: self.bot(server), BLACK: self.bot(server)}, 6)
            with self.subTest(fen=fen):
                server = Server(Game("russian", numeric_fen(fen)))
                self.play(server, {WHITE: self.bot(server), BLACK: self.bot(server)}, 10)


class Clocks(LidraughtsBotTest):
    def test_games_with_clocks(self) -> None:
        for clock, increment in [(1000, 20), (500, 0), (50, 10)]:
            for ponders in (False, True):
                with self.subTest(clock=clock, increment=increment, ponders=ponders):
                    server = Server(Game("russian"), clock, increment)
                    bots = [self.bot(server, depth=None, ponders=ponders) for _ in range(2)]
                    self.play(server, {WHITE: bots[0], BLACK: bots[1]}, 50)


class Pondering(LidraughtsBotTest):
    def test_games_with_hits_and_misses(self) -> None:
        for color in (WHITE, BLACK):
            with self.subTest(color=color):
                server = Server(Game("russian"))
                bot, other = self.bot(server, ponders=True), RandomMover(server, color)
                other.opponent = bot
                self.play(server, {color: bot, 3 - color: other}, 60)
                self.assertIn("ponder-hit", bot.engine.sent)
                self.assertGreater(bot.engine.sent.count("stop"), 1)

    def test_the_game_ends_while_the_engine_ponders(self) -> None:
        server = Server(Game("russian"))
        bot = self.bot(server, ponders=True)
        push(server.board, bot.choose_move())
        self.assertIsNotNone(bot.pondering)
        bot.end_game()
