//! Moves that come from the opening book, told like the findings of a search.

use crate::book::{Book, Choice, Taste};
use crate::game::Game;
use crate::options::Options;
use crate::rules::Rules;
use crate::search::{FULL_SKILL, Info, Limits, Observer, Report, Signals};

/// The book's move for the last position of a game; `None` where it has none, or where somebody wants to know and not to
/// play. The same seed gives the same move.
pub(super) fn choose<R: Rules>(
    book: &Book<R>,
    game: &Game<R>,
    options: &Options,
    limits: &Limits,
    seed: u64,
) -> Option<Choice> {
    let ply = game.moves().len();
    let plays = !limits.infinite && !limits.ponder && !limits.analysis && limits.win_in.is_none();
    // A weak player knows the first moves only.
    let knows = options.skill == FULL_SKILL || ply < options.book_ply;
    if !options.book || !plays || !knows || options.multi_pv > 1 || !limits.search_moves.is_empty() {
        return None;
    }
    let taste = Taste { plies: options.book_ply, margin: options.book_margin as u32 };
    book.choose(game.position(), ply, taste, seed)
}

/// Tells a move of the book.
pub(super) fn tell(choice: &Choice, signals: &Signals, observer: &mut dyn Observer) -> Report {
    let depth = u32::from(choice.chosen.depth) + 1;
    let info = Info {
        depth,
        selective_depth: depth,
        mean_depth: 0.0,
        rank: 1,
        score: choice.chosen.value,
        nodes: 0,
        base_hits: 0,
        table_permille: 0,
        time: signals.elapsed(),
        line: choice.line.clone(),
    };
    observer.book(choice.candidates);
    observer.info(&info);
    let report = Report {
        score: info.score,
        lines: vec![info],
        depth,
        nodes: 0,
        time: signals.elapsed(),
        clock_time: signals.clock_time(),
    };
    observer.done(&report);
    report
}
