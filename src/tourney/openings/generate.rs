//! Openings made by the program: quiet positions soon after the start that its own search judges as balanced.

use std::collections::VecDeque;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Opening;
use super::candidates::{Candidate, Group, candidates};
use crate::eval::Evaluated;
use crate::game::Game;
use crate::notation::write_short_move;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use crate::search::{Limits, MAX_DEPTH, Score, Signals, Silent, Table, TableError, Task, search};

/// How thoroughly a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// To this depth.
    Depth(u32),
    /// With so many nodes.
    Nodes(u64),
}

impl Effort {
    /// The effort of the second search, for what has passed the first: losses that the first one does not see yet show
    /// there.
    const fn deeper(self) -> Self {
        const PLIES: u32 = 6;
        const TIMES: u64 = 16;
        match self {
            Self::Depth(depth) if depth < MAX_DEPTH - PLIES => Self::Depth(depth + PLIES),
            Self::Depth(_) => Self::Depth(MAX_DEPTH),
            Self::Nodes(nodes) => Self::Nodes(nodes.saturating_mul(TIMES)),
        }
    }

    fn limits(self) -> Limits {
        let (depth, nodes) = match self {
            Self::Depth(depth) => (Some(depth), None),
            Self::Nodes(nodes) => (None, Some(nodes)),
        };
        // A position with a single move is to be judged like any other.
        Limits { depth, nodes, analysis: true, ..Limits::default() }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "to depth {depth}"),
            Self::Nodes(nodes) => write!(f, "of {nodes} nodes"),
        }
    }
}

/// All that a set of openings depends on, besides the game and the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The plies from the start position.
    pub plies: RangeInclusive<usize>,
    /// How far the score may be from equality, in hundredths of a man.
    pub margin: u32,
    /// The first search.
    pub effort: Effort,
    /// The most openings.
    pub limit: usize,
    /// What the order, and with it the choice, depends on.
    pub seed: u64,
}

impl fmt::Display for Recipe {
    /// The arguments of the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.plies.start(), self.plies.end());
        write!(f, "--plies {least}-{most} --margin {} ", self.margin)?;
        match self.effort {
            Effort::Depth(depth) => write!(f, "--depth {depth}")?,
            Effort::Nodes(nodes) => write!(f, "--nodes {nodes}")?,
        }
        write!(f, " --limit {} --seed {}", self.limit, self.seed)
    }
}

/// How far the work has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The openings found.
    pub found: usize,
    /// The positions judged.
    pub judged: usize,
    /// The positions that there are.
    pub positions: usize,
}

/// The openings of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated<R: Rules> {
    /// The openings. Every beginning of the list is spread over the first moves, and is what a smaller limit gives.
    pub openings: Vec<Opening<R>>,
    /// What it took.
    pub progress: Progress,
}

/// The size of the table of one search in MiB.
const HASH: usize = 4;

/// Finds openings with as many threads as the pool has, until `stop` says so; `told` hears of each one. Every position
/// is searched by one thread with an empty table, so that the result depends neither on the threads nor on the machine.
///
/// # Errors
/// When there is no memory for a transposition table.
pub fn generate<R: Evaluated>(
    recipe: &Recipe,
    pool: &rayon::ThreadPool,
    stop: &(dyn Fn() -> bool + Sync),
    told: &(dyn Fn(Progress) + Sync),
) -> Result<Generated<R>, TableError> {
    let mut groups: VecDeque<Group<R>> = candidates(&recipe.plies, recipe.seed).into();
    let positions = groups.iter().map(Group::len).sum();
    let (found, judged) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let now = || Progress {
        found: found.load(Ordering::Relaxed),
        judged: judged.load(Ordering::Relaxed),
        positions,
    };
    let mut openings: Vec<Opening<R>> = Vec::new();
    // The groups take turns. A turn of several at once gives what they give one after the other.
    while openings.len() < recipe.limit && !groups.is_empty() {
        let turns = groups.len().min(recipe.limit - openings.len());
        let turn = |mut group: Group<R>| -> Result<_, TableError> {
            let next = next_balanced(&mut group, recipe, stop, &judged)?;
            found.fetch_add(usize::from(next.is_some()), Ordering::Relaxed);
            told(now());
            Ok(next.map(|candidate| (candidate, group)))
        };
        let their_turn: Vec<Group<R>> = groups.drain(..turns).collect();
        let results = pool.install(|| their_turn.into_par_iter().map(turn).collect::<Result<Vec<_>, _>>())?;
        for (candidate, group) in results.into_iter().flatten() {
            let Candidate { moves, .. } = candidate;
            openings.push(Opening { name: String::new(), start: Position::start(), moves });
            groups.push_back(group);
        }
    }
    Ok(Generated { openings, progress: now() })
}

/// Takes candidates off the front until one is balanced; none, once the work is to stop.
fn next_balanced<R: Evaluated>(
    group: &mut Group<R>,
    recipe: &Recipe,
    stop: &(dyn Fn() -> bool + Sync),
    judged: &AtomicUsize,
) -> Result<Option<Candidate<R>>, TableError> {
    let table = Table::new(HASH)?;
    let is_balanced = |position: &Position<R>, effort: Effort| {
        let score = judge(position, effort, &table);
        score.centimen().is_some_and(|centimen| centimen.unsigned_abs() <= recipe.margin)
    };
    while let Some(candidate) = group.pop_front() {
        if stop() {
            return Ok(None);
        }
        judged.fetch_add(1, Ordering::Relaxed);
        let position = &candidate.position;
        if is_balanced(position, recipe.effort) && is_balanced(position, recipe.effort.deeper()) {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// What a position is worth to the side to move.
fn judge<R: Evaluated>(position: &Position<R>, effort: Effort, table: &Table) -> Score {
    table.clear();
    let task = Task::new(&Game::new(*position));
    search(&task, &effort.limits(), table, &Signals::new(false), &mut Silent).score
}

impl<R: Rules> Generated<R> {
    /// The openings as a text that [`read`](super::read()) reads, with a comment that says how they were made.
    pub fn write(&self, recipe: &Recipe) -> String {
        let Progress { judged, positions, .. } = self.progress;
        let (least, most) = (recipe.plies.start(), recipe.plies.end());
        let variant = match R::VARIANT {
            Variant::Russian => String::new(),
            other => format!(" --variant {other}"),
        };
        let header = format!(
            "# {count} openings of {game} draughts, made by bolshak {version} with\n\
             #   bolshak openings{variant} {recipe}\n\
             # There are {positions} different positions without a capture at hand after {least} to {most} plies. Of\n\
             # {judged} that were looked at, these are worth at most {margin} hundredths of a man to either side by a\n\
             # search {effort} and again by one {deeper}. They are spread over the first two plies, and so is\n\
             # each beginning of the list.\n",
            count = self.openings.len(),
            game = if R::VARIANT == Variant::Russian { "Russian" } else { R::VARIANT.name() },
            version = env!("CARGO_PKG_VERSION"),
            margin = recipe.margin,
            effort = recipe.effort,
            deeper = recipe.effort.deeper(),
        );
        let lines = self.openings.iter().map(|opening| write_moves(opening) + "\n");
        header + &lines.collect::<String>()
    }
}

/// The moves of an opening in short notation.
fn write_moves<R: Rules>(opening: &Opening<R>) -> String {
    let mut position = opening.start;
    let texts = opening.moves.iter().map(|&mv| {
        let text = write_short_move(&position, mv);
        position = position.after(mv);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}
