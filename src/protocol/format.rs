//! Events as lines.

use crate::notation::{Notation, write_line, write_move};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::search::{Info, Outlook, Report, Score, nodes_per_second};

/// `info depth … pv …`.
pub fn info_line<R: Rules>(info: &Info, root: &Position<R>, notation: Notation) -> String {
    let milliseconds = info.time.as_millis();
    let per_second = nodes_per_second(info.nodes, info.time);
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {per_second} hashfull {} time {milliseconds} pv {}",
        info.depth,
        info.selective_depth,
        info.rank,
        score_text(info.score),
        info.nodes,
        info.table_permille,
        write_line(root, info.line.moves(), notation).join(" "),
    )
}

/// `bestmove … [ponder …]`, or `bestmove (none)` without a legal move.
pub fn bestmove_line<R: Rules>(report: &Report, root: &Position<R>, notation: Notation) -> String {
    let Some(best) = report.best() else { return "bestmove (none)".to_owned() };
    let text = write_move(root, best, notation);
    let after = root.after(best);
    let is_legal = |mv: &Move| after.legal_moves().contains(mv);
    match report.ponder().filter(is_legal) {
        Some(ponder) => format!("bestmove {text} ponder {}", write_move(&after, ponder, notation)),
        None => format!("bestmove {text}"),
    }
}

/// `cp 12`, `win 3`, `loss 0`: distances in moves of the side that wins or loses.
pub(super) fn score_text(score: Score) -> String {
    let outlook = score.outlook();
    match outlook {
        Outlook::Centimen(value) => format!("cp {value}"),
        Outlook::Win(_) => format!("win {}", outlook.moves()),
        Outlook::Loss(_) => format!("loss {}", outlook.moves()),
    }
}
