//! Asking bases.

use std::array;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::balance::{Balance, SLOTS};
use super::codec::{ANY, Packed};
use super::file::BaseFile;
use super::header::{Kind, Section};
use super::index::Index;
use super::solve::{ROAD_STATES, without_moves};
use super::value::{Standing, Value};
use crate::position::Position;
use crate::rules::{DrawCounters, Rules};

/// The bases of one game, as far as they are there. They can be asked by several threads at a time.
#[derive(Debug)]
pub struct Bases<R> {
    files: Vec<Arc<BaseFile>>,
    /// By kind and by the place of the balance.
    slices: [Vec<Option<Slice>>; Kind::ALL.len()],
    /// The numberings of the balances; made when they are first asked for.
    indices: Vec<OnceLock<Index<R>>>,
    /// The most pieces of any file, by kind.
    most: [u8; Kind::ALL.len()],
}

/// The slice of a balance in a file.
#[derive(Debug)]
pub(super) struct Slice {
    file: Arc<BaseFile>,
    pub(super) section: Section,
    /// Made when it is first asked for; `None` when the bytes make no sense.
    packed: OnceLock<Option<Packed>>,
}

/// What can be said for certain of a position with the draw counters that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing.
    Unknown,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

/// The plies to the next capture or crowning that keeps a win, or to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The draw rules come before.
    Never,
    /// In just so many.
    In(u16),
    /// In no more than so many.
    Within(u16),
}

impl Conversion {
    /// The plies that are enough; `None` if none are.
    pub const fn enough(self) -> Option<u16> {
        match self {
            Self::Never => None,
            Self::In(plies) | Self::Within(plies) => Some(plies),
        }
    }
}

impl fmt::Display for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("never"),
            Self::In(1) => f.write_str("in 1 ply"),
            Self::In(plies) => write!(f, "in {plies} plies"),
            Self::Within(plies) => write!(f, "within {plies} plies"),
        }
    }
}

impl<R: Rules> Bases<R> {
    /// No bases.
    pub fn none() -> Self {
        Self {
            files: Vec::new(),
            slices: array::from_fn(|_| (0..SLOTS).map(|_| None).collect()),
            indices: (0..SLOTS).map(|_| OnceLock::new()).collect(),
            most: [0; Kind::ALL.len()],
        }
    }

    /// Adds the slices of a file, which take the place of those that are there for the same balances.
    pub fn add(&mut self, file: BaseFile) {
        let file = Arc::new(file);
        let kind = file.header().kind as usize;
        for section in &file.header().sections {
            let slice = Slice { file: Arc::clone(&file), section: *section, packed: OnceLock::new() };
            self.slices[kind][section.balance.slot()] = Some(slice);
        }
        self.most[kind] = self.most[kind].max(file.header().pieces);
        self.files.push(file);
    }

    /// The files in use.
    pub fn files(&self) -> impl Iterator<Item = &BaseFile> {
        self.files.iter().map(Arc::as_ref)
    }

    /// The most pieces of which bases of this kind know; 0 without any.
    pub const fn most_pieces(&self, kind: Kind) -> u8 {
        self.most[kind as usize]
    }

    /// What a quiet position is worth with no plies counted; `None` when no base knows it. Of a position with a capture,
    /// the answer means nothing.
    #[inline]
    pub fn standing_of_quiet(&self, position: &Position<R>) -> Option<Standing> {
        let (balance, number) = self.find(Kind::Outcomes, position)?;
        Standing::from_code(self.stored(Kind::Outcomes, balance, number)?)
    }

    /// The plies to the end of the game from a quiet position, without draw rules.
    pub(super) fn distance_of_quiet(&self, position: &Position<R>) -> Option<Value> {
        let (balance, number) = self.find(Kind::Distances, position)?;
        self.stored(Kind::Distances, balance, number).map(Value::from_code)
    }

    /// The plies to the next conversion from a quiet position that is won or lost, when the lone king has been holding
    /// the main road for so many plies.
    pub fn conversion_of_quiet(&self, position: &Position<R>, on_road: u16) -> Option<Conversion> {
        let (balance, number) = self.find(Kind::Conversions, position)?;
        let entry = if balance.has_lone_king_against_three() {
            number * ROAD_STATES + u64::from(on_road).min(ROAD_STATES - 1)
        } else {
            number
        };
        let coarse = self.slice(Kind::Conversions, balance)?.file.header().coarse;
        Some(match self.stored(Kind::Conversions, balance, entry)? {
            0 => Conversion::Never,
            stored if stored - 1 <= coarse => Conversion::Within(stored - 1),
            stored => Conversion::In(stored - 1),
        })
    }

