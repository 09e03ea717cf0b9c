//! The numbering of positions.

use std::collections::HashSet;

use bolshak::bases::{Balance, Index};
use bolshak::board::Color;
use bolshak::rules::{International, Rules, Russian};

use super::Random;

/// Random numbers and the outermost ones come back from their positions.
fn check<R: Rules>(balance: Balance, random: &mut Random) {
    let index = Index::<R>::new(balance);
    let count = index.count();
    let numbers: HashSet<u64> = (0..200).map(|_| random.below(count)).chain([0, count - 1]).collect();
    let positions: HashSet<_> = numbers.iter().map(|&number| index.position(number)).collect();
    assert_eq!(positions.len(), numbers.len(), "{balance}: two numbers have one position");
    for number in numbers {
        let position = index.position(number);
        assert_eq!(position.turn(), Color::White);
        assert_eq!(Balance::of(&position), Some(balance));
        assert_eq!(index.rank(&position), number, "{balance}");
        for color in Color::ALL {
            let men = position.men(color);
            assert!(!men.meets(R::TABLES.crowning[color as usize]), "{balance}, number {number}");
        }
    }
}

#[test]
fn numbers_come_back_from_their_positions() {
    let mut random = Random(6);
    for pieces in 4..=6 {
        for balance in Balance::all(pieces) {
            check::<Russian>(balance, &mut random);
            // The tables of many men on the large board are large, too.
            if balance.men.iter().all(|&men| men <= 4) {
                check::<International>(balance, &mut random);
            }
        }
    }
}
