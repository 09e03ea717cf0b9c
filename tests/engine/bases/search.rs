//! The search with the bases.

use std::sync::Arc;

use bolshak::bases::{Balance, Conversion, Index, Outcome, Standing, Verdict};
use bolshak::board::Color;
use bolshak::game::{Game, GameResult};
use bolshak::notation::{Notation, write_fen};
use bolshak::position::{Move, Position};
use bolshak::rules::Russian;
use bolshak::search::{Limits, Outlook, Report, Score, Signals, Silent, Table, Task, search};
use rayon::prelude::*;

use super::play::verdict_after;
use super::{BASES, Random};
use crate::support::position;

type Spot = Position<Russian>;

/// Three kings that need 25 plies, the most of all.
const LONGEST: &str = "W:WKe7,Ka5,Kg5:BKh6";

fn fen(position: &Spot) -> String {
    write_fen(position, Notation::Algebraic)
}

/// Searches so many nodes and lines with the bases; some moves only, if there are any.
fn think(game: &Game<Russian>, nodes: u64, lines: usize, moves: &[Move], table: &Table) -> Report {
    let mut task = Task::new(game);
    task.bases = Some(Arc::clone(&BASES));
    task.lines = lines;
    let limits = Limits { nodes: Some(nodes), search_moves: moves.to_vec(), ..Limits::default() };
    search(&task, &limits, table, &Signals::new(false), &mut Silent)
}

fn table() -> Table {
    Table::new(4).unwrap()
}

/// What the bases say that a move is worth with nothing counted before; `None` where they are not certain.
fn expected(position: &Spot, mv: Move) -> Option<Outlook> {
    let counters = Game::new(*position).counters();
    let plies = match BASES.distance(&position.after(mv))?.outcome() {
        Outcome::Draw => 0,
        Outcome::Win(plies) | Outcome::Loss(plies) => u32::from(plies) + 1,
    };
    match verdict_after(position, counters, mv) {
        Verdict::Unknown => None,
        Verdict::Draw => Some(Outlook::Centimen(0)),
        Verdict::Win => Some(Outlook::LossByBases(plies)),
        Verdict::Loss => Some(Outlook::WinByBases(plies)),
    }
}

/// In the order of what they are worth.
fn worth(outlook: Outlook) -> i64 {
    match outlook {
        Outlook::WinByBases(plies) => 10_000 - i64::from(plies),
        Outlook::LossByBases(plies) => i64::from(plies) - 10_000,
        _ => 0,
    }
}

/// Positions of two to four pieces of which all moves are certain.
fn certain_positions(random: &mut Random, of_each: usize) -> Vec<Spot> {
    let all = (2..=4).flat_map(|pieces| random.positions(pieces, of_each));
    let is_certain = |position: &Spot| {
        let moves = position.legal_moves();
        !moves.is_empty() && moves.iter().all(|&mv| expected(position, mv).is_some())
    };
    let all: Vec<_> = all.collect();
    all.into_iter().filter(is_certain).collect()
}

#[test]
fn a_known_root_has_the_score_of_the_bases() {
    let report = think(&Game::new(position(LONGEST)), 1_000, 1, &[], &table());
    assert_eq!(report.score.outlook(), Outlook::WinByBases(25));
    let positions = certain_positions(&mut Random(1), 12);
    assert!(positions.len() > 300, "{}", positions.len());
    let mut decided = 0;
    for position in positions {
        let moves = position.legal_moves();
        let best = moves.into_iter().filter_map(|mv| expected(&position, mv)).max_by_key(|&it| worth(it));
        let report = think(&Game::new(position), 1_000, 1, &[], &table());
        assert_eq!(Some(report.score.outlook()), best, "{}", fen(&position));
        assert_eq!(report.score, report.lines[0].score);
        decided += usize::from(best != Some(Outlook::Centimen(0)));
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn a_drawn_root_of_five_pieces_is_worth_nothing() {
    let mut random = Random(2);
    let drawn =
        |position: &Spot| position.has_legal_move() && BASES.standing(position) == Some(Standing::Draw);
    let positions: Vec<_> = random.positions(5, 4).into_iter().filter(drawn).collect();
    assert!(positions.len() > 20, "{}", positions.len());
    for position in positions {
        let report = think(&Game::new(position), 2_000, 1, &[], &table());
        assert_eq!(report.score, Score::DRAW, "{}", fen(&position));
    }
}

#[test]
fn each_move_by_itself_has_the_score_of_the_bases() {
    for position in certain_positions(&mut Random(3), 3) {
        for mv in position.legal_moves() {
            let report = think(&Game::new(position), 1_000, 1, &[mv], &table());
            assert_eq!(report.best(), Some(mv));
            assert_eq!(Some(report.score.outlook()), expected(&position, mv), "{} {mv:?}", fen(&position));
        }
    }
}

#[test]
fn several_lines_have_the_scores_of_the_bases() {
    for position in certain_positions(&mut Random(4), 5) {
        let moves = position.legal_moves();
        let report = think(&Game::new(position), 20_000, moves.len(), &[], &table());
        assert_eq!(report.lines.len(), moves.len());
        for info in &report.lines {
            let found = info.score.outlook();
            let mv = info.line.moves()[0];
            // An end that the search has proven is as good.
            let found = match found {
                Outlook::Win(plies) => Outlook::WinByBases(plies),
                Outlook::Loss(plies) => Outlook::LossByBases(plies),
                other => other,
            };
            assert_eq!(Some(found), expected(&position, mv), "{} {mv:?}", fen(&position));
        }
        let scores: Vec<_> = report.lines.iter().map(|info| info.score).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next), "{}: {scores:?}", fen(&position));
    }
}

