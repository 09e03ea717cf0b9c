//! A book in memory, with the ways between its positions.
//!
//! A position that is reached in several ways is one entry, so the book is a graph. It may have circles where kings move.

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use super::code::Code;
use super::entry::{Effort, Entry, Games, Growth};
use super::file::{MOST_EFFORTS, Parts};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::Score;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// To the entry of this number.
    To(u32),
    /// To a position without a legal move.
    Over,
}

/// A book in memory.
#[derive(Clone, Debug)]
pub struct Graph<R: Rules> {
    growth: Growth,
    efforts: Vec<Effort>,
    roots: Vec<Code>,
    games: BTreeMap<Code, Games>,
    /// Searches of a round that is not finished.
    pending: BTreeMap<Code, Entry>,
    numbers: HashMap<Code, u32>,
    codes: Vec<Code>,
    entries: Vec<Entry>,
    /// The moves of each expanded position.
    edges: Vec<Option<Box<[Edge]>>>,
    rules: PhantomData<R>,
}

/// A book holds a position that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the book holds a position that cannot be")]
pub struct NoPosition;

/// Books are searched in so many ways at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the book is the work of {MOST_EFFORTS} programs or numbers of nodes, and cannot hold that of another"
)]
pub struct TooManyEfforts;

/// The number of an effort among others, to which it is added if need be.
pub(super) fn number_of_effort(efforts: &mut Vec<Effort>, effort: &Effort) -> Result<u8, TooManyEfforts> {
    let place = efforts.iter().position(|known| known == effort).unwrap_or(efforts.len());
    if place >= MOST_EFFORTS {
        return Err(TooManyEfforts);
    } else if place == efforts.len() {
        efforts.push(effort.clone());
    }
    Ok(place as u8)
}

/// The positions after each move, as a book knows them; `None` where the game is over.
pub(super) fn after<R: Rules>(position: &Position<R>) -> impl Iterator<Item = Option<Code>> {
    position.legal_moves().into_iter().map(|mv| {
        let next = position.after(mv);
        next.has_legal_move().then(|| Code::of(&next))
    })
}

impl<R: Rules> Graph<R> {
    /// A book without positions.
    pub fn new(growth: Growth) -> Self {
        Self {
            growth,
            efforts: Vec::new(),
            roots: Vec::new(),
            games: BTreeMap::new(),
            pending: BTreeMap::new(),
            numbers: HashMap::new(),
            codes: Vec::new(),
            entries: Vec::new(),
            edges: Vec::new(),
            rules: PhantomData,
        }
    }

    /// The same book that is to grow otherwise.
    #[must_use]
    pub fn with_growth(self, growth: Growth) -> Self {
        Self { growth, ..self }
    }

    /// The book of these parts. An expanded position of which something that follows is missing becomes one that is not
    /// expanded.
    ///
    /// # Errors
    /// When a code is that of no position.
    pub fn of(parts: Parts) -> Result<Self, NoPosition> {
        let Parts { growth, efforts, entries, roots, games, pending } = parts;
        let mut graph = Self { efforts, games, pending, ..Self::new(growth) };
        let codes = entries.keys().chain(&roots).chain(graph.games.keys()).chain(graph.pending.keys());
        if codes.into_iter().any(|code| code.position::<R>().is_none()) {
            return Err(NoPosition);
        }
        let expanded: Vec<Code> =
            entries.iter().filter(|(_, entry)| entry.is_expanded).map(|(&code, _)| code).collect();
        for (code, entry) in entries {
            graph.set(code, entry);
        }
        for root in roots {
            graph.add_root(root);
        }
        for code in expanded {
            graph.expand(code);
        }
        graph.back_up();
        Ok(graph)
    }

    /// What the book is made of.
    pub fn parts(&self) -> Parts {
        Parts {
            growth: self.growth,
            efforts: self.efforts.clone(),
            entries: self.codes.iter().copied().zip(self.entries.iter().copied()).collect(),
            roots: self.roots.clone(),
            games: self.games.clone(),
            pending: self.pending.clone(),
        }
    }

    /// What it is to grow by.
    pub const fn growth(&self) -> Growth {
        self.growth
    }

