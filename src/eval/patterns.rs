//! Patterns of men: what stands in windows of the board, as numbers.
//!
//! A window is two dark squares wide and six rows high. Each pair of neighbouring columns of dark squares has one that
//! begins at White's first row and, as Black sees the board, one that begins at his; the windows of both sides share
//! their weights. On 8×8 these are six windows of twelve squares. In each square is nothing, a man of the side whose
//! window it is, or an enemy man; the contents of a window are the digits of a number. No enemy man stands on the first
//! row, where it would be crowned, so there a digit has two values only. The shape is that of Scan's patterns.

use std::marker::PhantomData;

use crate::board::{Bitboard, Color, Geometry};
use crate::position::Position;
use crate::rules::Rules;

/// The values that the first two rows of a window can have.
pub(crate) const FIRST: usize = 2 * 2 * 3 * 3;
/// The values that any other two rows can have.
pub(crate) const OTHER: usize = 3 * 3 * 3 * 3;
/// The values that a window can have: two rows, and two, and two.
pub(crate) const CONTENTS: usize = FIRST * OTHER * OTHER;

/// The patterns of a game.
pub(crate) struct Patterns<R: Rules>(PhantomData<R>);

impl<R: Rules> Patterns<R> {
    /// The windows of a side.
    pub(crate) const WINDOWS: usize = R::GEOMETRY.files() as usize / 2 - 1;
    /// The weights: one for each of the values of each window of a side.
    pub(crate) const COUNT: usize = Self::WINDOWS * CONTENTS;

    const TWO_ROWS: &'static TwoRows = &two_rows(R::GEOMETRY);
    const WIDTH: u32 = R::GEOMETRY.files() as u32 + 1;

    /// The places among the weights of what is in the windows: White's, whose weights count for White, and Black's.
    /// Of each array the first [`WINDOWS`](Self::WINDOWS) are in use.
    #[inline]
    pub(crate) fn of(position: &Position<R>) -> [[usize; MOST_WINDOWS]; 2] {
        let men = [Color::White, Color::Black].map(|color| position.men(color));
        let last = u32::from(R::GEOMETRY.rows()) / 2 - 1;
        let [white, black] = men;
        [
            Self::side([white, black], [0, 1, 2], |two_rows| &two_rows.seen_by_white),
            Self::side([black, white], [last, last - 1, last - 2], |two_rows| &two_rows.seen_by_black),
        ]
    }

    /// The windows of one side: three times two rows, counted from its first row.
    #[inline]
    fn side(
        [own, enemy]: [Bitboard; 2],
        rows: [u32; 3],
        seen: impl Fn(&'static Contents) -> &'static Digits,
    ) -> [usize; MOST_WINDOWS] {
        let contents = |set: Bitboard, rows: u32| {
            let mask = (1 << Self::WIDTH) - 1;
            seen(&Self::TWO_ROWS[(set.0 >> (rows * Self::WIDTH)) as usize & mask])
        };
        let first = contents(own, rows[0]).first + 2 * contents(enemy, rows[0]).first;
        let [second, third] =
            [rows[1], rows[2]].map(|rows| contents(own, rows).other + 2 * contents(enemy, rows).other);
        let lanes = first + FIRST as u64 * (second + OTHER as u64 * third);
        std::array::from_fn(|window| window * CONTENTS + (lanes >> (LANE * window)) as usize % (1 << LANE))
    }
}

/// The most windows of a side. More would not fit into one word.
pub(crate) const MOST_WINDOWS: usize = 3;

/// The numbers of all windows are worked out at once, each in so many bits of a word.
const LANE: usize = 21;

/// What the men of one side in two rows add to the number of each window, as a first pair of rows or as another.
#[derive(Clone, Copy)]
struct Digits {
    first: u64,
    other: u64,
}

/// The men of one side in two rows.
#[derive(Clone, Copy)]
struct Contents {
    seen_by_white: Digits,
    seen_by_black: Digits,
}

/// For each set of squares in two rows.
type TwoRows = [Contents; 1 << 9];

const fn two_rows(geometry: Geometry) -> TwoRows {
    let width = geometry.files() as u32 + 1;
    assert!(width == 9, "more windows than three need wider words than those of 64 bits");
    let nothing = Digits { first: 0, other: 0 };
    let mut table = [Contents { seen_by_white: nothing, seen_by_black: nothing }; 1 << 9];
    let mut set = 0;
    while set < table.len() {
        let turned = (set as u64).reverse_bits() >> (64 - width);
        table[set] =
            Contents { seen_by_white: digits(geometry, set as u64), seen_by_black: digits(geometry, turned) };
        set += 1;
    }
    table
}

/// The digits of a set of squares in two rows, of which the first row is nearer to the side that looks.
const fn digits(geometry: Geometry, set: u64) -> Digits {
    let half = geometry.files() as usize / 2;
    let mut digits = Digits { first: 0, other: 0 };
    let mut window = 0;
    while window + 1 < half {
        let near = [set >> window & 1, set >> (window + 1) & 1];
        let far = [set >> (window + half + 1) & 1, set >> (window + half + 2) & 1];
        digits.first |= (near[0] + 2 * near[1] + 4 * far[0] + 12 * far[1]) << (LANE * window);
        digits.other |= (near[0] + 3 * near[1] + 9 * far[0] + 27 * far[1]) << (LANE * window);
        window += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;

    /// What is in a window, digit by digit: the squares of a row from left to right, the rows from the side's own first.
    fn contents(position: &Position<Russian>, window: usize) -> usize {
        let (mut number, mut place) = (0, 1);
        for row in 0..6_u8 {
            for column in [window, window + 1] {
                let file = 2 * column as u8 + row % 2;
                let square = Geometry::BOARD_8X8.square(file, row).unwrap();
                let digit = usize::from(position.men(Color::White).contains(square))
                    + 2 * usize::from(position.men(Color::Black).contains(square));
                number += digit * place;
                place *= if row == 0 { 2 } else { 3 };
            }
        }
        assert_eq!(place, CONTENTS);
        number
    }

    #[test]
    fn the_places_of_patterns_are_those_of_their_digits() {
        let mut position = Position::<Russian>::start();
        let mut seen = 0;
        for ply in 0_usize..400 {
            let [white, black] = Patterns::of(&position);
            let turned = position.flipped();
            for window in 0..Patterns::<Russian>::WINDOWS {
                assert_eq!(white[window], window * CONTENTS + contents(&position, window));
                assert_eq!(black[window], window * CONTENTS + contents(&turned, window));
            }
            let moves = position.legal_moves();
            seen += 1;
            let over = moves.is_empty() || position.men(Color::White).count() == 0;
            position = if over {
                Position::start()
            } else {
                position.after(moves[(ply * 7 + ply / 5) % moves.len()])
            };
        }
        assert_eq!(seen, 400);
    }
}
