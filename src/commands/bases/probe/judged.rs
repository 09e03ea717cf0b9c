//! What positions and moves are worth by the bases.

use crate::bases::{Bases, Conversion, Standing, Value, Verdict};
use crate::game::Game;
use crate::position::{Move, Position};
use crate::rules::{DrawCounters, Rules};

/// What is known of a position, or of a move for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) standing: Standing,
    /// The plies to the end of the game, without draw rules.
    pub(super) distance: Option<Value>,
    /// The plies to the next conversion that keeps a win, under the draw rules.
    pub(super) conversion: Option<Conversion>,
}

/// A move and what it is worth, its own ply counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) mv: Move,
    pub(super) worth: Worth,
}

impl Worth {
    /// Of a position with no plies counted yet; `None` if no base knows it.
    pub(super) fn of<R: Rules>(position: &Position<R>, bases: &Bases<R>) -> Option<Self> {
        Self::in_game(position, None, bases)
    }

    /// Of a position in which the draw rules have counted so far.
    fn in_game<R: Rules>(
        position: &Position<R>,
        counters: Option<&DrawCounters>,
        bases: &Bases<R>,
    ) -> Option<Self> {
        let mut standing = bases.standing(position)?;
        let is_quiet = position.has_legal_move() && !position.has_capture();
        if let Some(counters) = counters.filter(|_| is_quiet) {
            standing = match bases.verdict(position, Some(counters)) {
                Verdict::Win | Verdict::Loss | Verdict::Draw if standing == Standing::Draw => standing,
                Verdict::Win => Standing::Win,
                Verdict::Loss => Standing::Loss,
                Verdict::Draw | Verdict::Unknown => doubtful(standing),
            };
        }
        let conversion = if standing == Standing::Draw || !R::PIECE_COUNT_RULES {
            None
        } else if is_quiet {
            let on_road = counters.map_or(0, |counters| counters.main_road_plies());
            bases.conversion_of_quiet(position, on_road)
        } else if standing.is_certain() {
            Some(Conversion::In(u16::from(position.has_capture())))
        } else {
            Some(Conversion::Never)
        };
        Some(Self { standing, distance: bases.distance(position), conversion })
    }

    /// The same for the side that has made the move that led here; a conversion by that move is the next one.
    fn before_move(self, is_conversion: bool) -> Self {
        let standing = self.standing.before_move();
        let later = |conversion| match conversion {
            _ if is_conversion && standing.is_certain() => Conversion::In(1),
            _ if is_conversion => Conversion::Never,
            Conversion::Never => Conversion::Never,
            Conversion::In(plies) => Conversion::In(plies + 1),
            Conversion::Within(plies) => Conversion::Within(plies + 1),
        };
        let conversion = self.conversion.map(later);
        Self { standing, distance: self.distance.map(Value::before_move), conversion }
    }

    /// Whether a side wins without draw rules.
    pub(super) fn is_decided(&self) -> bool {
        self.standing != Standing::Draw
    }

    /// Whether the draw rules cannot change it.
    pub(super) fn is_certain(&self) -> bool {
        self.standing.is_certain()
    }

    /// The plies to the end of the game, of what is won or lost.
    pub(super) fn plies(&self) -> Option<u16> {
        self.distance.filter(|distance| !distance.is_draw()).map(Value::plies)
    }

    pub(super) fn in_words(&self) -> String {
        match (self.distance, self.is_decided()) {
            (Some(distance), _) => distance.to_string(),
            (None, false) => self.standing.to_string(),
            (None, true) => format!("{} (no base says in how many plies)", self.standing.without_doubt()),
        }
    }

    /// What the better move has less of: short wins come first, then draws, then long losses.
    fn order(&self) -> (i32, i32, i32) {
        let wins = self.standing.worth() > 0;
        let sooner = |plies: Option<u16>| {
            let plies = plies.map_or(i32::from(u16::MAX), i32::from);
            if wins { plies } else { -plies }
        };
        let conversion = self.conversion.and_then(Conversion::enough);
        if self.is_decided() {
            (-self.standing.worth(), sooner(self.plies()), sooner(conversion))
        } else {
            (0, 0, 0)
        }
    }
}

const fn doubtful(standing: Standing) -> Standing {
    match standing {
        Standing::Win | Standing::DoubtfulWin => Standing::DoubtfulWin,
        Standing::Loss | Standing::DoubtfulLoss => Standing::DoubtfulLoss,
        Standing::Draw => Standing::Draw,
    }
}

/// The legal moves of which something is known, the best first.
pub(super) fn judge_moves<R: Rules>(game: &Game<R>, bases: &Bases<R>) -> Vec<Judged> {
    let position = game.position();
    let judge = |mv| {
        let next = position.after(mv);
        let counters = game.counters().after(position.move_kind(mv), next.material());
        let counters = game.piece_count_rules().then_some(&counters);
        let is_conversion = mv.promotes || mv.is_capture();
        let worth = Worth::in_game(&next, counters, bases)?.before_move(is_conversion);
        Some(Judged { mv, worth })
    };
    let mut judged: Vec<Judged> = position.legal_moves().into_iter().filter_map(judge).collect();
    judged.sort_by_key(|judged| judged.worth.order());
    judged
}
