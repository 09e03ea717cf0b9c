//! An analysis for programs. The fields are a promise: [`HELP`] describes each.

use serde::Serialize;

use super::super::score::ScoreObject;
use crate::book::BookMove;
use crate::game::{Game, GameResult};
use crate::notation::{write_fen, write_legal_moves, write_line, write_move};
use crate::options::Options;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Info, Report, Score, nodes_per_second};

/// What the help says about the object.
pub(super) const HELP: &str = "\
The object that --json prints (scores are those of the side to move):
  variant   the game: \"russian\" or \"giveaway\"
  fen       the position that was looked at
  moves     its legal moves, sorted by name
  result    null, or how the game is over, for instance \"draw: the position
            occurred for the third time\"; nothing is searched then
  depth     the last depth that was finished, in moves of either side
  seldepth  the deepest move that was looked at, counted the same way
  nodes     positions looked at
  time_ms   time used, in milliseconds
  nps       nodes per second
  score     {\"kind\": \"cp\", \"value\": hundredths of a man} or
            {\"kind\": \"win\" or \"loss\", \"value\": own moves, \"plies\": moves of
            either side until the game is over}
  best      the best move, or null when there is none
  ponder    the expected reply, or null
  book      with --book, the moves of the opening book, best first, each with
            move, score (as above), depth of its search, and games
  lines     the best lines, as many as --multipv says, each with
            rank (from 1), score (as above), depth, seldepth and pv (the moves)";

/// The object.
#[derive(Debug, Serialize)]
pub(super) struct Analysis {
    variant: &'static str,
    fen: String,
    moves: Vec<String>,
    result: Option<String>,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    score: ScoreObject,
    best: Option<String>,
    ponder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<Vec<BookObject>>,
    lines: Vec<LineObject>,
}

#[derive(Debug, Serialize)]
struct BookObject {
    r#move: String,
    score: ScoreObject,
    depth: u8,
    games: u32,
}

#[derive(Debug, Serialize)]
struct LineObject {
    rank: u32,
    score: ScoreObject,
    depth: u32,
    seldepth: u32,
    pv: Vec<String>,
}

impl Analysis {
    /// What is to be said of the last position of a game. Without a report, the game is over.
    pub(super) fn new<R: Rules>(
        game: &Game<R>,
        report: Option<&Report>,
        book: Option<&[BookMove]>,
        options: &Options,
    ) -> Self {
        let (position, notation) = (game.position(), options.notation());
        let lines: Vec<LineObject> = report
            .map(|report| report.lines.iter().map(|info| LineObject::new(info, position, options)).collect())
            .unwrap_or_default();
        let move_of_best = |index: usize| lines.first().and_then(|line| line.pv.get(index).cloned());
        let (nodes, time) = report.map(|report| (report.nodes, report.time)).unwrap_or_default();
        Self {
            variant: options.variant.name(),
            fen: write_fen(position, notation),
            moves: write_legal_moves(position, notation),
            result: game.result().map(|result| result.to_string()),
            depth: report.map_or(0, |report| report.depth),
            seldepth: lines.first().map_or(0, |line| line.seldepth),
            nodes,
            time_ms: time.as_millis() as u64,
            nps: nodes_per_second(nodes, time),
            score: report.map_or_else(|| score_when_over(game), |report| report.score).into(),
            book: book
                .map(|moves| moves.iter().map(|known| BookObject::new(known, position, options)).collect()),
            best: move_of_best(0),
            ponder: move_of_best(1),
            lines,
        }
    }
}

impl BookObject {
    fn new<R: Rules>(known: &BookMove, position: &Position<R>, options: &Options) -> Self {
        Self {
            r#move: write_move(position, known.mv, options.notation()),
            score: known.value.into(),
            depth: known.depth,
            games: known.games.count(),
        }
    }
}

impl LineObject {
    fn new<R: Rules>(info: &Info, position: &Position<R>, options: &Options) -> Self {
        Self {
            rank: info.rank,
            score: info.score.into(),
            depth: info.depth,
            seldepth: info.selective_depth,
            pv: write_line(position, info.line.moves(), options.notation()),
        }
    }
}

/// What a game that is over is worth to the side that would be to move.
fn score_when_over<R: Rules>(game: &Game<R>) -> Score {
    match game.result() {
        Some(GameResult::Win { winner, .. }) if winner == game.position().turn() => Score::win_in(0),
        Some(GameResult::Win { .. }) => Score::loss_in(0),
        Some(GameResult::Draw(_)) | None => Score::DRAW,
    }
}
