//! Playing levels for people: how far the weak ones look, and how they choose among moves that look good to them.
//!
//! A weak level plays like a weak person. It takes what can be taken and does not give men away as far as it sees, but it
//! does not see far; of the moves that then look good it does not always play the best. All of it is in one table.

use super::Score;
use crate::random::Random;

/// The strongest level, at which the engine plays as well as it can.
pub const FULL_SKILL: usize = 20;

/// A level below the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How deep it looks on the average, in tenths of a ply; captures are followed to their end. Between two depths
    /// chance decides, anew at each move.
    depth: u32,
    /// How much worse than the best a move may look and still be played, in hundredths of a man.
    margin: i32,
    /// The most pieces of which it asks the endgame bases.
    pub(super) bases_pieces: u32,
}

/// The levels from 1 on: depth, margin, pieces. The steps between them are about equally large, as matches have shown.
const LEVELS: [(u32, i32, u32); FULL_SKILL - 1] = [
    (10, 100, 0),
    (12, 86, 0),
    (15, 74, 0),
    (18, 64, 0),
    (20, 56, 0),
    (23, 48, 0),
    (26, 42, 0),
    (29, 36, 0),
    (33, 31, 0),
    (37, 26, 2),
    (42, 23, 2),
    (48, 20, 3),
    (54, 17, 3),
    (61, 14, 3),
    (69, 12, 4),
    (77, 10, 4),
    (88, 8, 4),
    (101, 6, 5),
    (117, 4, 5),
];

impl Level {
    /// The level of a skill from 1 to [`FULL_SKILL`], which has none: nothing is held back.
    pub fn of(skill: usize) -> Option<Self> {
        let &(depth, margin, bases_pieces) = LEVELS.get(skill.checked_sub(1)?)?;
        Some(Self { depth, margin, bases_pieces })
    }

    /// The depth of a search, in plies.
    pub(super) fn draw_depth(self, random: &mut Random) -> u32 {
        self.depth / 10 + u32::from((random.below(10) as u32) < self.depth % 10)
    }

    /// The place of the move to play among moves, the best first, of which each has its score and by how many pieces it
    /// leaves the side to move ahead.
    pub(super) fn choose(self, candidates: &[(Score, i32)], random: &mut Random) -> usize {
        let Some(&(best, lead)) = candidates.first() else { return 0 };
        let Some(most) = best.centimen() else { return 0 };
        // The likelihood falls with the square of what is left of the margin.
        let weight = |&(score, left): &(Score, i32)| match score.centimen() {
            Some(value) if left >= lead => (self.margin - (most - value)).max(0).pow(2) as usize,
            _ => 0,
        };
        let weights: Vec<usize> = candidates.iter().map(weight).collect();
        let mut drawn = random.below(weights.iter().sum::<usize>().max(1));
        for (place, &weight) in weights.iter().enumerate() {
            match drawn.checked_sub(weight) {
                Some(rest) => drawn = rest,
                None => return place,
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(skill: usize) -> Level {
        Level::of(skill).unwrap()
    }

    #[test]
    fn each_level_sees_further_and_chooses_better_than_the_one_before() {
        for skill in 2..FULL_SKILL {
            let (before, level) = (at(skill - 1), at(skill));
            assert!(level.depth > before.depth && level.margin < before.margin, "{skill}");
            assert!(level.bases_pieces >= before.bases_pieces, "{skill}");
        }
        assert!(at(1).depth >= 10 && at(FULL_SKILL - 1).margin > 0);
        assert_eq!((Level::of(0), Level::of(FULL_SKILL)), (None, None));
    }

    #[test]
    fn the_mean_depth_is_that_of_the_table() {
        let level = Level { depth: 37, margin: 1, bases_pieces: 0 };
        let mut random = Random::new(1);
        let depths: Vec<u32> = (0..10_000).map(|_| level.draw_depth(&mut random)).collect();
        assert!(depths.iter().all(|depth| [3, 4].contains(depth)));
        let sum: u32 = depths.iter().sum();
        assert!((36_500..37_500).contains(&sum), "{sum}");
    }

    /// How often each of some moves is played in ten thousand times.
    fn counts<const MOVES: usize>(skill: usize, candidates: [(Score, i32); MOVES]) -> [u32; MOVES] {
        let (mut counts, mut random) = ([0; MOVES], Random::new(1));
        for _ in 0..10_000 {
            counts[at(skill).choose(&candidates, &mut random)] += 1;
        }
        counts
    }

    #[test]
    fn worse_moves_are_played_less_often_and_those_beyond_the_margin_never() {
        let worth = |loss| (Score::evaluation(30 - loss), 0);
        let margin = at(1).margin;
        let [best, good, fair, bad] =
            counts(1, [worth(0), worth(margin / 4), worth(margin / 2), worth(margin)]);
        assert!(best > good && good > fair && fair > 500, "{best} {good} {fair}");
        assert_eq!(bad, 0);
        let [_, stronger] = counts(5, [worth(0), worth(margin / 4)]);
        let [_, weaker] = counts(1, [worth(0), worth(margin / 4)]);
        assert!(stronger < weaker);
    }

    #[test]
    fn no_piece_is_given_away_and_no_win_passed_by() {
        let even = Score::evaluation(5);
        assert_eq!(counts(1, [(even, 1), (even, 0), (even, 1)])[1], 0);
        assert_eq!(counts(1, [(Score::win_in(3), 0), (Score::win_in(5), 0)])[1], 0);
        assert_eq!(counts(1, [(Score::won_by_bases(3), 0), (even, 0)])[1], 0);
        assert_eq!(counts(1, [(even, 0), (Score::loss_in(4), 0)])[1], 0);
        assert_eq!(at(1).choose(&[], &mut Random::new(1)), 0);
    }
}
