//! Commands for people who type: the position, the evaluation, the help.

use super::native::score_text;
use super::session::Session;
use crate::book::BookMove;
use crate::eval::Evaluated;
use crate::notation::{diagram, write_fen, write_legal_moves, write_move};
use crate::options::TABLE;

impl<R: Evaluated> Session<'_, R> {
    pub(super) fn display(&self) {
        let (game, output) = (self.engine.game(), &self.link.output);
        let position = game.position();
        for line in diagram(position).lines() {
            output.line(line);
        }
        output.line(format!("FEN: {}", write_fen(position, self.notation())));
        output.line(format!("Key: {:016X}", position.key().0));
        let moves = write_legal_moves(position, self.notation());
        output.line(format!(
            "Legal moves: {}",
            if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
        ));
        if let Some(result) = game.result() {
            output.line(format!("Result: {result}"));
        }
    }

    pub(super) fn explain(&self) {
        let (position, output) = (self.engine.game().position(), &self.link.output);
        let (terms, value) = self.engine.weights().explain(position);
        output.line(format!("{:<20}{:>8}{:>8}", "term", "count", "value"));
        for term in terms {
            let count = term.count.map(|count| count.to_string()).unwrap_or_default();
            output.line(format!("{:<20}{count:>8}{:>8}", term.name, term.value));
        }
        output.line(format!("{:<20}{:>8}{value:>8}", "total for White", ""));
        if position.has_capture() {
            self.note("a capture is on: the search will not use this value before the capture is made");
        }
    }

    pub(super) fn show_book(&self) {
        let (position, output) = (self.engine.game().position(), &self.link.output);
        let moves = self.engine.book().map(|book| book.moves(position)).unwrap_or_default();
        if moves.is_empty() {
            return self.note("the opening book does not have this position");
        }
        output.line(format!("{:<12}{:>8}{:>8}{:>8}", "move", "value", "depth", "games"));
        for BookMove { mv, value, depth, games, .. } in moves {
            let (text, value) = (write_move(position, mv, self.notation()), score_text(value));
            output.line(format!("{text:<12}{value:>8}{depth:>8}{:>8}", games.count()));
        }
    }

    pub(super) fn help(&self) {
        let output = &self.link.output;
        for line in HELP.lines() {
            output.line(line);
        }
        output.line("options (setoption name <name> value <value>):");
        for option in TABLE {
            output.line(format!("  {:<14}{} ({})", option.name, option.help, option.kind.listing()));
        }
    }
}

const HELP: &str = "\
position startpos|fen <FEN> [moves <move> ...]   set the position
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [mate N] [infinite] [ponder] [searchmoves <move> ...]   search
stop                    answer at once
ponderhit               the expected move was played
d                       show the position and its legal moves
eval                    show the evaluation, term by term
book                    show what the opening book knows of the moves
perft N | go perft N    count move sequences
bench [depth]           node count and speed over a fixed set of positions
uci, isready, ucinewgame, setoption, quit        as in UCI
Example: position startpos moves c3-d4 d6-c5, then go movetime 1000";
