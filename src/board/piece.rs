//! The two kinds of piece.

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// An ordinary piece, which moves forward only.
    Man,
    /// A crowned piece.
    King,
}
