//! What a book says, for programs. The fields are a promise: [`HELP`] describes each.

use serde::Serialize;

use super::super::super::score::ScoreObject;
use super::Answer;
use crate::book::{BookMove, Games};
use crate::game::Game;
use crate::notation::{write_fen, write_line, write_move};
use crate::options::Options;
use crate::rules::Rules;

/// What the help says about the object.
pub(super) const HELP: &str = "\
The object that --json prints (scores are those of the side to move):
  variant   the game: \"russian\" or \"giveaway\"
  fen       the position that was looked at
  result    null, or how the game is over; nothing is said of it then
  in_book   whether the book has the position
  value     null, or what it is worth by all that comes after it:
            {\"kind\": \"cp\", \"value\": hundredths of a man}, or
            {\"kind\": \"win\", \"loss\", \"basewin\" or \"baseloss\", \"value\": own
            moves, \"plies\": moves of either side}
  depth     null, or the depth of its search
  expanded  whether all positions after it are in the book
  games     {\"won\", \"drawn\", \"lost\", \"open\"}: the games in which it occurred, by
            their results for the side to move; open are those without result
  legal     the number of legal moves
  moves     those in the book, best first, each with move, value, depth, expanded
            and games (as above, of the position after it, but for whoever moves)
  line      the best moves as far as the book has them";

/// The object.
#[derive(Debug, Serialize)]
pub(super) struct Object {
    variant: &'static str,
    fen: String,
    result: Option<String>,
    in_book: bool,
    value: Option<ScoreObject>,
    depth: Option<u8>,
    expanded: bool,
    games: GamesObject,
    legal: usize,
    moves: Vec<MoveObject>,
    line: Vec<String>,
}

#[derive(Debug, Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    mv: String,
    value: ScoreObject,
    depth: u8,
    expanded: bool,
    games: GamesObject,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct GamesObject {
    won: u32,
    drawn: u32,
    lost: u32,
    open: u32,
}

impl From<Games> for GamesObject {
    fn from(Games { won, drawn, lost, open }: Games) -> Self {
        Self { won, drawn, lost, open }
    }
}

impl Object {
    /// What is to be said of the last position of a game.
    pub(super) fn new<R: Rules>(game: &Game<R>, answer: &Answer, options: &Options) -> Self {
        let (position, notation) = (game.position(), options.notation());
        let known = |known: &BookMove| MoveObject {
            mv: write_move(position, known.mv, notation),
            value: known.value.into(),
            depth: known.depth,
            expanded: known.is_expanded,
            games: known.games.into(),
        };
        Self {
            variant: R::VARIANT.name(),
            fen: write_fen(position, notation),
            result: game.result().map(|result| result.to_string()),
            in_book: answer.entry.is_some(),
            value: answer.entry.map(|entry| entry.value.into()),
            depth: answer.entry.map(|entry| entry.depth),
            expanded: answer.entry.is_some_and(|entry| entry.is_expanded),
            games: answer.games.into(),
            legal: answer.legal,
            moves: answer.moves.iter().map(known).collect(),
            line: write_line(position, answer.line.moves(), notation),
        }
    }
}
