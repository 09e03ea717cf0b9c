//! Events as lines of the native protocol.

use super::super::event::Event;
use crate::options::TABLE;
use crate::search::{Info, Outlook, Score, nodes_per_second};

/// An event as lines.
pub(in super::super) fn lines(event: Event) -> Vec<String> {
    match event {
        Event::Identity(_) => identity(),
        Event::Alive => vec!["readyok".to_owned()],
        // Only the Hub protocol asks for it.
        Event::Initialized => Vec::new(),
        Event::Info { info, line } => vec![info_line(info, line)],
        Event::GameOver(score) => vec![format!("info depth 0 score {}", score_text(score))],
        Event::Done { best: None, .. } => vec!["bestmove (none)".to_owned()],
        Event::Done { best: Some(best), reply: None } => vec![format!("bestmove {best}")],
        Event::Done { best: Some(best), reply: Some(reply) } => {
            vec![format!("bestmove {best} ponder {reply}")]
        }
        Event::Error(text) => vec![format!("info string error: {text}")],
        Event::Note(text) => vec![format!("info string {text}")],
    }
}

fn identity() -> Vec<String> {
    let who = [
        format!("id name bolshak {}", env!("CARGO_PKG_VERSION")),
        format!("id author {}", super::super::AUTHOR),
    ];
    let options = TABLE.iter().map(|option| format!("option name {} {}", option.name, option.kind.listing()));
    who.into_iter().chain(options).chain(["uciok".to_owned()]).collect()
}

/// `info depth … pv …`.
fn info_line(info: &Info, line: &[String]) -> String {
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        info.depth,
        info.selective_depth,
        info.rank,
        score_text(info.score),
        info.nodes,
        nodes_per_second(info.nodes, info.time),
        info.table_permille,
        info.base_hits,
        info.time.as_millis(),
        line.join(" "),
    )
}

/// `cp 12`, `win 3`, `loss 0`, `basewin 13`, `baseloss 5`: distances in moves of the side that wins or loses.
pub(in super::super) fn score_text(score: Score) -> String {
    let outlook = score.outlook();
    match outlook {
        Outlook::Centimen(value) => format!("cp {value}"),
        Outlook::Win(_) => format!("win {}", outlook.moves()),
        Outlook::Loss(_) => format!("loss {}", outlook.moves()),
        Outlook::WinByBases(_) => format!("basewin {}", outlook.moves()),
        Outlook::LossByBases(_) => format!("baseloss {}", outlook.moves()),
    }
}
