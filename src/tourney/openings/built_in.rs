//! The openings that come with the program.

use super::{Opening, read};
use crate::board::Numbering;
use crate::rules::{Rules, Variant};

/// Balanced openings of Russian draughts; the comment at the beginning of the file says how they were made.
const RUSSIAN: &str = include_str!("russian.txt");

/// The built-in openings of a game; `None` for a game that has none.
pub fn built_in<R: Rules>() -> Option<Vec<Opening<R>>> {
    match R::VARIANT {
        Variant::Russian => read(RUSSIAN.as_bytes(), Numbering::default()).ok().map(|found| found.openings),
        Variant::Giveaway | Variant::Brazilian | Variant::International | Variant::English => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidates::candidates;
    use super::super::{Effort, Recipe};
    use super::*;
    use crate::rules::Russian;

    /// What the comment in the file says. Which of the candidates the search takes may change with the search; what is
    /// tested is that the command names these candidates, in this order.
    fn recipe() -> Recipe {
        Recipe { plies: 2..=6, margin: 40, effort: Effort::Depth(14), limit: 400, seed: 1 }
    }

    #[test]
    fn the_file_is_read_without_a_warning_and_names_its_command() {
        let found = read::<Russian>(RUSSIAN.as_bytes(), Numbering::default()).unwrap();
        assert_eq!(found.warnings, Vec::new());
        assert_eq!(found.openings.len(), recipe().limit);
        assert!(RUSSIAN.contains(&format!("#   bolshak openings {}\n", recipe())));
    }

    #[test]
    fn the_openings_are_candidates_of_the_command_in_its_order() {
        let mut groups = candidates::<Russian>(&recipe().plies, recipe().seed);
        for opening in built_in::<Russian>().unwrap() {
            let candidate = groups.iter_mut().find_map(|group| {
                let place = group.iter().position(|candidate| candidate.moves == opening.moves)?;
                // Those before it were taken or refused: an opening out of order is not found among the rest.
                group.drain(..=place).next_back()
            });
            assert!(candidate.is_some(), "{opening:?} is no candidate any more, or is out of order");
        }
    }
}
