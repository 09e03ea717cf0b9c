//! Which positions are to be expanded next: drop-out expansion, in the form that serves no particular side (Lincke 2001,
//! "Strategies for the Automatic Construction of Opening Books").
//!
//! A position costs one for each ply on the way to it, and more for each move on the way that is not the best: the
//! cheapest way counts. So the book is deepest along the moves that both sides should play, and knows answers to weak
//! ones the sooner the less weak they are.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::code::Code;
use super::graph::{Edge, Graph};
use crate::bases::{Bases, Verdict};
use crate::random::Random;
use crate::rules::Rules;

/// What a ply costs.
const PLY: u32 = 100;
/// A larger loss counts as this one, in hundredths of a man.
const MOST_LOSS: usize = 3_000;

impl<R: Rules> Graph<R> {
    /// The positions to be expanded next, at most so many: first those that games have come to, the most frequent
    /// first, then the cheapest. What is decided is left alone.
    pub(super) fn frontier(&self, count: usize, bases: &Bases<R>) -> Vec<Code> {
        let costs = self.costs();
        let cheap_first = |number: u32| {
            let (games, cost) = (self.games(number), costs[number as usize]);
            (Reverse(games), cost, self.lot(self.code(number)), self.code(number))
        };
        let open = (0..self.len() as u32).filter(|&number| {
            costs[number as usize] < u32::MAX && self.edges(number).is_empty() && self.is_open(number, bases)
        });
        let mut open: Vec<_> = open.map(cheap_first).collect();
        if open.len() > count {
            open.select_nth_unstable(count);
            open.truncate(count);
        }
        open.sort_unstable();
        open.into_iter().map(|(.., code)| code).collect()
    }

    /// Whether there is something to be found out about a position.
    fn is_open(&self, number: u32, bases: &Bases<R>) -> bool {
        let position = self.code(number).position::<R>();
        self.entry(number).score.is_evaluation()
            && position
                .is_some_and(|position| bases.verdict_after_captures(&position, None) == Verdict::Unknown)
    }

    /// What each position costs; `u32::MAX` where no way leads to it.
    pub(super) fn costs(&self) -> Vec<u32> {
        let mut costs = vec![u32::MAX; self.len()];
        let mut queue = BinaryHeap::new();
        for root in self.roots().iter().filter_map(|&root| self.number(root)) {
            costs[root as usize] = 0;
            queue.push((Reverse(0), root));
        }
        while let Some((Reverse(cost), number)) = queue.pop() {
            if cost > costs[number as usize] {
                continue;
            }
            let best = self.entry(number).value;
            for &edge in self.edges(number) {
                let Edge::To(next) = edge else { continue };
                let loss = best.distance_to(self.worth(edge)).min(MOST_LOSS) as u32;
                let total =
                    cost.saturating_add(PLY).saturating_add(self.growth().loss_weight.saturating_mul(loss));
                if total < costs[next as usize] {
                    costs[next as usize] = total;
                    queue.push((Reverse(total), next));
                }
            }
        }
        costs
    }

    /// What decides between equals.
    fn lot(&self, code: Code) -> u64 {
        let mut lot = self.growth().seed;
        for part in code.sets() {
            lot = Random::new(lot ^ part).next();
        }
        lot
    }
}