/// The move that keeps the most and is the longest: of the moves that are worth the most, the one with the farthest end
/// or conversion, or, where that is not told, a searched one.
fn defend(game: &Game<Russian>, nodes: u64, table: &Table) -> Move {
    let position = game.position();
    let rank = |mv: Move| match verdict_after(position, game.counters(), mv) {
        Verdict::Loss => 2,
        Verdict::Draw => 1,
        Verdict::Unknown => 0,
        Verdict::Win => -1,
    };
    let mut moves: Vec<Move> = position.legal_moves().into_vec();
    let best = moves.iter().map(|&mv| rank(mv)).max().unwrap();
    moves.retain(|&mv| rank(mv) == best);
    let farthest = moves.iter().map(|&mv| (plies_to_come(position, mv), mv));
    match farthest.max_by_key(|&(plies, _)| plies).unwrap() {
        (Some(_), mv) => mv,
        (None, _) => think(game, nodes, 1, &moves, table).best().unwrap(),
    }
}

/// The plies to the end after a move, or to the next conversion, if that is told.
fn plies_to_come(position: &Spot, mv: Move) -> Option<u16> {
    let after = position.after(mv);
    if let Some(distance) = BASES.distance(&after) {
        return Some(distance.plies());
    }
    let conversion = if after.has_capture() { None } else { BASES.conversion_of_quiet(&after, 0) };
    conversion.and_then(Conversion::enough).filter(|&plies| plies > 12)
}

/// Whether the engine wins as White in so many nodes a move; otherwise how the game went.
fn win(start: Spot, nodes: u64) -> Result<usize, String> {
    let (mut game, ours, theirs) = (Game::new(start), table(), table());
    while game.result().is_none() {
        let mv = if game.position().turn() == Color::White {
            think(&game, nodes, 1, &[], &ours).best().unwrap()
        } else {
            defend(&game, nodes, &theirs)
        };
        game.play(mv).unwrap();
    }
    match game.result() {
        Some(GameResult::Win { winner: Color::White, .. }) => Ok(game.moves().len()),
        result => Err(format!("{} after {} plies: {result:?}", fen(&start), game.moves().len())),
    }
}

#[test]
fn the_engine_catches_a_king_with_three_as_fast_as_can_be() {
    assert_eq!(win(position(LONGEST), 2_000), Ok(25));
}

/// Won positions of five pieces without a capture, as many of each balance on average, that are wanted.
fn won_positions(count: usize, seed: u64, wanted: impl Fn(&Spot) -> bool) -> Vec<Spot> {
    let (mut random, balances, mut positions) = (Random(seed), Balance::all(5), Vec::new());
    let indices: Vec<_> = balances.into_iter().map(Index::<Russian>::new).collect();
    while positions.len() < count {
        let index = &indices[random.below(indices.len() as u64) as usize];
        let position = index.position(random.below(index.count()));
        let is_won = !position.has_capture() && BASES.standing(&position) == Some(Standing::Win);
        if is_won && wanted(&position) {
            positions.push(position);
        }
    }
    positions
}

/// Plays positions to the end; those that are not won.
fn failures(positions: &[Spot]) -> Vec<String> {
    positions.par_iter().filter_map(|&position| win(position, 20_000).err()).collect()
}

#[test]
fn won_positions_of_five_pieces_are_won() {
    let failures = failures(&won_positions(200, 8, |_| true));
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
#[ignore = "takes half a minute"]
fn won_positions_of_five_pieces_far_from_a_conversion_are_won() {
    let is_far = |position: &Spot| {
        let conversion = BASES.conversion_of_quiet(position, 0).and_then(Conversion::enough);
        conversion.is_some_and(|plies| plies > 12)
    };
    let failures = failures(&won_positions(200, 9, is_far));
    assert!(failures.is_empty(), "{failures:#?}");
}
