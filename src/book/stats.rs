//! A book in numbers.

use std::collections::VecDeque;

use super::entry::{Effort, Games};
use super::graph::{Edge, Graph};
use crate::rules::Rules;

/// The positions that lie so many plies behind a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Expanded ones.
    pub expanded: usize,
    /// All of them.
    pub positions: usize,
}

/// A book in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// All positions.
    pub positions: usize,
    /// Expanded ones.
    pub expanded: usize,
    /// The positions with which it begins.
    pub roots: usize,
    /// The ways in which it was searched, each with the number of its positions.
    pub efforts: Vec<(Effort, usize)>,
    /// By the plies from the nearest root, from 0.
    pub levels: Vec<Level>,
    /// Positions to which no way leads from a root.
    pub out_of_reach: usize,
    /// Positions that occurred in games, whether they were searched or not.
    pub played: usize,
    /// The games that begin in roots or come to them, by their results for the side to move there.
    pub games: Games,
}

impl Stats {
    /// Those of a book.
    pub fn of<R: Rules>(graph: &Graph<R>) -> Self {
        let mut efforts: Vec<_> = graph.efforts().iter().map(|effort| (effort.clone(), 0)).collect();
        for number in 0..graph.len() as u32 {
            if let Some((_, count)) = efforts.get_mut(usize::from(graph.entry(number).effort)) {
                *count += 1;
            }
        }
        let (mut levels, mut out_of_reach) = (Vec::new(), 0);
        for (number, plies) in plies(graph).into_iter().enumerate() {
            let Some(plies) = plies else {
                out_of_reach += 1;
                continue;
            };
            if levels.len() <= plies {
                levels.resize(plies + 1, Level::default());
            }
            levels[plies].positions += 1;
            levels[plies].expanded += usize::from(!graph.edges(number as u32).is_empty());
        }
        let games = graph.roots().iter().filter_map(|root| graph.played().get(root));
        Self {
            positions: graph.len(),
            expanded: graph.expanded(),
            roots: graph.roots().len(),
            efforts,
            levels,
            out_of_reach,
            played: graph.played().len(),
            games: games.fold(Games::default(), |sum, &games| sum.with(games)),
        }
    }
}

/// How far each position is from the nearest root; `None` where no way leads to it.
fn plies<R: Rules>(graph: &Graph<R>) -> Vec<Option<usize>> {
    let mut plies = vec![None; graph.len()];
    let roots = graph.roots().iter().filter_map(|&root| graph.number(root));
    let mut queue: VecDeque<(u32, usize)> = roots.map(|root| (root, 0)).collect();
    while let Some((number, distance)) = queue.pop_front() {
        let known = &mut plies[number as usize];
        if known.is_some() {
            continue;
        }
        *known = Some(distance);
        for &edge in graph.edges(number) {
            if let Edge::To(next) = edge {
                queue.push_back((next, distance + 1));
            }
        }
    }
    plies
}
