//! Solved balances in memory, and what they say of the positions that lead into them.

use rayon::prelude::*;

use super::balance::{Balance, SLOTS};
use super::index::Index;
use super::solve::{Goal, without_moves};
use super::value::{Standing, Value};
use crate::position::Position;
use crate::rules::Rules;

/// The values of all positions of a balance, those with captures included.
#[derive(Debug)]
pub(super) struct Slice<R> {
    pub(super) index: Index<R>,
    values: Vec<u16>,
}

/// Marks a win or loss that the draw rules may make a draw.
const DOUBTFUL: u16 = 1 << 15;

impl<R: Rules> Slice<R> {
    /// Values without draw rules, of which the doubtful ones are marked.
    pub(super) fn new(
        index: Index<R>,
        mut values: Vec<u16>,
        is_doubtful: impl Fn(usize) -> bool + Sync,
    ) -> Self {
        values.par_iter_mut().enumerate().for_each(|(number, value)| {
            if *value != 0 && is_doubtful(number) {
                *value |= DOUBTFUL;
            }
        });
        Self { index, values }
    }

    /// The value of a position without draw rules.
    pub(super) fn plain(&self, number: u64) -> Value {
        Value::from_code(self.values[number as usize] & !DOUBTFUL)
    }

    /// Whether the draw rules may make a draw of a won or lost position, with no plies counted yet.
    pub(super) fn is_doubtful(&self, number: u64) -> bool {
        self.values[number as usize] & DOUBTFUL != 0
    }

    /// What the position is under the draw rules, with no plies counted yet.
    pub(super) fn standing(&self, number: u64) -> Standing {
        Standing::of(self.plain(number), self.is_doubtful(number))
    }
}

/// The balances solved so far.
#[derive(Debug)]
pub(super) struct Known<R> {
    slices: Vec<Option<Slice<R>>>,
}

impl<R: Rules> Known<R> {
    pub(super) fn new() -> Self {
        Self { slices: (0..SLOTS).map(|_| None).collect() }
    }

    pub(super) fn add(&mut self, balance: Balance, slice: Slice<R>) {
        self.slices[balance.slot()] = Some(slice);
    }

    pub(super) fn remove(&mut self, balance: Balance) {
        self.slices[balance.slot()] = None;
    }

    pub(super) fn get(&self, balance: Balance) -> Option<&Slice<R>> {
        self.slices[balance.slot()].as_ref()
    }

    /// The slice that a position belongs to and its number there; `None` when a side has no piece.
    #[inline]
    fn find(&self, position: &Position<R>) -> Option<(&Slice<R>, u64)> {
        let slice = self.get(Balance::of(position)?)?;
        Some((slice, slice.index.rank_of_either(position)))
    }
}

/// Wins and losses without draw rules, with the plies to the end of the game.
pub(super) struct Plain<'a, R>(pub(super) &'a Known<R>);

impl<R: Rules> Goal<R> for Plain<'_, R> {
    fn after_conversion(&self, position: &Position<R>) -> Value {
        self.0.find(position).map_or(without_moves::<R>(), |(slice, number)| slice.plain(number))
    }

    fn most_plies(&self) -> u16 {
        Value::MOST_PLIES
    }

    fn counts_road(&self) -> bool {
        false
    }
}

/// Wins and losses under the draw rules, with the plies to the next capture or crowning, or the end.
pub(super) struct UnderRules<'a, R> {
    pub(super) known: &'a Known<R>,
    pub(super) balance: Balance,
}

impl<R: Rules> Goal<R> for UnderRules<'_, R> {
    fn after_conversion(&self, position: &Position<R>) -> Value {
        let Some((slice, number)) = self.known.find(position) else { return without_moves::<R>() };
        let value = slice.plain(number);
        if value.is_draw() || slice.is_doubtful(number) {
            Value::DRAW
        } else if value.is_win() {
            Value::win_in(0)
        } else {
            Value::loss_in(0)
        }
    }

    fn most_plies(&self) -> u16 {
        self.balance.material().plies_of_balance().unwrap_or(Value::MOST_PLIES)
    }

    fn counts_road(&self) -> bool {
        self.balance.has_lone_king_against_three()
    }
}
