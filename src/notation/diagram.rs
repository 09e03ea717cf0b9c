//! A board drawn in text.

use crate::board::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;

/// The board as White sees it: `w` and `b` are men, `W` and `B` kings, `.` an empty dark square.
pub fn diagram<R: Rules>(position: &Position<R>) -> String {
    let rows = (0..R::GEOMETRY.rows()).rev().map(|row| {
        let marks = (0..R::GEOMETRY.files()).map(|file| {
            R::GEOMETRY.square(file, row).map_or(' ', |square| match position.at(square) {
                None => '.',
                Some((Color::White, Piece::Man)) => 'w',
                Some((Color::White, Piece::King)) => 'W',
                Some((Color::Black, Piece::Man)) => 'b',
                Some((Color::Black, Piece::King)) => 'B',
            })
        });
        format!("{:>3}  {}", row + 1, spaced(marks))
    });
    let files = (0..R::GEOMETRY.files()).map(|file| char::from(b'a' + file));
    let below = format!("     {}   {} to move", spaced(files), position.turn());
    let lines: Vec<_> = rows.chain([below]).map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

fn spaced(marks: impl Iterator<Item = char>) -> String {
    marks.map(String::from).collect::<Vec<_>>().join(" ")
}
