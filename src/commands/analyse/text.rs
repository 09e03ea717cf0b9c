//! An analysis for people.

use crate::book::BookMove;
use crate::game::Game;
use crate::notation::{diagram, write_fen, write_line, write_move};
use crate::options::Options;
use crate::protocol::Output;
use crate::rules::Rules;
use crate::search::{Info, Report, nodes_per_second};

use super::super::score;

/// The moves of a line that a row of the progress shows; the outcome shows all.
const MOVES_IN_A_ROW: usize = 8;

/// The board and the FEN.
pub(super) fn show_position<R: Rules>(game: &Game<R>, options: &Options, output: &Output) {
    output.text(diagram(game.position()));
    output.line(format!("FEN: {}", write_fen(game.position(), options.notation())));
    output.line("");
}

/// What the opening book knows of the moves.
pub(super) fn show_book<R: Rules>(moves: &[BookMove], game: &Game<R>, options: &Options, output: &Output) {
    if moves.is_empty() {
        output.line("The opening book does not have this position.\n");
        return;
    }
    output.line(format!("{:<12}{:>8}{:>8}{:>8}", "book move", "value", "depth", "games"));
    for BookMove { mv, value, depth, games, .. } in moves {
        let text = write_move(game.position(), *mv, options.notation());
        output.line(format!("{text:<12}{:>8}{depth:>8}{:>8}", score::short(*value), games.count()));
    }
    output.line("");
}

/// The names of the columns.
pub(super) fn show_heading(options: &Options, output: &Output) {
    let rank = if options.multi_pv > 1 { " rank" } else { "" };
    output.line(format!("depth{rank} {:>8} {:>12} {:>9}  line", "score", "nodes", "time"));
}

/// A row of the progress.
pub(super) fn show_progress<R: Rules>(info: &Info, game: &Game<R>, options: &Options, output: &Output) {
    let rank = if options.multi_pv > 1 { format!(" {:>4}", info.rank) } else { String::new() };
    let shown = &info.line.moves()[..info.line.moves().len().min(MOVES_IN_A_ROW)];
    let more = if shown.len() < info.line.moves().len() { " …" } else { "" };
    output.line(format!(
        "{:>5}{rank} {:>8} {:>12} {:>8.2}s  {}{more}",
        info.depth,
        score::short(info.score),
        info.nodes,
        info.time.as_secs_f64(),
        write_line(game.position(), shown, options.notation()).join(" "),
    ));
}

/// What was found. Without a report, the game is over.
pub(super) fn show_outcome<R: Rules>(
    game: &Game<R>,
    report: Option<&Report>,
    options: &Options,
    output: &Output,
) {
    let Some(report) = report else {
        let result = game.result().map_or_else(String::new, |result| result.to_string());
        output.line(format!("The game is over. Result: {result}"));
        return;
    };
    let line = |info: &Info| write_line(game.position(), info.line.moves(), options.notation());
    let best = report.lines.first().map(line).unwrap_or_default();
    output.line("");
    output.line(format!("Best move:  {}", best.first().map_or("none", String::as_str)));
    output.line(format!("Score:      {}", score::in_words(report.score, game.position().turn())));
    output.line(format!("Line:       {}", best.join(" ")));
    for info in report.lines.iter().skip(1) {
        let label = format!("Line {}:", info.rank);
        output.line(format!("{label:<11} {}  {}", score::short(info.score), line(info).join(" ")));
    }
    output.line(format!("Depth:      {}", report.depth));
    output.line(format!("Nodes:      {}", report.nodes));
    output.line(format!("Time:       {:.2} s", report.time.as_secs_f64()));
    output.line(format!("Speed:      {} nodes/s", nodes_per_second(report.nodes, report.time)));
}
