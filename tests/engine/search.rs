//! The search by itself: repeatable, exact where it says so, and no worse than it was.

use std::collections::HashMap;
use std::sync::Arc;

use crate::support::{Client, position};
use bolshak::bases::Bases;
use bolshak::board::{Color, Numbering};
use bolshak::game::{Game, GameResult};
use bolshak::notation::read_fen;
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::Russian;
use bolshak::search::{Info, Limits, Observer, Outlook, Report, Score, Signals, Silent, Table, Task, search};

fn think(
    position: &Position<Russian>,
    limits: &Limits,
    threads: usize,
    observer: &mut dyn Observer,
) -> Report {
    let mut task = Task::new(&Game::new(*position));
    task.threads = threads;
    search(&task, limits, &Table::new(8).unwrap(), &Signals::new(false), observer)
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

const SAMPLE: [&str; 4] = [
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
    "B:Wa1,c1,d2,f2,c3,e3,g3,c5:Bb8,d8,e7,g7,b6,f6,a5,h4",
    "W:Wc3,e3,f2,h2:Bb6,d6,e7,h6",
    "W:WKd4,Kc1,g3:BKh8,a7,h6",
];

#[test]
fn the_same_search_gives_the_same_result() {
    for fen in SAMPLE {
        let run = || {
            let report = think(&position(fen), &to_depth(11), 1, &mut Silent);
            (report.nodes, report.score, report.lines[0].line.clone())
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn the_same_search_gives_the_same_result_in_another_run() {
    let run = || {
        let mut client = Client::of_program();
        client.send("setoption name Book value false");
        let answers = SAMPLE.map(|fen| {
            let answer = client.ask(&format!("ucinewgame\nposition fen {fen}\ngo depth 11"));
            (answer.infos(), answer.lines.last().cloned())
        });
        client.quit();
        answers
    };
    assert_eq!(run(), run());
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_node() {
    for fen in SAMPLE {
        for nodes in [1, 2, 100, 1_023, 1_024, 1_025, 50_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = think(&position(fen), &limits, 1, &mut Silent);
            assert_eq!(report.nodes, nodes);
            assert!(position(fen).legal_moves().contains(&report.best().unwrap()));
        }
    }
}

/// Plays each line that it is told of.
struct Player(Position<Russian>);

impl Observer for Player {
    fn info(&mut self, info: &Info) {
        assert!(!info.line.moves().is_empty());
        let mut position = self.0;
        for &mv in info.line.moves() {
            assert!(position.legal_moves().contains(&mv), "{info:?}");
            position = position.after(mv);
        }
        let plies = info.line.moves().len() as u32;
        match info.score.outlook() {
            Outlook::Win(distance) | Outlook::Loss(distance) if plies == distance => {
                assert!(!position.has_legal_move(), "{info:?}");
            }
            _ => {}
        }
    }

    fn done(&mut self, report: &Report) {
        for info in &report.lines {
            self.info(info);
        }
    }
}

#[test]
fn all_lines_are_legal_to_the_end() {
    for threads in [1, 3] {
        for position in bolshak::bench::positions::<Russian>() {
            think(&position, &to_depth(12), threads, &mut Player(position));
        }
    }
}

/// What full-width search of some plies proves: 100 minus the plies to a win, its negative for a loss, 0 for
/// nothing. The table only saves time: no branch is left out.
fn prove(
    position: &Position<Russian>,
    plies: i32,
    known: &mut HashMap<(Position<Russian>, i32), i32>,
) -> i32 {
    if !position.has_legal_move() {
        return -100;
    }
    if plies == 0 {
        return 0;
    }
    if let Some(&value) = known.get(&(*position, plies)) {
        return value;
    }
    let mut best = -100;
    for mv in position.legal_moves() {
        let value = -prove(&position.after(mv), plies - 1, known);
        best = best.max(value - value.signum());
    }
    known.insert((*position, plies), best);
    best
}

/// Positions of 2 to 4 pieces, the same in each run.
fn small_positions() -> Vec<Position<Russian>> {
    let mut state = 20_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < 60 {
        let mut sides = [Vec::new(), Vec::new()];
        for piece in 0..2 + random(3) {
            let (row, file) = (random(8), random(4) * 2);
            let file = char::from(b'a' + (file + row % 2) as u8);
            sides[piece % 2].push(format!("{}{file}{}", ["K", ""][random(2)], row + 1));
        }
        let fen = format!("{}:W{}:B{}", ["W", "B"][random(2)], sides[0].join(","), sides[1].join(","));
        let read = read_fen(&fen, Numbering::FromTop, PieceLimit::Standard);
        positions.extend(read.ok());
    }
    positions
}

#[test]
fn short_wins_and_losses_have_their_exact_distance() {
    const PLIES: i32 = 7;
    let mut decided = 0;
    for position in small_positions() {
        let truth = prove(&position, PLIES, &mut HashMap::new());
        let expected = match truth {
            0 => None,
            value if value > 0 => Some(Outlook::Win(100 - value as u32)),
            value => Some(Outlook::Loss((100 + value) as u32)),
        };
        let score = think(&position, &to_depth(16), 1, &mut Silent).score;
        let found = match score.outlook() {
            Outlook::Win(plies) | Outlook::Loss(plies) if plies <= PLIES as u32 => Some(score.outlook()),
            _ => None,
        };
        assert_eq!(found, expected, "{position:?}");
        decided += usize::from(truth != 0);
    }
    assert!(decided >= 20, "{decided}");
}

#[test]
fn several_threads_stop_when_they_are_told() {
    struct StopAt<'a>(u32, &'a Signals);
    impl Observer for StopAt<'_> {
        fn info(&mut self, info: &Info) {
            if info.depth >= self.0 {
                self.1.stop();
            }
        }
        fn done(&mut self, _: &Report) {}
    }
    for fen in SAMPLE {
        let position = position(fen);
        let (signals, table) = (Signals::new(false), Table::new(8).unwrap());
        let mut task = Task::new(&Game::new(position));
        task.threads = 4;
        let limits = Limits { infinite: true, ..Limits::default() };
        let report = search(&task, &limits, &table, &signals, &mut StopAt(9, &signals));
        assert!(position.legal_moves().contains(&report.best().unwrap()));
        assert!(report.depth >= 9);
    }
}

/// Shots: position, the one good move, and a depth at which it must be found.
const SHOTS: [(&str, &str, u32); 13] = [
    ("W:WK4,26,28,30:B7,20,21,K29", "d2-c3", 8),
    ("B:W12,18,20,21,22,23,26,27,28,29,30:B3,4,5,7,8,9,11,13,14,15", "e5-f4", 12),
    ("B:W17,19,20,21,22,23,25,27,28,29,30,32:B1,3,4,5,7,8,9,10,11,12,13,14", "d6-e5", 13),
    ("W:W13,19,20,21,22,24,25,27,31:B1,6,9,10,11,12,14,15,18", "h4-g5", 9),
    ("B:W22,23,29,32:B12,13,16,21", "g5-f4", 10),
    ("W:W13,20,24,29,30,32:B2,3,6,7,8,12,21", "c1-b2", 10),
    ("B:W18,19,21,23,24,25,26,27,29,31:B1,2,3,5,8,11,12,13,14,20", "f6-g5", 12),
    ("B:W15,21,22,26,27,28,32:B3,5,9,10,12,13,19", "d6-c5", 10),
    ("B:W5,20,23,24,25,30:B1,11,15,16,17,21", "e5-d4", 19),
    ("B:W19,20,22,23,24,26,27,28,31:B1,2,4,7,10,11,12,13,14", "a5-b4", 11),
    ("B:W9,22,27,28:B5,14,15,16", "c5-b4", 12),
    ("W:W11,12,15,21,29,31:B3,4,6,13,14,22", "h6-g7", 10),
    ("W:W19,22,23,25,27,28,29,30,31:B1,4,5,6,7,8,12,16,21", "c1-d2", 11),
];

#[test]
fn shots_are_found() {
    let mut client = Client::new();
    for (fen, best, depth) in SHOTS {
        let answer = client.ask(&format!("ucinewgame\nposition fen {fen}\ngo depth {depth}"));
        assert_eq!(answer.best(), best, "{fen}");
    }
    assert!(client.quit().is_empty());
}

#[test]
fn three_kings_catch_a_lone_one_before_the_rule_ends_the_game() {
    // The first is won in 25 plies with best play, the longest of all; 30 are allowed.
    for fen in ["W:WKe7,Ka5,Kg5:BKh6", "W:WKc1,Ke1,Kg1:BKb8"] {
        let table = Table::new(16).unwrap();
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let bases = Arc::new(Bases::embedded());
        let mut game = Game::new(position(fen));
        while game.result().is_none() {
            let mut task = Task::new(&game);
            task.bases = Some(Arc::clone(&bases));
            let report = search(&task, &limits, &table, &Signals::new(false), &mut Silent);
            game.play(report.best().unwrap()).unwrap();
        }
        assert!(
            matches!(game.result(), Some(GameResult::Win { winner: Color::White, .. })),
            "{:?}",
            game.result()
        );
    }
}

#[test]
fn a_proven_end_is_told_in_plies() {
    let report = think(&position("W:WKa1:BKh8"), &to_depth(12), 1, &mut Silent);
    assert_eq!(report.score, Score::loss_in(2));
}

#[test]
fn the_mean_depth_of_the_leaves_is_within_the_selective_depth() {
    struct Depths(Vec<(u32, u32, f32)>);
    impl Observer for Depths {
        fn info(&mut self, info: &Info) {
            self.0.push((info.depth, info.selective_depth, info.mean_depth));
        }
        fn done(&mut self, _: &Report) {}
    }
    let depths = |fen| {
        let mut depths = Depths(Vec::new());
        think(&position(fen), &to_depth(11), 1, &mut depths);
        depths.0
    };
    for fen in SAMPLE {
        let found = depths(fen);
        assert_eq!(found, depths(fen));
        for (_, deepest, mean) in found {
            assert!(mean > 0.0 && mean <= deepest as f32, "{mean} of {deepest}");
        }
    }
    let start = depths(SAMPLE[0]);
    assert!((1.0..3.0).contains(&start[0].2), "{start:?}");
    // Each iteration counts its own leaves.
    assert!(start.last().unwrap().2 > start[0].2 + 3.0, "{start:?}");
}