    /// The number of an effort, which is added if need be.
    pub(super) fn effort(&mut self, effort: &Effort) -> Result<u8, TooManyEfforts> {
        number_of_effort(&mut self.efforts, effort)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of expanded positions.
    pub fn expanded(&self) -> usize {
        self.edges.iter().flatten().count()
    }

    /// What is known of a position.
    pub fn find(&self, code: Code) -> Option<Entry> {
        self.numbers.get(&code).map(|&number| self.entries[number as usize])
    }

    /// The positions with which it begins, in order.
    pub fn roots(&self) -> &[Code] {
        &self.roots
    }

    /// Lets it begin with this position, too.
    pub fn add_root(&mut self, root: Code) {
        if let Err(place) = self.roots.binary_search(&root) {
            self.roots.insert(place, root);
        }
    }

    /// How its positions were searched.
    pub(super) fn efforts(&self) -> &[Effort] {
        &self.efforts
    }

    /// The positions of games.
    pub(super) const fn played(&self) -> &BTreeMap<Code, Games> {
        &self.games
    }

    /// In how many games a position occurred.
    pub(super) fn games(&self, number: u32) -> u32 {
        self.games.get(&self.code(number)).map_or(0, |games| games.count())
    }

    /// Counts games in which a position occurred.
    pub fn add_games(&mut self, code: Code, games: Games) {
        let known = self.games.entry(code).or_default();
        *known = known.with(games);
    }

    /// Whether a position was searched with all the nodes that the book's growth asks for.
    pub(super) fn is_searched_in_full(&self, number: u32) -> bool {
        let effort = self.efforts.get(usize::from(self.entry(number).effort));
        effort.is_some_and(|effort| effort.nodes >= self.growth.nodes)
    }

    /// Keeps a search of the round that is going on.
    pub(super) fn keep(&mut self, code: Code, entry: Entry) {
        self.pending.insert(code, entry);
    }

    /// The search of a position in the round that is going on.
    pub(super) fn kept(&self, code: Code) -> Option<Entry> {
        self.pending.get(&code).copied()
    }

    /// Takes over what was searched in a round.
    pub(super) fn take_over(&mut self) {
        for (code, entry) in std::mem::take(&mut self.pending) {
            self.set(code, entry);
        }
    }

    /// Takes over the searches of these positions that are `wanted`, and forgets the others.
    pub(super) fn take_over_if(&mut self, codes: &[Code], wanted: impl Fn(&Entry) -> bool) {
        for &code in codes {
            if let Some(entry) = self.pending.remove(&code).filter(&wanted) {
                self.set(code, entry);
            }
        }
    }

    /// Adds a position that was searched; one that is known takes this search for its own.
    fn set(&mut self, code: Code, Entry { score, depth, effort, .. }: Entry) {
        if let Some(number) = self.number(code) {
            let known = &mut self.entries[number as usize];
            let value = if known.is_expanded { known.value } else { score };
            *known = Entry { value, score, depth, effort, is_expanded: known.is_expanded };
            return;
        }
        self.numbers.insert(code, self.entries.len() as u32);
        self.codes.push(code);
        self.entries.push(Entry::searched(score, depth, effort));
        self.edges.push(None);
    }

    /// Makes a position expanded if all that follows it is known.
    pub(super) fn expand(&mut self, code: Code) {
        let (Some(&number), Some(position)) = (self.numbers.get(&code), code.position::<R>()) else { return };
        let edge = |next: Option<Code>| match next {
            None => Some(Edge::Over),
            Some(next) => self.numbers.get(&next).copied().map(Edge::To),
        };
        let edges: Option<Box<[Edge]>> = after(&position).map(edge).collect();
        if let Some(edges) = edges.filter(|edges| !edges.is_empty()) {
            self.edges[number as usize] = Some(edges);
            self.entries[number as usize].is_expanded = true;
        }
    }

    /// The number of a position.
    pub(super) fn number(&self, code: Code) -> Option<u32> {
        self.numbers.get(&code).copied()
    }

    /// The position of this number.
    pub(super) fn code(&self, number: u32) -> Code {
        self.codes[number as usize]
    }

    /// What is known of the position of this number.
    pub(super) fn entry(&self, number: u32) -> &Entry {
        &self.entries[number as usize]
    }

    /// The moves of an expanded position; none of another.
    pub(super) fn edges(&self, number: u32) -> &[Edge] {
        self.edges[number as usize].as_deref().unwrap_or_default()
    }

    /// What a move is worth to whoever makes it.
    pub(super) fn worth(&self, edge: Edge) -> Score {
        match edge {
            Edge::To(number) => self.entry(number).value.before(),
            Edge::Over => Score::without_moves::<R>(0).before(),
        }
    }

    /// Gives each expanded position the value of its best move. What can be repeated for ever counts as drawn, unless
    /// a side has something better.
    pub fn back_up(&mut self) {
        let order = self.last_first();
        for &number in &order {
            self.entries[number as usize].value = Score::DRAW;
        }
        // Without circles the first round is the last that changes anything.
        for _ in 0..MOST_ROUNDS {
            let mut is_settled = true;
            for &number in &order {
                let best = self.edges(number).iter().map(|&edge| self.worth(edge)).max();
                let value = best.unwrap_or(Score::DRAW);
                is_settled &= self.entries[number as usize].value == value;
                self.entries[number as usize].value = value;
            }
            if is_settled {
                return;
            }
        }
        log::warn!("the values of a circle in the book do not settle");
    }

    /// The expanded positions, each after those that follow it, but for circles.
    fn last_first(&self) -> Vec<u32> {
        let mut order = Vec::new();
        let mut is_seen = vec![false; self.len()];
        let mut path: Vec<(u32, usize)> = Vec::new();
        for start in 0..self.len() as u32 {
            path.push((start, 0));
            while let Some((number, edge)) = path.pop() {
                if edge == 0 && std::mem::replace(&mut is_seen[number as usize], true) {
                    continue;
                }
                match self.edges(number).get(edge) {
                    Some(&next) => {
                        path.push((number, edge + 1));
                        if let Edge::To(next) = next {
                            path.push((next, 0));
                        }
                    }
                    None if edge > 0 => order.push(number),
                    None => {}
                }
            }
        }
        order
    }
}

/// Far more rounds than circles of a book need.
const MOST_ROUNDS: usize = 1_000;
