//! Captures: the recursive search for the routes of a capturing piece.

use std::marker::PhantomData;

use super::{Move, MoveList, Position};
use crate::board::{Bitboard, Color, Direction, Square};
use crate::rules::{Crowning, Kings, MenCapture, Rules};

/// What takes finished captures.
pub(super) trait Sink<T> {
    /// Takes a capture and the trace of its route.
    fn take(&mut self, mv: Move, trace: T);
}

/// What is remembered of a route while it is searched.
pub trait Trace: Clone {
    /// Whether routes that only differ in where a king lands between two pieces on one diagonal are all wanted.
    const EVERY_ROUTE: bool;
    /// The trace of a piece on its start square.
    fn start(at: Square) -> Self;
    /// The trace after landing on a square.
    #[must_use]
    fn land(&self, at: Square) -> Self;
}

/// Remembers nothing: for generation.
impl Trace for () {
    const EVERY_ROUTE: bool = false;
    fn start(_: Square) -> Self {}
    fn land(&self, _: Square) -> Self {}
}

/// The squares of a capture's route, start and end included.
pub type Route = Vec<Square>;

impl Trace for Route {
    const EVERY_ROUTE: bool = true;
    fn start(at: Square) -> Self {
        vec![at]
    }
    fn land(&self, at: Square) -> Self {
        self.iter().copied().chain([at]).collect()
    }
}

/// Keeps only the moves that take the most pieces, each once.
pub(super) struct MostSink<'a> {
    moves: &'a mut MoveList,
    most: u32,
}

impl<'a> MostSink<'a> {
    pub(super) fn new(moves: &'a mut MoveList) -> Self {
        Self { moves, most: 0 }
    }
}

impl Sink<()> for MostSink<'_> {
    fn take(&mut self, mv: Move, (): ()) {
        let count = mv.captured.count();
        if count > self.most {
            self.most = count;
            self.moves.clear();
        }
        if count == self.most {
            self.moves.take(mv, ());
        }
    }
}

/// The captures of one position: which pieces can capture, and what.
pub(super) struct Captures<'a, R: Rules> {
    position: &'a Position<R>,
    men: Bitboard,
    kings: Bitboard,
}

impl<'a, R: Rules> Captures<'a, R> {
    /// Finds the pieces that can capture.
    #[inline]
    pub(super) fn of(position: &'a Position<R>) -> Self {
        let (enemy, empty) = (position.pieces(!position.turn()), position.empty());
        let men = capturing_men(position, enemy, empty);
        let kings = position.kings(position.turn());
        let kings = if kings.any() { capturing_kings::<R>(kings, enemy, empty) } else { kings };
        Self { position, men, kings }
    }

    /// Whether any piece can capture.
    pub(super) fn any(&self) -> bool {
        (self.men | self.kings).any()
    }

    /// Searches the captures of all pieces.
    pub(super) fn each_route<T: Trace, S: Sink<T>>(&self, sink: &mut S) {
        for from in self.men {
            Captor::<R, S>::lift(self.position, from, sink).man(from, Bitboard::EMPTY, &T::start(from));
        }
        for from in self.kings {
            let start = T::start(from);
            Captor::<R, S>::lift(self.position, from, sink).king(
                from,
                Bitboard::EMPTY,
                &Direction::ALL,
                &start,
            );
        }
    }
}

/// Whether men of this side capture in this direction.
const fn men_capture<R: Rules>(side: Color, direction: Direction) -> bool {
    match R::MEN_CAPTURE {
        MenCapture::AllWays => true,
        MenCapture::Forward => direction.is_north() == matches!(side, Color::White),
    }
}

/// The men that have an enemy next to them with an empty square behind it.
#[inline]
fn capturing_men<R: Rules>(position: &Position<R>, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let turn = position.turn();
    let men = position.men(turn);
    let ways = Direction::ALL.into_iter().filter(|&direction| men_capture::<R>(turn, direction));
    ways.fold(Bitboard::EMPTY, |found, direction| {
        let victims = Position::<R>::step(men, direction) & enemy;
        let back = direction.reverse();
        found | (Position::<R>::step(Position::<R>::step(empty, back) & victims, back))
    })
}

/// The kings that have an enemy within reach with an empty square behind it.
fn capturing_kings<R: Rules>(kings: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let can_capture = |&king: &Square| {
        Direction::ALL.into_iter().any(|direction| victim::<R>(king, direction, empty, enemy).is_some())
    };
    kings.into_iter().filter(can_capture).collect()
}

