//! Endgames under the draw rules that count plies, solved in the plainest way: each position in each state that its
//! counters can have. The counters are asked what they become and what they make a draw; nothing about them is known
//! here. Repetition is left out: whoever wins makes progress and never needs it.
//!
//! States are taken by the plies since the balance arose, the last first. A quiet move leads to the next ply, a capture
//! or crowning to a new balance, of whose positions the first states are kept once it is solved.

use std::collections::{HashMap, HashSet};

use bolshak::bases::{Balance, Index};
use bolshak::board::{Bitboard, Color, Square};
use bolshak::position::Position;
use bolshak::rules::{DrawCounters, Material, MoveKind, Russian};
use rayon::prelude::*;

type Spot = Position<Russian>;

/// What a position in a state is worth to its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Lost,
    Drawn,
    Won,
}

impl Worth {
    const fn before_move(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }
}

/// Is told of each state in which the game goes on: the position and its number, its counters, and its worth.
pub(super) trait Witness: Sync {
    fn see(&self, number: usize, position: &Spot, counters: DrawCounters, worth: Worth);
}

/// Somebody who looks away.
struct Nobody;

impl Witness for Nobody {
    fn see(&self, _: usize, _: &Spot, _: DrawCounters, _: Worth) {}
}

/// A position with what its moves lead to.
struct Vertex {
    position: Spot,
    has_move: bool,
    /// The best of the captures and crownings.
    converted: Option<Worth>,
    /// The other moves: which of the links of the class, and the number of the position after in its class.
    quiet: Vec<(u16, u32)>,
}

/// Positions with the same side to move and the same men that draw rules do not tell apart.
struct Class {
    turn: Color,
    material: Material,
    men: [Bitboard; 2],
    vertices: Vec<Vertex>,
    /// What moves that leave the balance as it is can be, and the classes that they lead to.
    links: Vec<(MoveKind, usize)>,
}

/// Counters, and the class of the positions that have them.
type State = (DrawCounters, usize);
/// The worth of the positions in all states of a ply.
type Layer = HashMap<State, Vec<Worth>>;
/// The class of each position, and its number there.
type Places = HashMap<Spot, (usize, u32)>;

/// The balances solved so far.
#[derive(Default)]
pub(super) struct Brute {
    solved: HashSet<Balance>,
    /// What positions with White to move are worth in their first state.
    first: HashMap<Spot, Worth>,
}

impl Brute {
    /// Solves a balance with its flipped one, after those into which it leads. In balances with so many pieces men stand
    /// only on squares that `may_stand` accepts, given for White, and from which quiet moves lead to none but these.
    pub(super) fn solve(
        &mut self,
        balance: Balance,
        may_stand: &dyn Fn(Square) -> bool,
        witness: &dyn Witness,
    ) {
        for smaller in after_conversions(balance) {
            if !self.solved.contains(&smaller.unordered()) {
                let is_as_large = smaller.pieces() == balance.pieces();
                self.solve(smaller, if is_as_large { may_stand } else { &|_| true }, &Nobody);
            }
        }
        let classes = self.classes(balance, may_stand);
        let mut later = Layer::new();
        for states in states(&classes).iter().rev() {
            let worth = |&state: &State| (state, worth(state, &classes, &later));
            let now: Layer = states.par_iter().map(worth).collect();
            now.par_iter().for_each(|(state, worth)| tell(witness, *state, &classes, worth));
            later = now;
        }
        for ((_, class), worth) in &later {
            let vertices = classes[*class].vertices.iter();
            self.first
                .extend(vertices.map(|vertex| seen_by_white(vertex.position)).zip(worth.iter().copied()));
        }
        self.solved.insert(balance.unordered());
    }

    fn classes(&self, balance: Balance, may_stand: &dyn Fn(Square) -> bool) -> Vec<Class> {
        let (mut classes, mut places) = (Vec::<Class>::new(), Places::new());
        for position in positions(balance, may_stand) {
            let (turn, material) = (position.turn(), position.material());
            let men = Color::ALL.map(|color| position.men(color));
            let same = |class: &Class| class.men == men && class.turn == turn && class.material == material;
            let place = classes.iter().position(same).unwrap_or(classes.len());
            if place == classes.len() {
                classes.push(Class { turn, material, men, vertices: Vec::new(), links: Vec::new() });
            }
            let vertices = &mut classes[place].vertices;
            places.insert(position, (place, vertices.len() as u32));
            vertices.push(Vertex { position, has_move: false, converted: None, quiet: Vec::new() });
        }
        classes.par_iter_mut().for_each(|class| self.connect(class, &places));
        classes
    }