    /// What a position is worth with no plies counted; captures are carried out first.
    pub fn standing(&self, position: &Position<R>) -> Option<Standing> {
        let end = match without_moves::<R>() {
            won if won.is_win() => Standing::Win,
            _ => Standing::Loss,
        };
        resolve(position, end, &|quiet| self.standing_of_quiet(quiet), &|all| {
            all.map(Standing::before_move).max_by_key(|standing| standing.worth())
        })
    }

    /// The plies to the end of the game without draw rules; captures are carried out first.
    pub fn distance(&self, position: &Position<R>) -> Option<Value> {
        resolve(position, without_moves::<R>(), &|quiet| self.distance_of_quiet(quiet), &|all| {
            all.map(Value::before_move).reduce(Value::better)
        })
    }

    /// What is certain of a quiet position that has a move, under the draw rules; `counters` is `None` when those that
    /// count moves are off. Drawn by them already it is not.
    pub fn verdict(&self, position: &Position<R>, counters: Option<&DrawCounters>) -> Verdict {
        let Some(standing) = self.standing_of_quiet(position) else { return Verdict::Unknown };
        let decided = match standing.without_doubt() {
            Standing::Draw => return Verdict::Draw,
            Standing::Win | Standing::DoubtfulWin => Verdict::Win,
            Standing::Loss | Standing::DoubtfulLoss => Verdict::Loss,
        };
        let Some(counters) = counters else { return decided };
        if standing.is_certain() && counters.are_fresh() {
            return decided;
        }
        let material = position.material();
        let left = counters.plies_left_of_balance(material);
        // The conversions known are those into what is certain; where doubts are possible, there may be others. There are
        // none without men or with few pieces.
        let no_doubts = material.men.0 == [0; 2] || position.occupied().count() <= 3;
        match self.conversion_of_quiet(position, counters.main_road_plies()) {
            Some(Conversion::In(plies) | Conversion::Within(plies)) if plies <= left => decided,
            Some(Conversion::In(_) | Conversion::Never) if no_doubts => Verdict::Draw,
            _ => Verdict::Unknown,
        }
    }

    /// What is certain of any position that has a move, under the draw rules: as [`verdict`](Self::verdict), with captures
    /// carried out first. After them, nothing is counted.
    pub fn verdict_after_captures(&self, position: &Position<R>, counters: Option<&DrawCounters>) -> Verdict {
        if !position.has_capture() {
            return self.verdict(position, counters);
        }
        let standing = self.standing(position);
        match if counters.is_some() { standing } else { standing.map(Standing::without_doubt) } {
            Some(Standing::Win) => Verdict::Win,
            Some(Standing::Draw) => Verdict::Draw,
            Some(Standing::Loss) => Verdict::Loss,
            Some(Standing::DoubtfulWin | Standing::DoubtfulLoss) | None => Verdict::Unknown,
        }
    }

    /// The balance of a position and its number there, if a base of this kind may know it.
    #[inline]
    fn find(&self, kind: Kind, position: &Position<R>) -> Option<(Balance, u64)> {
        if position.occupied().count() > u32::from(self.most[kind as usize]) {
            return None;
        }
        let balance = Balance::of(position)?;
        let index = self.indices[balance.slot()].get_or_init(|| Index::new(balance));
        Some((balance, index.rank_of_either(position)))
    }

    /// The slice of a balance that is in use.
    pub(super) fn slice(&self, kind: Kind, balance: Balance) -> Option<&Slice> {
        self.slices[kind as usize][balance.slot()].as_ref()
    }

    #[inline]
    fn stored(&self, kind: Kind, balance: Balance, entry: u64) -> Option<u16> {
        let slice = self.slice(kind, balance)?;
        let bytes = slice.file.packed(&slice.section);
        let packed = slice.packed.get_or_init(|| {
            Packed::open(bytes).ok().filter(|packed| packed.len() >= slice.section.totals.positions())
        });
        packed.as_ref()?.get(bytes, entry).filter(|&stored| stored != ANY)
    }
}

/// The value of a position, by those of the quiet ones that captures lead to; `end` is what it is to have no move.
fn resolve<R: Rules, V: Copy>(
    position: &Position<R>,
    end: V,
    of_quiet: &dyn Fn(&Position<R>) -> Option<V>,
    best: &dyn Fn(&mut dyn Iterator<Item = V>) -> Option<V>,
) -> Option<V> {
    if !position.has_legal_move() {
        return Some(end);
    }
    if !position.has_capture() {
        return of_quiet(position);
    }
    let after = |mv| resolve(&position.after(mv), end, of_quiet, best);
    let values: Option<Vec<V>> = position.legal_moves().into_iter().map(after).collect();
    best(&mut values?.into_iter())
}