/// The piece that a king on `at` can jump in this direction, if any.
fn victim<R: Rules>(at: Square, direction: Direction, empty: Bitboard, enemy: Bitboard) -> Option<Square> {
    let blocker = match R::KINGS {
        Kings::Flying => R::TABLES.first_on_ray(at, direction, !empty)?,
        // Over the edge it is no square, and so no enemy's.
        Kings::Short => Position::<R>::step(Bitboard::of(at), direction).lowest(),
    };
    let behind = Position::<R>::step(Bitboard::of(blocker), direction) & empty;
    (enemy.contains(blocker) && behind.any()).then_some(blocker)
}

/// One capturing piece, lifted off the board.
struct Captor<'a, R: Rules, S> {
    from: Square,
    /// Whether the piece was a man at the start of the move.
    was_man: bool,
    /// Whose piece it is.
    side: Color,
    enemy: Bitboard,
    /// The start square is among them: it may be crossed and landed on again. The captured pieces are not: they
    /// leave the board only when the move is over.
    empty: Bitboard,
    sink: &'a mut S,
    rules: PhantomData<R>,
}

impl<'a, R: Rules, S> Captor<'a, R, S> {
    #[inline]
    fn lift(position: &Position<R>, from: Square, sink: &'a mut S) -> Self {
        let turn = position.turn();
        Self {
            from,
            was_man: !position.kings.contains(from),
            side: turn,
            enemy: position.pieces(!turn),
            empty: position.empty() | Bitboard::of(from),
            sink,
            rules: PhantomData,
        }
    }

    /// Goes on capturing with a man; false if it cannot.
    fn man<T: Trace>(&mut self, at: Square, captured: Bitboard, trace: &T) -> bool
    where
        S: Sink<T>,
    {
        let landings = self.jumps(at, captured);
        for landing in landings {
            // Both steps of a jump are the same shift, so the piece jumped lies half-way between the indices.
            let victim = Square::from_index(usize::midpoint(at.index(), landing.index()) as u8);
            let (at, captured) = (landing, captured | Bitboard::of(victim));
            let trace = trace.land(at);
            let on_crowning_row = R::TABLES.crowning[self.side as usize].contains(at);
            let went_on = match R::CROWNING {
                Crowning::InPassing if on_crowning_row => self.king(at, captured, &Direction::ALL, &trace),
                Crowning::EndsTheMove if on_crowning_row => false,
                _ => self.man(at, captured, &trace),
            };
            if !went_on {
                self.finish(at, captured, on_crowning_row, trace);
            }
        }
        landings.any()
    }

    /// The squares that a man on `at` can jump to.
    #[inline]
    fn jumps(&self, at: Square, captured: Bitboard) -> Bitboard {
        let (at, enemy) = (Bitboard::of(at), self.enemy & !captured);
        let ways = Direction::ALL.into_iter().filter(|&direction| men_capture::<R>(self.side, direction));
        ways.fold(Bitboard::EMPTY, |found, direction| {
            let victim = Position::<R>::step(at, direction) & enemy;
            found | (Position::<R>::step(victim, direction) & self.empty)
        })
    }

    /// Goes on capturing with a king in one of these directions; false if it cannot.
    fn king<T: Trace>(&mut self, at: Square, captured: Bitboard, ways: &[Direction], trace: &T) -> bool
    where
        S: Sink<T>,
    {
        let mut goes_on = false;
        for &direction in ways {
            let Some(victim) = victim::<R>(at, direction, self.empty, self.enemy & !captured) else {
                continue;
            };
            goes_on = true;
            self.land_behind(victim, direction, captured | Bitboard::of(victim), trace);
        }
        goes_on
    }

    /// Lands with a king behind a piece just jumped. If the capture can go on from some of the landing squares,
    /// only those are legal.
    fn land_behind<T: Trace>(&mut self, victim: Square, direction: Direction, captured: Bitboard, trace: &T)
    where
        S: Sink<T>,
    {
        let landings = Position::<R>::king_reach(victim, direction, self.empty);
        let [left, right] = direction.across();
        let mut went_on = false;
        let mut straight_on = true;
        for landing in landings {
            let trace = trace.land(landing);
            // The next piece straight ahead is the same from each landing square: one of them will do.
            let ways = [left, right, direction];
            let ways = if straight_on { &ways[..] } else { &ways[..2] };
            went_on |= self.king(landing, captured, ways, &trace);
            straight_on = T::EVERY_ROUTE;
        }
        if !went_on {
            for landing in landings {
                self.finish(landing, captured, self.was_man, trace.land(landing));
            }
        }
    }

    fn finish<T>(&mut self, to: Square, captured: Bitboard, promotes: bool, trace: T)
    where
        S: Sink<T>,
    {
        self.sink.take(Move { from: self.from, to, promotes, captured }, trace);
    }
}
