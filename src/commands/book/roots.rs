//! The positions with which a book is to begin, as `bolshak book build --roots` says.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::super::failure::Failure;
use super::super::progress::Teller;
use super::super::{note, parsers};
use crate::board::Numbering;
use crate::book::{Builder, Code, Ending, Graph};
use crate::eval::Evaluated;
use crate::position::Position;
use crate::rules::Rules;
use crate::tourney::openings::{self, Effort, Opening, Recipe, every_flying, generate};

/// Where a book is to begin.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Where it begins")]
pub(super) struct RootsArgs {
    /// Begin also with these positions: startpos; balanced, those within the margin that can arise in some plies, without
    /// a capture at hand; flying, those within the margin that arise when a man of one side or one of each is moved to a
    /// free square before the game; or the openings of a file in any form that "bolshak match --openings" reads
    /// [default: startpos for a book without a beginning, none for another]
    #[arg(long, value_name = "FILE|startpos|balanced|flying")]
    roots: Option<PathBuf>,
    /// For balanced, the plies from the start position: 3, or from 2 to 4
    #[arg(long, value_name = "N-N", value_parser = parsers::plies, default_value = "3", allow_negative_numbers = true)]
    root_plies: RangeInclusive<usize>,
    /// For balanced and flying, the most that either side may be better, in hundredths of a man
    #[arg(long, value_name = "N", value_parser = parsers::margin, default_value_t = 40, allow_negative_numbers = true)]
    root_margin: u32,
}

/// New beginnings of a book.
pub(super) enum NewRoots {
    /// These.
    Known(Vec<Code>),
    /// The balanced ones among the positions after some plies.
    Balanced,
    /// The balanced ones among those with men moved before the game.
    Flying,
}

/// What is counted while positions to begin with are looked at.
const JUDGED: &str = "positions to begin with judged";

impl RootsArgs {
    /// What the new beginnings of a book are that has some already or none.
    pub(super) fn read<R: Rules>(&self, has_some: bool) -> Result<NewRoots, Failure> {
        let start = || NewRoots::Known(vec![Code::of(&Position::<R>::start())]);
        let Some(path) = &self.roots else {
            return Ok(if has_some { NewRoots::Known(Vec::new()) } else { start() });
        };
        match path.to_str() {
            Some("startpos") => Ok(start()),
            Some("balanced") => Ok(NewRoots::Balanced),
            Some("flying") => Ok(NewRoots::Flying),
            _ => from_file::<R>(path).map(NewRoots::Known),
        }
    }

    /// Adds the new beginnings to a book; says why not, if the work ended before they were known.
    pub(super) fn add<R: Evaluated>(
        &self,
        new: NewRoots,
        (builder, graph): (&Builder<'_, R>, &mut Graph<R>),
        time: Option<Duration>,
        teller: &Teller,
    ) -> Result<Option<Ending>, Failure> {
        let begun = Instant::now();
        let candidates = match new {
            NewRoots::Known(roots) => {
                for root in roots {
                    graph.add_root(root);
                }
                return Ok(None);
            }
            NewRoots::Balanced => match self.balanced(builder, graph, time, teller)? {
                Ok(candidates) => candidates,
                Err(ending) => return Ok(Some(ending)),
            },
            NewRoots::Flying => every_flying::<R>().iter().map(Code::of).collect(),
        };
        teller.stage(candidates.len(), JUDGED);
        let before = graph.roots().len();
        let time = time.map(|time| time.saturating_sub(begun.elapsed()));
        let ending = builder.add_balanced_roots(graph, &candidates, self.root_margin, time);
        let ending = ending.map_err(|error| Failure::Failed(error.to_string()))?;
        if ending.is_none() && graph.roots().is_empty() {
            let count = candidates.len();
            return Err(Failure::Failed(format!("expected balanced positions, found none among {count}")));
        }
        log::info!("{} new beginnings of {}", graph.roots().len() - before, candidates.len());
        Ok(ending)
    }

    /// Positions after some plies that the search of the program judges as balanced, whatever the weights of the book are.
    fn balanced<R: Evaluated>(
        &self,
        builder: &Builder<'_, R>,
        graph: &Graph<R>,
        time: Option<Duration>,
        teller: &Teller,
    ) -> Result<Result<Vec<Code>, Ending>, Failure> {
        // The second search of what has passed the first takes 16 times the nodes, those of the book.
        let nodes = (graph.growth().nodes / 16).max(1);
        let recipe = Recipe {
            plies: self.root_plies.clone(),
            margin: self.root_margin,
            effort: Effort::Nodes(nodes),
            limit: usize::MAX,
            seed: 1,
        };
        let end = time.and_then(|time| Instant::now().checked_add(time));
        let is_late = || end.is_some_and(|end| Instant::now() >= end);
        let is_stopped = || builder.stop.load(Ordering::Relaxed);
        let told = |progress: openings::Progress| {
            teller.stage(progress.positions, JUDGED);
            teller.tell(progress.judged, "");
        };
        let generated = generate::<R>(&recipe, builder.pool, &|| is_stopped() || is_late(), &told);
        let generated = generated.map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(if is_stopped() {
            Err(Ending::Interrupted)
        } else if is_late() {
            Err(Ending::Time)
        } else {
            Ok(generated.openings.iter().map(|opening| Code::of(&opening.position())).collect())
        })
    }
}

/// The positions of a file of openings.
fn from_file<R: Rules>(path: &Path) -> Result<Vec<Code>, Failure> {
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|error| Failure::Usage(format!("--roots: {}: {error}", path.display())))?;
    let found = openings::read::<R>(&bytes, Numbering::default())
        .map_err(|error| Failure::Usage(format!("--roots: {}: {error}", path.display())))?;
    for warning in &found.warnings {
        note(format!("{}: {warning}", path.display()));
    }
    Ok(found.openings.iter().map(|opening: &Opening<R>| Code::of(&opening.position())).collect())
}
