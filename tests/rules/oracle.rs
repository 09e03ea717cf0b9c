//! A second move generator to compare with: as plain as possible, slow, and sharing nothing with the first.

use std::collections::{BTreeMap, BTreeSet};

use bolshak::board::{Bitboard, Color, Piece, Square};
use bolshak::position::{Coordinate, Move, PieceLimit, Placement, Position, Setup};
use bolshak::rules::{Rules, Variant};

/// Column and row, from 0.
pub(crate) type At = (i8, i8);

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) white: bool,
    pub(crate) king: bool,
}

/// What becomes of a man that captures its way to the far row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FarRow {
    /// It goes on as a king.
    GoesOnAsKing,
    /// It goes on as a man.
    GoesOnAsMan,
    /// It becomes a king and stops.
    Stops,
}

/// The rules in which the games differ.
#[derive(Clone, Copy, Debug)]
struct Flags {
    size: i8,
    most_pieces: bool,
    far_row: FarRow,
    men_capture_backward: bool,
    /// How many free squares a king crosses at most.
    king_steps: usize,
}

impl Flags {
    /// Written down again and not taken from the constants of the game, which are to be tested.
    fn of(variant: Variant) -> Self {
        let russian = Self {
            size: 8,
            most_pieces: false,
            far_row: FarRow::GoesOnAsKing,
            men_capture_backward: true,
            king_steps: 99,
        };
        match variant {
            Variant::Russian | Variant::Giveaway => russian,
            Variant::Brazilian => Self { most_pieces: true, far_row: FarRow::GoesOnAsMan, ..russian },
            Variant::International => {
                Self { size: 10, most_pieces: true, far_row: FarRow::GoesOnAsMan, ..russian }
            }
            Variant::English => {
                Self { far_row: FarRow::Stops, men_capture_backward: false, king_steps: 1, ..russian }
            }
        }
    }
}

/// A move as the rules tell moves apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    pub(crate) from: At,
    pub(crate) to: At,
    pub(crate) taken: BTreeSet<At>,
    pub(crate) crowned: bool,
}

/// A capture with the squares it goes over, start and end included.
pub(crate) type Chain = (Vec<At>, Outcome);

/// A board with the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    flags: Flags,
    pub(crate) men: BTreeMap<At, Man>,
    pub(crate) white_to_move: bool,
}

const DIRECTIONS: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The coordinates of a square.
pub(crate) fn at<R: Rules>(square: Square) -> At {
    (R::GEOMETRY.file(square) as i8, R::GEOMETRY.row(square) as i8)
}

/// The move as the oracle writes it.
pub(crate) fn outcome<R: Rules>(mv: Move) -> Outcome {
    Outcome {
        from: at::<R>(mv.from),
        to: at::<R>(mv.to),
        taken: mv.captured.into_iter().map(at::<R>).collect(),
        crowned: mv.promotes,
    }
}

/// A position with these pieces; a man on its crowning row becomes a king.
pub(crate) fn build<R: Rules>(men: &BTreeMap<At, Man>, white_to_move: bool) -> Position<R> {
    let side = |white| if white { Color::White } else { Color::Black };
    let last = |white| if white { R::GEOMETRY.rows() as i8 - 1 } else { 0 };
    let placements = men
        .iter()
        .map(|(&(file, row), man)| Placement {
            color: side(man.white),
            piece: if man.king || row == last(man.white) { Piece::King } else { Piece::Man },
            at: Coordinate { file: file as u8, row: row as u8 },
        })
        .collect();
    let setup = Setup { turn: side(white_to_move), placements };
    setup.validate(PieceLimit::None).unwrap_or_else(|error| panic!("{error}"))
}

impl Board {
    /// The board of a position, square by square.
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Self {
        let all: Bitboard = R::GEOMETRY.all_squares();
        let men = all.into_iter().filter_map(|square| {
            let (color, piece) = position.at(square)?;
            Some((at::<R>(square), Man { white: color == Color::White, king: piece == Piece::King }))
        });
        Self {
            flags: Flags::of(R::VARIANT),
            men: men.collect(),
            white_to_move: position.turn() == Color::White,
        }
    }

    /// All legal moves, each once.
    pub(crate) fn moves(&self) -> BTreeSet<Outcome> {
        let chains = self.chains();
        if chains.is_empty() {
            self.quiet_moves().collect()
        } else {
            chains.into_iter().map(|(_, outcome)| outcome).collect()
        }
    }