    /// Finds what the moves of positions lead to.
    fn connect(&self, class: &mut Class, places: &Places) {
        for vertex in &mut class.vertices {
            let position = vertex.position;
            for mv in position.legal_moves() {
                let (kind, after) = (position.move_kind(mv), position.after(mv));
                vertex.has_move = true;
                if kind == MoveKind::BalanceChange {
                    let is_over = !after.has_legal_move();
                    let worth = if is_over { Worth::Lost } else { self.first[&seen_by_white(after)] };
                    vertex.converted = vertex.converted.max(Some(worth.before_move()));
                    continue;
                }
                let (place, number) = places[&after];
                let known = class.links.iter().position(|&link| link == (kind, place));
                let link = known.unwrap_or_else(|| {
                    class.links.push((kind, place));
                    class.links.len() - 1
                });
                vertex.quiet.push((link as u16, number));
            }
        }
    }
}

fn seen_by_white(position: Spot) -> Spot {
    if position.turn() == Color::White { position } else { position.flipped() }
}

/// The positions in which White has what is first in the balance, with either side to move.
fn positions(balance: Balance, may_stand: &dyn Fn(Square) -> bool) -> Vec<Spot> {
    let all = |balance| {
        let index = Index::<Russian>::new(balance);
        (0..index.count()).map(move |number| index.position(number))
    };
    let both = all(balance).chain(all(balance.flipped()).map(Spot::flipped));
    both.filter(|position| {
        let white = position.men(Color::White).into_iter();
        let mut men = white.chain(position.flipped().men(Color::White));
        men.all(may_stand)
    })
    .collect()
}

/// The balances into which a capture or crowning may lead.
fn after_conversions(balance: Balance) -> Vec<Balance> {
    let mut found = Vec::new();
    for [men, kings, other_men, other_kings] in [balance.numbers(), balance.flipped().numbers()] {
        for crowned in 0..=men.min(1) {
            for (left_men, left_kings) in
                (0..=other_men).flat_map(|men| (0..=other_kings).map(move |kings| (men, kings)))
            {
                let numbers = [men - crowned, kings + crowned, left_men, left_kings];
                if numbers != [men, kings, other_men, other_kings] {
                    found.extend(Balance::from_numbers(numbers));
                }
            }
        }
    }
    found
}

/// The states of each ply. There is a last one: draw rules end what men, which move forward only, do not.
fn states(classes: &[Class]) -> Vec<Vec<State>> {
    let first = classes.iter().enumerate().map(|(place, class)| (DrawCounters::start(class.material), place));
    let mut plies: Vec<Vec<State>> = vec![first.collect()];
    loop {
        let mut next = HashSet::new();
        for &(counters, place) in &plies[plies.len() - 1] {
            let class = &classes[place];
            if counters.draw(class.material).is_none() {
                next.extend(class.links.iter().map(|&link| after_link(counters, link, classes)));
            }
        }
        if next.is_empty() {
            return plies;
        }
        plies.push(next.into_iter().collect());
    }
}

fn after_link(counters: DrawCounters, (kind, place): (MoveKind, usize), classes: &[Class]) -> State {
    (counters.after(kind, classes[place].material), place)
}

/// What the positions of a class are worth in a state, by what those of the next ply are worth.
fn worth((counters, place): State, classes: &[Class], later: &Layer) -> Vec<Worth> {
    let class = &classes[place];
    let drawn = counters.draw(class.material).is_some();
    let after = class.links.iter().map(|&link| later.get(&after_link(counters, link, classes)));
    let after: Vec<Option<&Vec<Worth>>> = after.collect();
    let of_vertex = |vertex: &Vertex| {
        if !vertex.has_move {
            return Worth::Lost;
        }
        if drawn {
            return Worth::Drawn;
        }
        let mut best = vertex.converted.unwrap_or(Worth::Lost);
        for &(link, number) in &vertex.quiet {
            if best == Worth::Won {
                break;
            }
            let worth = after[usize::from(link)].unwrap()[number as usize];
            best = best.max(worth.before_move());
        }
        best
    };
    class.vertices.par_iter().with_min_len(1024).map(of_vertex).collect()
}

/// Tells of the positions in a state, unless the game is over.
fn tell(witness: &dyn Witness, (counters, place): State, classes: &[Class], worth: &[Worth]) {
    let class = &classes[place];
    if counters.draw(class.material).is_some() {
        return;
    }
    let all = class.vertices.par_iter().zip(worth).enumerate().with_min_len(1024);
    all.filter(|(_, (vertex, _))| vertex.has_move)
        .for_each(|(number, (vertex, worth))| witness.see(number, &vertex.position, counters, *worth));
}
