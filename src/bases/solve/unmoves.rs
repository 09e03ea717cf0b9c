//! Moves backward: the quiet moves that may have led to a position.

use crate::board::{Bitboard, Color, Direction, Square};
use crate::position::Position;
use crate::rules::Rules;

/// Hands out each position from which a quiet move without crowning leads to this one, turned so that White made that
/// move; in this one, White is to move. Whether a capture was on there is not looked at.
pub(super) fn each<R: Rules>(position: &Position<R>, mut take: impl FnMut(&Position<R>)) {
    let (own, other) = (Color::White, Color::Black);
    // White made the last move on the turned board, on which Black is to move.
    let turned = position.flipped();
    let (men, kings) = (turned.men(own), turned.kings(own));
    let empty = turned.empty();
    let mut moved = |to: Square, from: Square, king: bool| {
        let change = |set: Bitboard| (set & !Bitboard::of(to)) | Bitboard::of(from);
        let all_kings = turned.kings(own) | turned.kings(other);
        let all_kings = if king { change(all_kings) } else { all_kings };
        take(&Position::placed([change(turned.pieces(own)), turned.pieces(other)], all_kings));
    };
    for direction in own.forward() {
        for from in Position::<R>::step(men, direction.reverse()) & empty {
            moved(Position::<R>::step(Bitboard::of(from), direction).lowest(), from, false);
        }
    }
    for to in kings {
        for direction in Direction::ALL {
            for from in Position::<R>::king_reach(to, direction, empty) {
                moved(to, from, true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::balance::Balance;
    use super::super::super::index::Index;
    use super::*;
    use crate::rules::{English, Russian};

    #[test]
    fn moves_backward_undo_moves_forward_and_only_these() {
        check::<Russian>();
        check::<English>();
    }

    fn check<R: Rules>() {
        for balance in Balance::all(3) {
            let index = Index::<R>::new(balance);
            let other = Index::<R>::new(balance.flipped());
            let mut backward = HashSet::new();
            for number in 0..index.count() {
                each(&index.position(number), |before| {
                    if !before.has_capture() {
                        assert!(backward.insert((other.rank(before), number)), "a move is handed out twice");
                    }
                });
            }
            let mut forward = HashSet::new();
            for number in 0..other.count() {
                let position = other.position(number);
                for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_capture() && !mv.promotes) {
                    forward.insert((number, index.rank(&position.after(mv).flipped())));
                }
            }
            assert_eq!(backward, forward, "{balance}");
        }
    }
}