    /// All legal captures, each with every way to carry it out.
    pub(crate) fn chains(&self) -> Vec<Chain> {
        let mut found = Vec::new();
        for (&start, &man) in self.mine() {
            let mut without = self.clone();
            without.men.remove(&start);
            without.chain(man, man, vec![start], BTreeSet::new(), &mut found);
        }
        if self.flags.most_pieces {
            let most = found.iter().map(|(_, outcome)| outcome.taken.len()).max();
            found.retain(|(_, outcome)| Some(outcome.taken.len()) == most);
        }
        found
    }

    fn mine(&self) -> impl Iterator<Item = (&At, &Man)> {
        self.men.iter().filter(|(_, man)| man.white == self.white_to_move)
    }

    fn is_free(&self, (file, row): At) -> bool {
        let on_board = (0..self.flags.size).contains(&file) && (0..self.flags.size).contains(&row);
        on_board && !self.men.contains_key(&(file, row))
    }

    fn is_far_row(&self, (_, row): At, white: bool) -> bool {
        row == if white { self.flags.size - 1 } else { 0 }
    }

    /// The free squares from `from` on, at most `most` of them.
    fn free_run(&self, from: At, (df, dr): At, most: usize) -> Vec<At> {
        let squares = (1..).map(|steps| (from.0 + df * steps, from.1 + dr * steps));
        squares.take_while(|&square| self.is_free(square)).take(most).collect()
    }

    fn quiet_moves(&self) -> impl Iterator<Item = Outcome> {
        self.mine().flat_map(move |(&from, &man)| {
            let forward = if man.white { 1 } else { -1 };
            DIRECTIONS.into_iter().filter(move |&(_, dr)| man.king || dr == forward).flat_map(move |way| {
                self.free_run(from, way, self.steps(man)).into_iter().map(move |to| Outcome {
                    from,
                    to,
                    taken: BTreeSet::new(),
                    crowned: !man.king && self.is_far_row(to, man.white),
                })
            })
        })
    }

    fn steps(&self, man: Man) -> usize {
        if man.king { self.flags.king_steps } else { 1 }
    }

    /// Each piece that can be jumped from `here` now, with the squares behind it.
    fn jumps(&self, man: Man, here: At, taken: &BTreeSet<At>) -> Vec<(At, Vec<At>)> {
        let mut jumps = Vec::new();
        let forward = if man.white { 1 } else { -1 };
        let all_ways = man.king || self.flags.men_capture_backward;
        for (df, dr) in DIRECTIONS.into_iter().filter(|&(_, dr)| all_ways || dr == forward) {
            // The last step is the jump.
            let reach = self.steps(man) - 1;
            let before = self.free_run(here, (df, dr), reach).last().copied().unwrap_or(here);
            let victim = (before.0 + df, before.1 + dr);
            let enemy = self.men.get(&victim).is_some_and(|other| other.white != man.white);
            if enemy && !taken.contains(&victim) {
                let behind = self.free_run(victim, (df, dr), self.steps(man));
                if !behind.is_empty() {
                    jumps.push((victim, behind));
                }
            }
        }
        jumps
    }

    /// Carries a capture on, as far as it goes, in every way.
    fn chain(&self, first: Man, now: Man, path: Vec<At>, taken: BTreeSet<At>, found: &mut Vec<Chain>) {
        let here = path[path.len() - 1];
        let stops = self.flags.far_row == FarRow::Stops && !first.king && self.is_far_row(here, now.white);
        let jumps = if stops { Vec::new() } else { self.jumps(now, here, &taken) };
        if jumps.is_empty() && !taken.is_empty() {
            let crowned = !first.king && (now.king || self.is_far_row(here, now.white));
            let outcome = Outcome { from: path[0], to: here, taken, crowned };
            found.push((path, outcome));
            return;
        }
        for (victim, behind) in jumps {
            let mut taken = taken.clone();
            taken.insert(victim);
            let after = |to: At| Man {
                king: now.king
                    || self.flags.far_row == FarRow::GoesOnAsKing && self.is_far_row(to, now.white),
                ..now
            };
            let goes_on = |to: &At| !self.jumps(after(*to), *to, &taken).is_empty();
            let must_go_on = behind.iter().any(goes_on);
            for to in behind.into_iter().filter(|to| !must_go_on || goes_on(to)) {
                let path = path.iter().copied().chain([to]).collect();
                self.chain(first, after(to), path, taken.clone(), found);
            }
        }
    }
}
