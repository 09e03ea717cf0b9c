//! Move generation, entry: captures if there are any, quiet moves otherwise.

use super::captures::{Captures, MostSink, Sink};
use super::{Move, MoveList, Position, Route, quiets};
use crate::rules::{CaptureChoice, Rules};

impl<R: Rules> Position<R> {
    /// All legal moves, each once.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list_moves(&mut moves);
        moves
    }

    /// Lists all legal moves, each once, in an empty list: where speed counts, the list should not be moved.
    #[inline]
    pub fn list_moves(&self, moves: &mut MoveList) {
        let captures = Captures::of(self);
        if captures.any() {
            list_captures(&captures, moves);
        } else {
            quiets::each(self, |mv| moves.push(mv));
        }
    }

    /// Hands out all legal moves, each once, without listing them where they need not be.
    #[inline]
    pub(super) fn each_move(&self, mut take: impl FnMut(Move)) {
        let captures = Captures::of(self);
        if captures.any() {
            let mut moves = MoveList::new();
            list_captures(&captures, &mut moves);
            moves.iter().for_each(|&mv| take(mv));
        } else {
            quiets::each(self, take);
        }
    }

    /// The number of legal moves, without listing them where they need not be.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let captures = Captures::of(self);
        if captures.any() { count_captures(&captures) } else { u64::from(quiets::count(self)) }
    }

    /// Whether the side to move can capture, and so must.
    #[inline]
    pub fn has_capture(&self) -> bool {
        Captures::of(self).any()
    }

    /// Whether the side to move has a move that takes nothing; it is legal if there is no capture.
    #[inline]
    pub fn has_quiet_move(&self) -> bool {
        quiets::any(self)
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.has_capture() || self.has_quiet_move()
    }

    /// Every route of every legal capture: the squares from the start to the end, each landing square in
    /// between. Routes of one move are listed apart.
    pub fn capture_routes(&self) -> Vec<(Move, Route)> {
        let mut routes = Vec::new();
        Captures::of(self).each_route(&mut |mv, route: Route| routes.push((mv, route)));
        if R::CHOICE == CaptureChoice::Most {
            let most = routes.iter().map(|(mv, _)| mv.captured.count()).max();
            routes.retain(|(mv, _)| Some(mv.captured.count()) == most);
        }
        routes
    }
}

fn list_captures<R: Rules>(captures: &Captures<'_, R>, moves: &mut MoveList) {
    match R::CHOICE {
        CaptureChoice::Free => captures.each_route::<(), _>(moves),
        CaptureChoice::Most => captures.each_route::<(), _>(&mut MostSink::new(moves)),
    }
}

// Kept out of the way of the far more frequent case without captures: worth 3 % of perft.
#[inline(never)]
fn count_captures<R: Rules>(captures: &Captures<'_, R>) -> u64 {
    let mut counter = CountSink { single: 0, listed: MoveList::new() };
    match R::CHOICE {
        CaptureChoice::Free => captures.each_route::<(), _>(&mut counter),
        CaptureChoice::Most => captures.each_route::<(), _>(&mut MostSink::new(&mut counter.listed)),
    }
    counter.single + counter.listed.len() as u64
}

/// The fewest pieces that two routes with the same start and end can both take in another order: a rectangle has
/// four sides, of which they may share one.
const FEWEST_TAKEN_BY_TWO_ROUTES: u32 = 3;

/// A plain list takes each move once.
impl Sink<()> for MoveList {
    #[inline]
    fn take(&mut self, mv: Move, (): ()) {
        if mv.captured.count() < FEWEST_TAKEN_BY_TWO_ROUTES || !self.contains(&mv) {
            self.push(mv);
        }
    }
}

/// Counts moves, and lists only those that may come twice.
struct CountSink {
    single: u64,
    listed: MoveList,
}

impl Sink<()> for CountSink {
    #[inline]
    fn take(&mut self, mv: Move, (): ()) {
        if mv.captured.count() < FEWEST_TAKEN_BY_TWO_ROUTES {
            self.single += 1;
        } else {
            self.listed.take(mv, ());
        }
    }
}

impl<T, F: FnMut(Move, T)> Sink<T> for F {
    fn take(&mut self, mv: Move, trace: T) {
        self(mv, trace);
    }
}
