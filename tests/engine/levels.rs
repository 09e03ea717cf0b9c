//! The levels for people: sound as far as they see, repeatable with a seed, different with another, each stronger than
//! those below it, and nothing but the engine at the last.

use crate::support::{Client, position};
use bolshak::board::Color;
use bolshak::engine::Engine;
use bolshak::game::{Game, GameResult};
use bolshak::options::Options;
use bolshak::position::{Move, Position};
use bolshak::rules::Russian;
use bolshak::search::{FULL_SKILL, Limits, Report, Signals, Silent, Table, Task, search};

/// An engine of this level, whose choices are drawn from this seed.
fn engine(skill: usize, skill_seed: usize) -> Engine<Russian> {
    Engine::new(Options { hash: 1, skill, skill_seed, book: false, ..Options::default() }).unwrap()
}

/// What it plays, without any limit but its own.
fn think(engine: &mut Engine<Russian>, game: &Game<Russian>) -> Report {
    engine.set_game(game.clone());
    engine.think(&Limits::default(), &mut Silent)
}

fn choice(position: &Position<Russian>, skill: usize, seed: usize) -> Move {
    think(&mut engine(skill, seed), &Game::new(*position)).best().unwrap()
}

const QUIET: [&str; 6] = [
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
    "W:Wa1,c1,g1,b2,d2,h2,a3,c3,e3,f4:Bb8,f8,h8,a7,c7,g7,b6,d6,c5,g5",
    "W:Wc1,e1,f2,h2,a3,c3,d4,g3,f4:Bd8,f8,a7,c7,e7,g7,b6,d6,h6",
    "W:Wc1,e1,d2,h2,c3,e3,h4:Bf8,h8,c7,g7,d6,f6,a5",
    "B:Wc1,d2,f2,a3,e3,b4:Bd8,c7,e7,d6,f6,g5",
    "W:Wc1,b2,g1,h2,d4,e3:Bb8,a7,e7,h6,d6,f6",
];

/// The pieces by which the side to move is ahead when all captures are over, each side making the best of them.
fn lead(position: &Position<Russian>) -> i32 {
    let count = |color: Color| position.pieces(color).count() as i32;
    let captures = position.legal_moves().into_iter().filter(|mv| mv.is_capture());
    let best = captures.map(|mv| -lead(&position.after(mv))).max();
    best.unwrap_or_else(|| count(position.turn()) - count(!position.turn()))
}

#[test]
fn no_level_gives_men_away_as_far_as_the_weakest_sees() {
    for fen in QUIET {
        let root = position(fen);
        let best = root.legal_moves().into_iter().map(|mv| -lead(&root.after(mv))).max().unwrap();
        for skill in [1, 2, 4, 7] {
            for seed in 1..=25 {
                let mv = choice(&root, skill, seed);
                assert_eq!(-lead(&root.after(mv)), best, "level {skill}, seed {seed}, {fen}: {mv:?}");
            }
        }
    }
}

#[test]
fn the_weakest_level_plays_nothing_that_looks_a_man_worse_to_it() {
    for fen in QUIET {
        let root = position(fen);
        let mut task = Task::new(&Game::new(root));
        task.lines = 256;
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let report = search(&task, &limits, &Table::new(1).unwrap(), &Signals::new(false), &mut Silent);
        for seed in 1..=25 {
            let mv = choice(&root, 1, seed);
            let chosen = report.lines.iter().find(|info| info.line.moves()[0] == mv).unwrap();
            assert!(chosen.score + 100 > report.score, "{fen}: {mv:?}");
        }
    }
}

#[test]
fn a_choice_repeats_with_its_seed_and_varies_with_another() {
    let root = Position::start();
    for skill in [1, 5, 9] {
        let moves: Vec<Move> = (1..=30).map(|seed| choice(&root, skill, seed)).collect();
        let again: Vec<Move> = (1..=30).map(|seed| choice(&root, skill, seed)).collect();
        assert_eq!(moves, again);
        assert!(moves.iter().any(|mv| *mv != moves[0]), "level {skill} always plays {:?}", moves[0]);
    }
}

#[test]
fn without_a_seed_each_game_has_another() {
    let mut engine = engine(1, 0);
    let game = Game::default();
    let first = think(&mut engine, &game).best();
    assert_eq!(think(&mut engine, &game).best(), first, "the same game, the same move");
    // That they all begin alike has a chance of less than one in 10^15.
    let others = (0..40).map(|_| {
        engine.new_game();
        think(&mut engine, &game).best()
    });
    assert!(others.into_iter().any(|mv| mv != first));
}

