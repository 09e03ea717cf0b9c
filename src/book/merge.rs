//! Several books made one.

use std::collections::btree_map;

use super::entry::{Effort, Entry};
use super::file::Parts;
use super::graph::{TooManyEfforts, number_of_effort};

/// What stands for an effort that a book does not describe.
const UNKNOWN: &str = "unknown";

impl Parts {
    /// Adds all that another book of the same game holds. Of a position that both have, the search with more nodes counts, of
    /// equal ones that of this book; games are added up. Growth stays that of this book, and a
    /// round of it begins anew. Values are those of the
    /// searches until they are backed up anew, as [`Graph::of`](super::Graph::of) does.
    ///
    /// # Errors
    /// When both together were searched in more ways than a book can tell apart.
    pub fn add(&mut self, other: Self) -> Result<(), TooManyEfforts> {
        let Self { efforts, entries, roots, games, growth: _, pending: _ } = other;
        self.pending.clear();
        for (code, entry) in entries {
            let effort = description(&efforts, entry);
            let effort_here = number_of_effort(&mut self.efforts, &effort)?;
            let added = Entry { effort: effort_here, ..entry };
            match self.entries.entry(code) {
                btree_map::Entry::Vacant(place) => {
                    place.insert(added);
                }
                btree_map::Entry::Occupied(mut place) => {
                    let here = *place.get();
                    let is_better = effort.nodes > description(&self.efforts, here).nodes;
                    let is_expanded = here.is_expanded || added.is_expanded;
                    place.insert(Entry { is_expanded, ..if is_better { added } else { here } });
                }
            }
        }
        self.roots.extend(roots);
        self.roots.sort_unstable();
        self.roots.dedup();
        for (code, games) in games {
            let known = self.games.entry(code).or_default();
            *known = known.with(games);
        }
        Ok(())
    }
}

/// How an entry was searched.
fn description(efforts: &[Effort], entry: Entry) -> Effort {
    let known = efforts.get(usize::from(entry.effort)).cloned();
    known.unwrap_or_else(|| Effort { nodes: 0, program: UNKNOWN.to_owned() })
}
