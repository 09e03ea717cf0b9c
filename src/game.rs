//! A game: where it started, the moves, and whether and why it is over.

use std::fmt;

use crate::board::{Color, Numbering};
use crate::notation::{MoveError, ReadMove, read_move};
use crate::position::{Key, Move, Position};
use crate::rules::{DrawCounters, DrawRule, Objective, Rules};

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces, but none of them can move.
    NoMoves,
    /// The other side gave up.
    Resignation,
    /// The other side overstepped its time.
    Time,
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPieces => "no pieces left",
            Self::NoMoves => "no legal move",
            Self::Resignation => "resignation",
            Self::Time => "time",
        })
    }
}

/// How a game ended, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One side won.
    Win {
        /// The side that won.
        winner: Color,
        /// Why.
        reason: WinReason,
    },
    /// A draw by this rule.
    Draw(DrawRule),
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, reason } => write!(f, "{winner} wins: {reason}"),
            Self::Draw(rule) => write!(f, "draw: {rule}"),
        }
    }
}

/// The move cannot be played: it is not legal, or the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;

/// A game of `R`.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    /// Every position so far; never empty.
    positions: Vec<Position<R>>,
    moves: Vec<Move>,
    counters: DrawCounters,
    /// Whether D3–D7 count.
    piece_count_rules: bool,
    /// What the players or the clock decided.
    declared: Option<GameResult>,
}

impl<R: Rules> Default for Game<R> {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl<R: Rules> Game<R> {
    /// A game that starts with this position.
    pub fn new(start: Position<R>) -> Self {
        Self {
            positions: vec![start],
            moves: Vec::new(),
            counters: DrawCounters::start(start.material()),
            piece_count_rules: R::PIECE_COUNT_RULES,
            declared: None,
        }
    }

    /// The same game with the draw rules D3–D7 off, or on where the game has them. D2, repetition, is always on.
    #[must_use]
    pub fn with_piece_count_rules(self, on: bool) -> Self {
        Self { piece_count_rules: on && R::PIECE_COUNT_RULES, ..self }
    }

    /// Whether the draw rules D3–D7 count.
    pub const fn piece_count_rules(&self) -> bool {
        self.piece_count_rules
    }

    /// The position the game started with.
    pub fn start(&self) -> &Position<R> {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position<R> {
        &self.positions[self.moves.len()]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Each position, the start first, the one now last.
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions
    }

    /// The counters of the draw rules.
    pub const fn counters(&self) -> DrawCounters {
        self.counters
    }

    /// The keys of the earlier positions that can still occur again, oldest first, the position now excluded.
    pub fn repeatable_keys(&self) -> Vec<Key> {
        let now = self.moves.len();
        self.positions[now.saturating_sub(self.counters.reversible_plies())..now]
            .iter()
            .map(Position::key)
            .collect()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal. A game drawn by a rule can be played on: whether to stop is for the players.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position().legal_moves().contains(&mv) {
            return Err(IllegalMove);
        }
        let kind = self.position().move_kind(mv);
        let next = self.position().after(mv);
        self.counters = self.counters.after(kind, next.material());
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Reads a move and plays it.
    ///
    /// # Errors
    /// When the text is no legal move here; nothing is played then.
    pub fn play_text(&mut self, text: &str, numbering: Numbering) -> Result<ReadMove, MoveError> {
        let read = read_move(self.position(), text, numbering)?;
        // What was read is one of the legal moves.
        let _ = self.play(read.mv);
        Ok(read)
    }

    /// Takes the last moves back, as many as there are and at most `count`; what was declared is forgotten.
    pub fn undo(&mut self, count: usize) {
        let kept = self.moves.len().saturating_sub(count);
        let mut game = Self::new(*self.start()).with_piece_count_rules(self.piece_count_rules);
        for &mv in &self.moves[..kept] {
            // Each move was legal when it was first played.
            let _ = game.play(mv);
        }
        *self = game;
    }

    /// A side gives up.
    pub fn resign(&mut self, loser: Color) {
        self.declared = Some(GameResult::Win { winner: !loser, reason: WinReason::Resignation });
    }

    /// A side's time is over.
    pub fn lose_on_time(&mut self, loser: Color) {
        self.declared = Some(GameResult::Win { winner: !loser, reason: WinReason::Time });
    }

    /// D1: the players agree on a draw.
    pub fn agree_draw(&mut self) {
        self.declared = Some(GameResult::Draw(DrawRule::Agreement));
    }

    /// The result, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        self.declared
            .or_else(|| self.end_of_moves())
            .or_else(|| self.repetition().map(GameResult::Draw))
            .or_else(|| self.piece_count_draw().map(GameResult::Draw))
    }

    /// The result under a sudden-death clock without increment, where D8 applies too: in a standard ending the
    /// game is drawn unless `win_can_be_shown`, which is asked only there.
    pub fn result_in_sudden_death(&self, win_can_be_shown: impl FnOnce(&Self) -> bool) -> Option<GameResult> {
        self.result().or_else(|| {
            let standard = self.piece_count_rules && self.position().material().is_standard_ending();
            (standard && !win_can_be_shown(self)).then_some(GameResult::Draw(DrawRule::StandardEnding))
        })
    }

    /// The side to move has no piece or no legal move.
    fn end_of_moves(&self) -> Option<GameResult> {
        let position = self.position();
        if position.has_legal_move() {
            return None;
        }
        let reason = if position.pieces(position.turn()).is_empty() {
            WinReason::NoPieces
        } else {
            WinReason::NoMoves
        };
        let winner = match R::OBJECTIVE {
            Objective::TakeAll => !position.turn(),
            Objective::LoseAll => position.turn(),
        };
        Some(GameResult::Win { winner, reason })
    }

    /// D2: the position now has occurred three times.
    fn repetition(&self) -> Option<DrawRule> {
        let occurrences = self.positions.iter().filter(|&position| position == self.position()).count();
        (occurrences >= 3).then_some(DrawRule::Repetition)
    }

    /// D3–D7.
    fn piece_count_draw(&self) -> Option<DrawRule> {
        if self.piece_count_rules { self.counters.draw(self.position().material()) } else { None }
    }
}
