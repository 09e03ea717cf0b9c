//! The board and its vocabulary. Nothing here knows the rules of any one game, and nothing reads or prints.

mod bitboard;
mod color;
mod direction;
mod geometry;
mod piece;
mod square;
mod tables;

pub use bitboard::Bitboard;
pub use color::{ByColor, Color};
pub use direction::Direction;
pub use geometry::{Geometry, Numbering};
pub use piece::Piece;
pub use square::Square;
pub use tables::Tables;
