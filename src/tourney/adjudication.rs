//! Games that are as good as over are ended by their scores.

use crate::board::Color;

/// When a game is ended before the rules end it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// A draw, when the game goes on and on with nothing in it for either side.
    pub draw: Option<DrawAdjudication>,
    /// A win, when both engines have seen it for long enough.
    pub win: Option<WinAdjudication>,
    /// A draw after so many plies.
    pub most_plies: Option<usize>,
}

/// A draw by scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawAdjudication {
    /// The first move at which it may be called.
    pub from_move: usize,
    /// The moves of each side in a row with such a score.
    pub moves: usize,
    /// The greatest score in men, of either sign.
    pub score: f64,
}

/// A win by scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinAdjudication {
    /// The moves of each side in a row with such a score.
    pub moves: usize,
    /// The least score in men.
    pub score: f64,
}

/// How a game was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    Draw(&'static str),
    Win(Color),
}

impl Adjudication {
    /// The ruling after these plies, whose scores are those of White; `None` where an engine gave none.
    pub(super) fn ruling(&self, scores: &[Option<f64>]) -> Option<Ruling> {
        let last = |moves: usize| scores.len().checked_sub(2 * moves).and_then(|from| scores.get(from..));
        let all = |moves: usize, holds: &dyn Fn(f64) -> bool| {
            last(moves).is_some_and(|last| last.iter().all(|score| score.is_some_and(holds)))
        };
        if let Some(rule) = self.win {
            for (winner, sign) in [(Color::White, 1.0), (Color::Black, -1.0)] {
                if all(rule.moves, &|score| sign * score >= rule.score) {
                    return Some(Ruling::Win(winner));
                }
            }
        }
        if let Some(rule) = self.draw
            && scores.len() >= 2 * rule.from_move.saturating_sub(1)
            && all(rule.moves, &|score| score.abs() <= rule.score)
        {
            return Some(Ruling::Draw("adjudication by score"));
        }
        let too_long = self.most_plies.is_some_and(|most| scores.len() >= most);
        too_long.then_some(Ruling::Draw("adjudication: the game is too long"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(list: &[f64]) -> Vec<Option<f64>> {
        list.iter().map(|&score| Some(score)).collect()
    }

    #[test]
    fn a_win_needs_both_sides_for_some_moves() {
        let rule =
            Adjudication { win: Some(WinAdjudication { moves: 2, score: 5.0 }), ..Adjudication::default() };
        assert_eq!(rule.ruling(&scores(&[6.0, 5.0, 7.0])), None);
        assert_eq!(rule.ruling(&scores(&[0.0, 6.0, 5.0, 7.0, 99.9])), Some(Ruling::Win(Color::White)));
        assert_eq!(rule.ruling(&scores(&[-6.0, -5.0, -7.0, -99.9])), Some(Ruling::Win(Color::Black)));
        assert_eq!(rule.ruling(&scores(&[6.0, 4.9, 7.0, 6.0])), None);
        assert_eq!(rule.ruling(&[Some(6.0), None, Some(6.0), Some(6.0)]), None);
    }

    #[test]
    fn a_draw_needs_quiet_moves_late_enough() {
        let rule = Adjudication {
            draw: Some(DrawAdjudication { from_move: 4, moves: 2, score: 0.1 }),
            ..Adjudication::default()
        };
        assert_eq!(rule.ruling(&scores(&[0.0; 5])), None);
        assert_eq!(rule.ruling(&scores(&[0.0; 6])), Some(Ruling::Draw("adjudication by score")));
        assert_eq!(rule.ruling(&scores(&[0.0, 0.0, 0.0, 0.2, 0.0, 0.0])), None);
    }

    #[test]
    fn a_game_may_only_be_so_long() {
        let rule = Adjudication { most_plies: Some(3), ..Adjudication::default() };
        assert_eq!(rule.ruling(&[None, None]), None);
        assert!(matches!(rule.ruling(&[None; 3]), Some(Ruling::Draw(_))));
        assert_eq!(Adjudication::default().ruling(&scores(&[99.0; 50])), None);
    }
}
