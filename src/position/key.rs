//! The key of a position.

use crate::board::{Bitboard, ByColor, Color};

/// A 64-bit fingerprint of a position: equal positions have equal keys, and different ones practically never do.
///
/// It is computed from the bitboards when asked for and not kept up to date move by move: two multiplications
/// cost less than the table look-ups for each piece moved and captured, and there is nothing to get out of step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

/// Odd constants without a pattern: the first digits of the fractional parts of √2, √3, √5 and √7.
const SALT: [u64; 4] =
    [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1];

impl Key {
    pub(super) fn of(pieces: ByColor<Bitboard>, kings: Bitboard, turn: Color) -> Self {
        let turn = if turn == Color::White { SALT[2] } else { !SALT[2] };
        let board = fold(pieces[Color::White].0 ^ SALT[0], pieces[Color::Black].0 ^ SALT[1]);
        Self(fold(board ^ turn, kings.0 ^ SALT[3]))
    }

    /// The key of the same position in another context, such as with few moves left before a draw.
    #[must_use]
    pub fn with(self, context: u64) -> Self {
        Self(fold(self.0 ^ SALT[1], context ^ SALT[0]))
    }
}

/// Both halves of the product, so that each bit of the arguments reaches the whole result.
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ (product >> 64) as u64
}
