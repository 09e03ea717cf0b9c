//! The game that a client describes: where it begins, and its moves.

use super::command::{Moves, Place, PositionCommand};
use crate::board::Numbering;
use crate::game::Game;
use crate::notation::{MoveError, quoted, read_fen, read_hub_move, read_hub_position, write_move};
use crate::options::Options;
use crate::position::Position;
use crate::rules::Rules;

/// A game that was read.
pub(super) struct Reading<R: Rules> {
    pub(super) game: Game<R>,
    /// The numbering of its moves, where the moves have told it.
    pub(super) numbering: Option<Numbering>,
    /// What the client should know.
    pub(super) notes: Vec<String>,
}

/// Reads a game.
///
/// # Errors
/// What is wrong with its first position or its first wrong move.
pub(super) fn read_game<R: Rules>(
    command: &PositionCommand,
    options: &Options,
) -> Result<Reading<R>, String> {
    let limit = options.piece_limit;
    let start = match &command.place {
        Place::Start => Position::start(),
        Place::Fen(fen) => read_fen(fen, options.numbering, limit).map_err(|error| error.to_string())?,
        Place::Hub(text) => read_hub_position(text, limit).map_err(|error| error.to_string())?,
    };
    match &command.moves {
        Moves::Usual(moves) => usual_moves(start, moves, options),
        Moves::Hub(moves, preferred) => hub_moves(start, moves, *preferred),
    }
}

fn usual_moves<R: Rules>(
    start: Position<R>,
    moves: &[String],
    options: &Options,
) -> Result<Reading<R>, String> {
    let (mut game, mut notes) = (Game::new(start), Vec::new());
    for (number, text) in (1..).zip(moves) {
        let before = *game.position();
        let read = game.play_text(text, options.numbering).map_err(|error| wrong_move(number, &error))?;
        if read.separator_mixed_up {
            let meant = write_move(&before, read.mv, options.notation());
            notes.push(format!("move {number}: {} is read as {meant}", quoted(text)));
        }
    }
    Ok(Reading { game, numbering: None, notes })
}

/// Clients of the Hub protocol number the squares of moves from b8 or from a1: what makes all moves legal is meant.
fn hub_moves<R: Rules>(
    start: Position<R>,
    moves: &[String],
    preferred: Numbering,
) -> Result<Reading<R>, String> {
    let played = |numbering: Numbering| {
        let mut game = Game::new(start);
        for (number, text) in (1..).zip(moves) {
            let mv = read_hub_move(game.position(), text, numbering)
                .map_err(|error| (number, wrong_move(number, &error)))?;
            // What was read is one of the legal moves.
            let _ = game.play(mv);
        }
        Ok(Reading { game, numbering: Some(numbering), notes: Vec::new() })
    };
    played(preferred).or_else(|(number, error)| {
        // Of two errors, the later one is that of the numbering that is meant.
        played(preferred.other()).map_err(|(other, text)| if other > number { text } else { error })
    })
}

fn wrong_move(number: usize, error: &MoveError) -> String {
    format!("move {number}: {error}")
}
