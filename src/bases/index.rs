//! The numbering of the positions of a balance.

use std::marker::PhantomData;

use super::balance::{Balance, MOST_PIECES};
use crate::board::{Bitboard, Color, Square};
use crate::position::Position;
use crate::rules::Rules;

/// `CHOOSE[k][n]`: in how many ways `k` of `n` squares can be chosen.
const CHOOSE: [[u64; 64]; MOST_PIECES as usize + 1] = {
    let mut table = [[0; 64]; MOST_PIECES as usize + 1];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < table.len() && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The positions of one balance with White to move, numbered from 0 without gaps.
///
/// The number is composed, the slowest part first, of White's men, Black's men on the squares that these leave,
/// White's kings and Black's kings on what is left then. Each part is the number of a set in the combinatorial number
/// system. So positions with the same men, which are alike, have numbers that are close together.
#[derive(Clone, Debug)]
pub struct Index<R> {
    balance: Balance,
    /// For each placement of White's men, the placements of all men that come before it; the last entry is their
    /// number.
    before: Vec<u64>,
    /// The placements of both sides' kings, and those of Black's alone.
    placements: [u64; 2],
    rules: PhantomData<R>,
}

impl<R: Rules> Index<R> {
    /// The numbering of a balance.
    pub fn new(balance: Balance) -> Self {
        let squares = usize::from(R::GEOMETRY.squares());
        let man_squares = squares - R::TABLES.crowning[0].count() as usize;
        let [white_men, black_men] = balance.men;
        let mut before = vec![0];
        let mut sum = 0;
        for rank in 0..CHOOSE[usize::from(white_men)][man_squares] {
            let white = choose(rank, white_men, outside::<R>());
            let taken = (white & !R::TABLES.crowning[Color::Black as usize]).count() as usize;
            sum += CHOOSE[usize::from(black_men)][man_squares - taken];
            before.push(sum);
        }
        let free = squares - usize::from(balance.all_men());
        let black_kings = CHOOSE[usize::from(balance.kings[1])][free - usize::from(balance.kings[0])];
        let kings = CHOOSE[usize::from(balance.kings[0])][free] * black_kings;
        Self { balance, before, placements: [kings, black_kings], rules: PhantomData }
    }

    /// The number of positions of a balance, without making their numbering, which takes memory for many men.
    pub fn count_of(balance: Balance) -> u64 {
        let squares = usize::from(R::GEOMETRY.squares());
        let row = R::TABLES.crowning[0].count() as usize;
        let choose = |count: usize, of: usize| CHOOSE[count][of];
        let [white_men, black_men, white_kings, black_kings] =
            [balance.men[0], balance.men[1], balance.kings[0], balance.kings[1]].map(usize::from);
        // White's men on Black's crowning row take no square from Black's.
        let men: u64 = (0..=white_men)
            .map(|on_row| {
                let others = white_men - on_row;
                let white = choose(on_row, row) * choose(others, squares - 2 * row);
                white * choose(black_men, squares - row - others)
            })
            .sum();
        let free = squares - white_men - black_men;
        men * choose(white_kings, free) * choose(black_kings, free - white_kings)
    }

    /// The number of positions.
    pub fn count(&self) -> u64 {
        self.before.last().map_or(0, |placements| placements * self.placements[0])
    }

    /// The number of a position, which has this balance and White to move.
    #[inline]
    pub fn rank(&self, position: &Position<R>) -> u64 {
        debug_assert!(Balance::of(position) == Some(self.balance) && position.turn() == Color::White);
        let white_men = position.men(Color::White);
        let men = white_men | position.men(Color::Black);
        let white_kings = position.kings(Color::White);
        let first = rank_of(white_men, outside::<R>());
        let second = rank_of(position.men(Color::Black), blocked_for_black::<R>(white_men));
        let third = rank_of(white_kings, outside::<R>() | men);
        let fourth = rank_of(position.kings(Color::Black), outside::<R>() | men | white_kings);
        (self.before[first as usize] + second) * self.placements[0] + third * self.placements[1] + fourth
    }

    /// The number of a position with either side to move: with Black, it is that of the turned one.
    #[inline]
    pub(super) fn rank_of_either(&self, position: &Position<R>) -> u64 {
        match position.turn() {
            Color::White => self.rank(position),
            Color::Black => self.rank(&position.flipped()),
        }
    }

    /// The position with a number below [`count`](Self::count).
    pub fn position(&self, number: u64) -> Position<R> {
        let (placement, kings) = (number / self.placements[0], number % self.placements[0]);
        let first = self.before.partition_point(|&before| before <= placement) - 1;
        let [our_men, their_men] = self.balance.men;
        let [our_kings, their_kings] = self.balance.kings;
        let white_men = choose(first as u64, our_men, outside::<R>());
        let black_men = choose(placement - self.before[first], their_men, blocked_for_black::<R>(white_men));
        let men = white_men | black_men;
        let white_kings = choose(kings / self.placements[1], our_kings, outside::<R>() | men);
        let black_kings = choose(kings % self.placements[1], their_kings, outside::<R>() | men | white_kings);
        Position::placed([white_men | white_kings, black_men | black_kings], white_kings | black_kings)
    }
}

/// The bits that are no square of the board.
const fn outside<R: Rules>() -> Bitboard {
    Bitboard(!R::TABLES.squares.0)
}

/// Where Black's men cannot stand: off the board, on their crowning row, and on White's men.
fn blocked_for_black<R: Rules>(white_men: Bitboard) -> Bitboard {
    outside::<R>() | R::TABLES.crowning[Color::Black as usize] | white_men
}

/// The number of a set of squares among all sets of as many, none of which is blocked.
#[inline]
fn rank_of(set: Bitboard, blocked: Bitboard) -> u64 {
    let mut rank = 0;
    for (place, square) in set.into_iter().enumerate() {
        let below = Bitboard((1 << square.index()) - 1);
        let free_below = square.index() - (blocked & below).count() as usize;
        rank += CHOOSE[(place + 1) & MOST_PIECES as usize][free_below & 63];
    }
    rank
}

/// The inverse of [`rank_of`] for sets of `count` squares.
fn choose(mut rank: u64, count: u8, blocked: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for place in (1..=usize::from(count)).rev() {
        let free_below = CHOOSE[place].partition_point(|&ways| ways <= rank) - 1;
        rank -= CHOOSE[place][free_below];
        set |= Bitboard::of(nth_free(free_below, blocked));
    }
    set
}

/// The square that has so many squares below it that are not blocked.
fn nth_free(number: usize, blocked: Bitboard) -> Square {
    let mut square = number;
    for blocker in blocked {
        if blocker.index() > square {
            break;
        }
        square += 1;
    }
    Square::from_index(square as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{International, Russian};

    fn check_all<R: Rules>(balance: Balance) {
        let index = Index::<R>::new(balance);
        assert_eq!(Index::<R>::count_of(balance), index.count());
        for number in 0..index.count() {
            let position = index.position(number);
            assert_eq!(Balance::of(&position), Some(balance));
            assert_eq!(index.rank(&position), number);
        }
    }

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        (2..=3).flat_map(Balance::all).for_each(check_all::<Russian>);
        Balance::all(2).into_iter().for_each(check_all::<International>);
    }

    /// The published numbers of positions with both sides present, White to move (Chinook's, among others).
    #[test]
    fn there_are_as_many_positions_as_published() {
        let count = |pieces| Balance::all(pieces).into_iter().map(Index::<Russian>::count_of).sum::<u64>();
        assert_eq!([2, 3, 4, 5].map(count), [3_488, 196_032, 6_209_316, 139_450_808]);
        assert_eq!(count(6), 2_426_085_676);
        let same = |balance| Index::<Russian>::new(balance).count() == Index::<Russian>::count_of(balance);
        assert!(Balance::all(6).into_iter().all(same));
    }
}