#[test]
fn what_the_engine_has_found_out_before_makes_no_level_see_further() {
    let root = position(QUIET[1]);
    let mut engine = engine(2, 7);
    let game = Game::new(root);
    let before = think(&mut engine, &game);
    let advice = engine.advise(&Limits { depth: Some(12), ..Limits::default() }, &mut Silent);
    assert_eq!(advice.depth, 12);
    let after = think(&mut engine, &game);
    assert_eq!((after.best(), after.nodes), (before.best(), before.nodes));
}

/// What the stronger one scores in so many games, in half points. Colours change after each game, and each has its seed.
fn points(stronger: usize, weaker: usize, games: usize) -> usize {
    let play = |number: usize| {
        let (mut strong, mut weak) = (engine(stronger, 2 * number + 1), engine(weaker, 2 * number + 2));
        let strong_side = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let mut game = Game::default();
        loop {
            match game.result() {
                Some(GameResult::Win { winner, .. }) => return if winner == strong_side { 2 } else { 0 },
                Some(GameResult::Draw(_)) => return 1,
                None => {}
            }
            let engine = if game.position().turn() == strong_side { &mut strong } else { &mut weak };
            let mv = think(engine, &game).best().unwrap();
            game.play(mv).unwrap();
        }
    };
    (0..games).map(play).sum()
}

#[test]
fn higher_levels_are_stronger() {
    for (stronger, weaker) in [(5, 1), (9, 5), (12, 8)] {
        let (points, games) = (points(stronger, weaker, 16), 16);
        assert!(
            points > games * 5 / 4,
            "level {stronger} against {weaker}: {points} half points in {games} games"
        );
    }
}

#[test]
fn the_last_level_is_the_engine_as_it_is() {
    let answer = |lines: &str| {
        let mut client = Client::new();
        client.send(lines);
        let answer = client.ask("position startpos moves c3-d4\ngo depth 9");
        (answer.infos().iter().map(|info| info.nodes).collect::<Vec<_>>(), answer.best().to_owned())
    };
    assert_eq!(answer(&format!("setoption name Skill value {FULL_SKILL}")), answer(""));
    assert_ne!(answer("setoption name Skill value 19\nsetoption name SkillSeed value 1"), answer(""));
}

#[test]
fn a_level_obeys_limits_and_ends_by_itself() {
    let mut client = Client::new();
    client.send("setoption name Skill value 2\nsetoption name SkillSeed value 1\nposition startpos");
    let deepest = |answer: &crate::support::Answer| answer.infos().iter().map(|info| info.depth).max();
    for go in ["go movetime 600000", "go depth 30", "go wtime 6000000 btime 6000000", "go nodes 100000000"] {
        let answer = client.ask(go);
        answer.check(&Position::start());
        assert!(deepest(&answer) <= Some(2), "{go}");
    }
    client.ask("go nodes 1").check(&Position::start());
    client.ask("go ponder wtime 60000 btime 60000\nponderhit").check(&Position::start());
    let only = client.ask("go depth 1 searchmoves g3-h4");
    assert_eq!(only.best(), "g3-h4");
    client.send("setoption name MultiPV value 2");
    for seed in 1..20 {
        let answer = client.ask(&format!("setoption name SkillSeed value {seed}\ngo movetime 1000"));
        answer.check(&Position::start());
        assert_eq!(answer.last_ranks().len(), 2);
    }
    assert!(client.quit().is_empty());
}

#[test]
fn an_analysis_has_its_full_strength_at_any_level() {
    let mut client = Client::new();
    client.send("setoption name Skill value 1\nposition startpos\ngo infinite");
    while !client.expect_line("info depth").starts_with("info depth 7 ") {}
    client.send("stop");
    client.answer();
    let mut client = Client::hub();
    client.send(
        "set-param name=skill value=1\nset-param name=skill value=21\npos start\nlevel depth=6\ngo analyze",
    );
    assert!(client.read_until("done").iter().any(|line| line.starts_with("info depth=6 ")));
    client.send("pos start\nlevel depth=6\ngo think");
    assert!(client.read_until("done").iter().all(|line| !line.starts_with("info depth=2 ")));
}
