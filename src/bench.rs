//! The benchmark: a fixed set of positions, searched with one thread to a fixed depth. The node total is the
//! fingerprint of the search's behaviour: it is the same in every run and on every machine.

use std::sync::Arc;

use crate::bases::Bases;
use crate::board::Numbering;
use crate::eval::Evaluated;
use crate::game::Game;
use crate::notation::read_fen;
use crate::position::{PieceLimit, Position};
use crate::search::{Limits, Signals, Silent, Table, Task, search};

/// The depth of the benchmark, if nothing else is asked for.
pub const DEPTH: u32 = 17;

/// The size of the table in MiB.
const HASH: usize = 32;

/// The start position, openings, middlegames and endings with and without kings.
const POSITIONS: &[&str] = &[
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,d4,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,c5,f6,h6",
    "B:Wa1,c1,e1,g1,b2,d2,f2,h2,b4,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,a5,d6,f6,h6",
    "W:Wa1,c1,g1,b2,d2,h2,a3,c3,e3,f4:Bb8,f8,h8,a7,c7,g7,b6,d6,c5,g5",
    "B:Wc1,e1,g1,b2,d2,h2,b4,d4,g3,h4:Bb8,d8,h8,a7,c7,e7,b6,d6,f6,h6",
    "W:Wc1,e1,f2,h2,a3,c3,d4,g3,f4:Bd8,f8,a7,c7,e7,g7,b6,d6,h6",
    "B:Wa1,c1,d2,f2,c3,e3,g3,c5:Bb8,d8,e7,g7,b6,f6,a5,h4",
    "W:Wc1,e1,d2,h2,c3,e3,h4:Bf8,h8,c7,g7,d6,f6,a5",
    "B:Wc1,d2,f2,a3,e3,b4:Bd8,c7,e7,d6,f6,g5",
    "W:Wc1,b2,g1,h2,d4,e3:Bb8,a7,e7,h6,d6,f6",
    "W:Wc3,e3,f2,h2:Bb6,d6,e7,h6",
    "B:Wa1,g3,h4,c5:Ba7,f8,e7,h6",
    "W:WKc1,e3,f2,h2:Bb6,d8,g7,h6,f8",
    "B:WKa1,b2,f4:BKg7,c7,a5",
    "W:WKd4,Kc1,g3:BKh8,a7,h6",
    "W:WKe1,Kc3,Kg5:BKb8",
];

/// Runs the benchmark for a game, until it is done or stopped, and returns the nodes; `done` is told of each position
/// and its nodes.
pub fn run<R: Evaluated>(depth: u32, signals: &Arc<Signals>, mut done: impl FnMut(&Position<R>, u64)) -> u64 {
    let Ok(table) = Table::new(HASH) else { return 0 };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = 0;
    let bases = Arc::new(Bases::embedded());
    for position in positions::<R>() {
        if signals.is_stopped() {
            break;
        }
        table.clear();
        let part = Signals::part_of(signals);
        let mut task = Task::new(&Game::new(position));
        task.bases = Some(Arc::clone(&bases));
        let report = search(&task, &limits, &table, &part, &mut Silent);
        done(&position, report.nodes);
        nodes += report.nodes;
    }
    nodes
}

/// The positions.
pub fn positions<R: Evaluated>() -> Vec<Position<R>> {
    let read = |fen: &&str| read_fen(fen, Numbering::FromTop, PieceLimit::Standard).ok();
    POSITIONS.iter().filter_map(read).collect()
}
