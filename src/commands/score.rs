//! Scores for people and for programs.

use serde::Serialize;

use super::many;
use crate::board::Color;
use crate::search::{Outlook, Score};

/// A score for a column: `+0.35`, `win 5`, `loss 3`; of the side to move, distances in moves.
pub(super) fn short(score: Score) -> String {
    let outlook = score.outlook();
    match outlook {
        Outlook::Centimen(value) => men(value),
        Outlook::Win(_) => format!("win {}", outlook.moves()),
        Outlook::Loss(_) => format!("loss {}", outlook.moves()),
        Outlook::WinByBases(_) => format!("basewin {}", outlook.moves()),
        Outlook::LossByBases(_) => format!("baseloss {}", outlook.moves()),
    }
}

/// A score in words that leave no doubt whose it is.
pub(super) fn in_words(score: Score, turn: Color) -> String {
    let outlook = score.outlook();
    match outlook {
        Outlook::Centimen(value) => format!("{} for {turn}, who is to move", men(value)),
        Outlook::Win(0) => format!("{turn} has won"),
        Outlook::Loss(0) => format!("{} has won", !turn),
        Outlook::Win(_) => format!("{turn} wins in {}", moves(outlook.moves())),
        Outlook::Loss(_) => format!("{} wins in {}", !turn, moves(outlook.moves())),
        Outlook::WinByBases(_) => format!("{turn} wins by the endgame bases ({})", moves(outlook.moves())),
        Outlook::LossByBases(_) => {
            format!("{} wins by the endgame bases ({})", !turn, moves(outlook.moves()))
        }
    }
}

/// Hundredths of a man as men, with a sign.
pub(super) fn men(centimen: i32) -> String {
    format!("{:+.2}", f64::from(centimen) / 100.0)
}

fn moves(count: u32) -> String {
    many(count as usize, "move", "moves")
}

/// A score for programs, of the side to move.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum ScoreObject {
    Cp { value: i32 },
    Win { value: u32, plies: u32 },
    Loss { value: u32, plies: u32 },
    BaseWin { value: u32, plies: u32 },
    BaseLoss { value: u32, plies: u32 },
}

impl From<Score> for ScoreObject {
    fn from(score: Score) -> Self {
        let outlook = score.outlook();
        match outlook {
            Outlook::Centimen(value) => Self::Cp { value },
            Outlook::Win(plies) => Self::Win { value: outlook.moves(), plies },
            Outlook::Loss(plies) => Self::Loss { value: outlook.moves(), plies },
            Outlook::WinByBases(plies) => Self::BaseWin { value: outlook.moves(), plies },
            Outlook::LossByBases(plies) => Self::BaseLoss { value: outlook.moves(), plies },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_score_it_is_is_plain() {
        let words = |score| in_words(score, Color::Black);
        assert_eq!(words(Score::evaluation(35)), "+0.35 for Black, who is to move");
        assert_eq!(words(Score::evaluation(-5)), "-0.05 for Black, who is to move");
        assert_eq!(words(Score::win_in(9)), "Black wins in 5 moves");
        assert_eq!(words(Score::loss_in(2)), "White wins in 1 move");
        assert_eq!(words(Score::loss_in(0)), "White has won");
        assert_eq!(words(Score::lost_by_bases(26)), "White wins by the endgame bases (13 moves)");
        assert_eq!(short(Score::won_by_bases(25)), "basewin 13");
        assert_eq!(short(Score::win_in(1)), "win 1");
        assert_eq!(short(Score::loss_in(4)), "loss 2");
    }
}
