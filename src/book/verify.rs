//! Whether a book is what it should be.

use std::sync::atomic::{AtomicBool, Ordering};

use super::build::{How, Searcher};
use super::code::Code;
use super::entry::{Effort, Entry};
use super::file::{Book, Parts};
use super::graph::{Graph, NoPosition};
use crate::eval::Evaluated;
use crate::random::Random;
use crate::rules::Rules;
use crate::search::{Score, TableError};

/// What is wrong with one position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is none.
    NoPosition,
    /// It is not found where it should stand, or another entry of the same position is.
    Misplaced,
    /// It should be expanded, but has no move or a position after it is missing.
    Incomplete,
    /// The book does not say how it was searched.
    Effort(u8),
    /// Its value is not that of its best move.
    Value {
        /// The value that follows from those after it.
        expected: Score,
        /// The value in the book.
        found: Score,
    },
    /// The same search has another outcome.
    Score {
        /// What the search says.
        expected: Score,
        /// The score in the book.
        found: Score,
    },
}

/// What is wrong with a book, each with its position; none if it is as it should be.
pub fn check<R: Rules>(book: &Book<R>) -> Vec<(Code, Flaw)> {
    let mut flaws = Vec::new();
    let mut parts = Parts::of(book);
    for (code, entry) in book.entries() {
        if book.find(code) != Some(entry) {
            flaws.push((code, Flaw::Misplaced));
        }
        if usize::from(entry.effort) >= book.efforts().len() {
            flaws.push((code, Flaw::Effort(entry.effort)));
        }
    }
    let mut is_position = |code: &Code| {
        let is_one = code.position::<R>().is_some();
        if !is_one {
            flaws.push((*code, Flaw::NoPosition));
        }
        is_one
    };
    parts.entries.retain(|code, _| is_position(code));
    parts.games.retain(|code, _| is_position(code));
    parts.roots.retain(is_position);
    let entries = parts.entries.clone();
    // Nothing is left in it that is no position.
    let Ok::<_, NoPosition>(graph) = Graph::<R>::of(parts) else { return flaws };
    for (code, found) in entries.into_iter().filter(|(_, entry)| entry.is_expanded) {
        match graph.find(code) {
            Some(Entry { is_expanded: true, value, .. }) if value == found.value => {}
            Some(Entry { is_expanded: true, value, .. }) => {
                flaws.push((code, Flaw::Value { expected: value, found: found.value }));
            }
            _ => flaws.push((code, Flaw::Incomplete)),
        }
    }
    flaws
}

/// What came of searching positions again that were searched in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The way in which the book says they were searched.
    pub effort: Effort,
    /// Whether the searches now were the same: by the same program with the same weights.
    pub is_same: bool,
    /// Each position with its score in the book and the one now.
    pub scores: Vec<(Code, Score, Score)>,
}

impl Searched {
    /// Positions that have another score now.
    pub fn differing(&self) -> impl Iterator<Item = (Code, Flaw)> {
        let differing = self.scores.iter().filter(|(_, found, expected)| found != expected);
        differing.map(|&(code, found, expected)| (code, Flaw::Score { expected, found }))
    }

    /// Positions that are decided by one of the two searches and not by the other, or otherwise.
    pub fn otherwise_decided(&self) -> usize {
        let verdict = |score: Score| (score.is_any_win(), score.is_any_loss());
        self.scores.iter().filter(|&&(_, found, now)| verdict(found) != verdict(now)).count()
    }

    /// The mean and the greatest difference of evaluations, in hundredths of a man; `None` without any.
    pub fn differences(&self) -> Option<(f64, usize)> {
        let evaluations =
            self.scores.iter().filter(|(_, found, now)| found.is_evaluation() && now.is_evaluation());
        let differences: Vec<usize> = evaluations.map(|&(_, found, now)| found.distance_to(now)).collect();
        let greatest = differences.iter().copied().max()?;
        Some((differences.iter().sum::<usize>() as f64 / differences.len() as f64, greatest))
    }
}

/// Searches positions of a book again that a seed chooses, each with the nodes that the book names; `None` when `stop`
/// was set meanwhile. `told` hears of each position.
///
/// # Errors
/// When there is no memory for a transposition table.
pub fn search_again<R: Evaluated>(
    book: &Book<R>,
    (sample, seed): (usize, u64),
    searcher: &Searcher<R>,
    stop: &AtomicBool,
    told: &(dyn Fn() + Sync),
) -> Result<Option<Vec<Searched>>, TableError> {
    let mut entries: Vec<(Code, Entry)> = book.entries().collect();
    let mut random = Random::new(seed);
    random.shuffle(&mut entries);
    entries.truncate(sample);
    entries.sort_unstable_by_key(|&(code, _)| code);
    let mut all = Vec::new();
    for (number, effort) in book.efforts().iter().enumerate() {
        let of_effort = entries.iter().filter(|(_, entry)| usize::from(entry.effort) == number);
        let (codes, found): (Vec<Code>, Vec<Score>) =
            of_effort.map(|&(code, entry)| (code, entry.score)).unzip();
        if codes.is_empty() {
            continue;
        }
        let how = How { nodes: effort.nodes, effort: number as u8 };
        let now = searcher.search_all(&codes, how, &|| stop.load(Ordering::Relaxed), told)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let scores = codes.into_iter().zip(found).zip(now);
        let scores =
            scores.filter_map(|((code, found), now)| now.map(|now| (code, found, now.score))).collect();
        all.push(Searched {
            effort: effort.clone(),
            is_same: searcher.effort(effort.nodes) == *effort,
            scores,
        });
    }
    Ok(Some(all))
}
