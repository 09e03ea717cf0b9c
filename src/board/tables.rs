//! What is looked up by square, computed at compile time.

use super::{Bitboard, Direction, Geometry, Square};

/// The tables of one board.
#[derive(Debug)]
pub struct Tables {
    /// All playable squares.
    pub squares: Bitboard,
    /// The row on which men of each side crown, White's first.
    pub crowning: [Bitboard; 2],
    /// The main road: the long diagonal from a1.
    pub main_road: Bitboard,
    /// The columns left of the middle.
    pub left_half: Bitboard,
    /// Every other row, White's back row among them.
    pub even_rows: Bitboard,
    /// `rays[direction][square]`: all squares from the square (excluded) to the edge.
    rays: [[Bitboard; 64]; 4],
}

impl Tables {
    /// Computes the tables.
    pub const fn new(geometry: Geometry) -> Self {
        let squares = geometry.all_squares();
        let main_road = match geometry.square(0, 0) {
            Some(corner) => ray(geometry, squares, corner, Direction::NorthEast).0 | Bitboard::of(corner).0,
            None => 0,
        };
        Self {
            squares,
            crowning: [geometry.row_squares(geometry.rows() - 1), geometry.row_squares(0)],
            main_road: Bitboard(main_road),
            left_half: left_half(geometry),
            even_rows: even_rows(geometry),
            rays: rays(geometry, squares),
        }
    }

    /// All squares from `square` (excluded) to the edge.
    pub const fn ray(&self, square: Square, direction: Direction) -> Bitboard {
        self.rays[direction as usize][square.index()]
    }

    /// The square of `set` that is reached first going from `from` in this direction, if there is one.
    pub const fn first_on_ray(&self, from: Square, direction: Direction, set: Bitboard) -> Option<Square> {
        let met = Bitboard(self.ray(from, direction).0 & set.0);
        if met.is_empty() {
            None
        } else if direction.is_north() {
            Some(met.lowest())
        } else {
            Some(met.highest())
        }
    }

    /// The squares that a king can slide to from `from`: those up to the first that is not in `empty`.
    pub const fn slide(&self, from: Square, direction: Direction, empty: Bitboard) -> Bitboard {
        let ray = self.ray(from, direction);
        match self.first_on_ray(from, direction, Bitboard(!empty.0)) {
            Some(blocker) => Bitboard(ray.0 & !self.ray(blocker, direction).0 & !Bitboard::of(blocker).0),
            None => ray,
        }
    }
}

const fn ray(geometry: Geometry, squares: Bitboard, square: Square, direction: Direction) -> Bitboard {
    let mut step = Bitboard::of(square).0;
    let mut set = 0;
    loop {
        step = step.rotate_left(geometry.rotation(direction)) & squares.0;
        if step == 0 {
            return Bitboard(set);
        }
        set |= step;
    }
}

const fn left_half(geometry: Geometry) -> Bitboard {
    let (mut set, mut file) = (0, 0);
    while file < geometry.files() / 2 {
        set |= geometry.file_squares(file).0;
        file += 1;
    }
    Bitboard(set)
}

const fn even_rows(geometry: Geometry) -> Bitboard {
    let (mut set, mut row) = (0, 0);
    while row < geometry.rows() {
        set |= geometry.row_squares(row).0;
        row += 2;
    }
    Bitboard(set)
}

const fn rays(geometry: Geometry, squares: Bitboard) -> [[Bitboard; 64]; 4] {
    let mut rays = [[Bitboard::EMPTY; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < 64 {
            let square = Square::from_index(index);
            if squares.contains(square) {
                rays[direction][square.index()] = ray(geometry, squares, square, Direction::ALL[direction]);
            }
            index += 1;
        }
        direction += 1;
    }
    rays
}
