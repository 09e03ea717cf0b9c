//! The opening book in play: when it is used, which of its moves, and what is said of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::{Folder, assert_contains, bolshak, error};
use crate::hub_support::{START, ask as ask_hub};
use crate::support::{Client, play, position};
use bolshak::book::{Code, Effort, Entry, Parts};
use bolshak::engine::Engine;
use bolshak::game::Game;
use bolshak::options::Options;
use bolshak::position::Position;
use bolshak::rules::Russian;
use bolshak::search::{Info, Limits, Observer, Report, Score, Silent};

/// What the first moves are worth in the book of these tests.
const FIRST_MOVES: [(&str, i32); 7] =
    [("a3-b4", -30), ("c3-b4", 3), ("c3-d4", 5), ("e3-d4", -2), ("e3-f4", 1), ("g3-f4", 5), ("g3-h4", -8)];

fn entry(value: i32, is_expanded: bool) -> Entry {
    let value = Score::evaluation(value);
    Entry { value, score: value, depth: 9, effort: 0, is_expanded }
}

/// A book of the start position, all that follows it, and all that follows c3-d4 d6-c5. It goes on after all moves but
/// e3-f4.
fn book(path: &Path) {
    let start = Position::<Russian>::start();
    let mut parts =
        Parts { efforts: vec![Effort { nodes: 1, program: "a test".to_owned() }], ..Parts::default() };
    parts.entries.insert(Code::of(&start), entry(5, true));
    for (mv, value) in FIRST_MOVES {
        parts.entries.insert(Code::of(&play(&start, &[mv])), entry(-value, mv != "e3-f4"));
    }
    let later = play(&start, &["c3-d4", "d6-c5"]);
    parts.entries.insert(Code::of(&later), entry(0, true));
    for (index, mv) in later.legal_moves().into_iter().enumerate() {
        parts.entries.insert(Code::of(&later.after(mv)), entry(index as i32, true));
    }
    parts.save::<Russian>(path).unwrap();
}

struct Player {
    folder: Folder,
    options: Options,
}

impl Player {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        book(Path::new(&folder.file("test.book")));
        let options = Options { hash: 1, book_file: folder.file("test.book"), ..Options::default() };
        Self { folder, options }
    }

    /// The move after these ones, and whether it comes from the book; with seeds of the book's choice.
    fn answers(options: &Options, moves: &[&str], limits: &Limits) -> BTreeSet<(String, bool)> {
        let position = play(&Position::<Russian>::start(), moves);
        let answer = |book_seed: usize| {
            let mut engine = Engine::<Russian>::new(Options { book_seed, ..options.clone() }).unwrap();
            let mut game = Game::default();
            for mv in moves {
                game.play_text(mv, options.numbering).unwrap();
            }
            engine.set_game(game);
            let report = engine.think(limits, &mut Silent);
            let text = bolshak::notation::write_move(&position, report.best().unwrap(), options.notation());
            (text, report.nodes == 0)
        };
        (1..=60).map(answer).collect()
    }
}

fn from_book(moves: &[&str]) -> BTreeSet<(String, bool)> {
    moves.iter().map(|&mv| (mv.to_owned(), true)).collect()
}

/// Notes whether a move comes from the book.
struct Listener(Arc<AtomicBool>);

impl Observer for Listener {
    fn book(&mut self, _: usize) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn info(&mut self, _: &Info) {}
    fn done(&mut self, _: &Report) {}
}

const SHORT: Limits = Limits {
    budget: bolshak::search::Budget::Unlimited,
    depth: Some(2),
    nodes: None,
    win_in: None,
    search_moves: Vec::new(),
    infinite: false,
    ponder: false,
    analysis: false,
};

#[test]
fn the_margin_and_the_ply_say_which_moves_may_be_chosen() {
    let player = Player::new("book-margin");
    let with = |book_margin, book_ply| Options { book_margin, book_ply, ..player.options.clone() };
    let answers = |margin, ply| Player::answers(&with(margin, ply), &[], &SHORT);
    assert_eq!(answers(0, 12), from_book(&["c3-d4", "g3-f4"]));
    assert_eq!(answers(4, 12), from_book(&["c3-b4", "c3-d4", "g3-f4"]));
    assert_eq!(answers(4, 0), from_book(&["c3-d4", "g3-f4"]));
    // Seldom as it is: a move that loses as much as may be is chosen, too.
    assert_eq!(answers(25, 1).len(), 5);
    // So many plies from the start, not more.
    let later = |ply| Player::answers(&with(100, ply), &["c3-d4", "d6-c5"], &SHORT).len();
    assert_eq!((later(2), later(3) > 1), (1, true));
}

#[test]
fn better_moves_are_chosen_more_often() {
    let player = Player::new("book-often");
    let options = Options { book_margin: 8, ..player.options.clone() };
    let mut engine = Engine::<Russian>::new(options.clone()).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    for book_seed in 1..=600 {
        engine.set_options(Options { book_seed, ..options.clone() }).unwrap();
        let best = engine.think(&SHORT, &mut Silent).best().unwrap();
        *counts
            .entry(bolshak::notation::write_move(&Position::<Russian>::start(), best, options.notation()))
            .or_insert(0) += 1;
    }
    // Weights 9², 9², 7² and 2² of 215.
    assert!(counts["c3-d4"] > counts["c3-b4"] && counts["g3-f4"] > counts["c3-b4"], "{counts:?}");
    assert!(counts["c3-b4"] > counts["e3-d4"], "{counts:?}");
    assert!(["a3-b4", "e3-f4", "g3-h4"].iter().all(|mv| !counts.contains_key(*mv)), "{counts:?}");
}

#[test]
fn the_same_seed_gives_the_same_move_and_another_game_another_one() {
    let player = Player::new("book-seed");
    let options = Options { book_margin: 20, ..player.options.clone() };
    let choice = |engine: &mut Engine<Russian>| engine.think(&SHORT, &mut Silent).best().unwrap();
    for book_seed in [1, 2, 99] {
        let seeded = || Engine::<Russian>::new(Options { book_seed, ..options.clone() }).unwrap();
        assert_eq!(choice(&mut seeded()), choice(&mut seeded()));
        // Who wants the games of a level again need not think of the book.
        for (book_seed, skill_seed) in [(0, book_seed), (book_seed, 7)] {
            let options = Options { book_seed, skill_seed, ..options.clone() };
            assert_eq!(choice(&mut Engine::new(options).unwrap()), choice(&mut seeded()));
        }
    }
    let mut engine = Engine::<Russian>::new(options).unwrap();
    let mut seen = Vec::new();
    for _ in 0..40 {
        engine.new_game();
        let mv = choice(&mut engine);
        assert_eq!(choice(&mut engine), mv, "within a game it stays with its choice");
        if !seen.contains(&mv) {
            seen.push(mv);
        }
    }
    assert!(seen.len() > 1);
}

#[test]
fn who_wants_to_know_gets_no_move_of_the_book() {
    let player = Player::new("book-analysis");
    let searches = |options: &Options, limits: &Limits| {
        Player::answers(options, &[], limits).into_iter().all(|(_, from_book)| !from_book)
    };
    let options = &player.options;
    assert!(!searches(options, &SHORT));
    let with_moves = Limits { search_moves: vec![Position::<Russian>::start().legal_moves()[0]], ..SHORT };
    for limits in [Limits { analysis: true, ..SHORT }, Limits { win_in: Some(3), ..SHORT }, with_moves] {
        assert!(searches(options, &limits), "{limits:?}");
    }
    assert!(searches(&Options { multi_pv: 2, ..options.clone() }, &SHORT));
    assert!(searches(&Options { book: false, ..options.clone() }, &SHORT));
    let mut engine = Engine::<Russian>::new(options.clone()).unwrap();
    assert!(engine.advise(&SHORT, &mut Silent).nodes > 0);
    for limits in [Limits { infinite: true, ..SHORT }, Limits { ponder: true, ..SHORT }] {
        let was_told = Arc::new(AtomicBool::new(false));
        engine.go(limits, Box::new(Listener(Arc::clone(&was_told))));
        engine.stop();
        engine.wait();
        assert!(!was_told.load(Ordering::Relaxed));
    }
    let was_told = Arc::new(AtomicBool::new(false));
    engine.go(SHORT, Box::new(Listener(Arc::clone(&was_told))));
    engine.wait();
    assert!(was_told.load(Ordering::Relaxed));
}

#[test]
fn a_position_that_is_not_in_the_book_is_searched_even_where_its_moves_end_the_game() {
    let player = Player::new("book-last-move");
    let mut engine = Engine::<Russian>::new(player.options.clone()).unwrap();
    engine.set_game(Game::new(position("W:Wc3:Bd4")));
    assert!(engine.think(&SHORT, &mut Silent).nodes > 0);
}

#[test]
fn a_weak_level_knows_the_first_moves_only() {
    let player = Player::new("book-level");
    let weak = |book_ply| Options { skill: 3, book_ply, ..player.options.clone() };
    let is_of_book = |options: Options| {
        Player::answers(&options, &["c3-d4", "d6-c5"], &SHORT).into_iter().all(|(_, from_book)| from_book)
    };
    assert!(is_of_book(weak(3)));
    assert!(!is_of_book(weak(2)));
    assert!(is_of_book(Options { book_ply: 0, ..player.options.clone() }));
}

#[test]
fn the_protocol_says_when_a_move_comes_from_the_book() {
    let player = Player::new("book-protocol");
    let mut client = Client::with_book();
    client.send(&format!("setoption name BookFile value {}", player.options.book_file));
    client.send("setoption name BookMargin value 0\nsetoption name BookSeed value 1");
    let answer = client.ask("position startpos\ngo movetime 10000");
    assert_eq!(answer.notes(), ["book: one of 2 moves"]);
    assert!(["c3-d4", "g3-f4"].contains(&answer.best()));
    assert_eq!(answer.last().score, "cp 5");
    let answer = client.ask("position startpos moves c3-d4 d6-c5\ngo depth 3");
    assert_eq!(answer.notes(), ["book: one of 1 move"]);
    let answer = client.ask("position startpos moves c3-d4 f6-g5\ngo depth 3");
    assert!(answer.notes().is_empty() && answer.last().depth == 3);
    client.send("position startpos\nbook");
    let lines = client.sync();
    assert_eq!(lines.len(), 8, "{lines:#?}");
    assert_contains(&lines[0], &["move", "value", "depth", "games"]);
    assert!(lines[1].starts_with("c3-d4") || lines[1].starts_with("g3-f4"), "{lines:#?}");
    assert_contains(&lines[7], &["a3-b4", "cp -30", "9"]);
    client.send("position startpos moves c3-d4 f6-g5\nbook");
    assert_eq!(client.sync(), ["info string the opening book does not have this position"]);
    client.quit();
}

#[test]
fn a_file_that_is_no_book_is_refused_and_the_book_stays() {
    let player = Player::new("book-wrong");
    let wrong = player.folder.file("wrong");
    fs::write(&wrong, "no book").unwrap();
    let mut client = Client::with_book();
    client.send(&format!("setoption name BookFile value {}", player.options.book_file));
    client.send(&format!("setoption name BookFile value {wrong}"));
    let line = client.expect_only_line();
    assert_contains(&line, &["options stay as they were: BookFile: ", "expected a book made by"]);
    assert_eq!(client.ask("go depth 2").notes().len(), 1);
    client.send("setoption name Variant value giveaway");
    let line = client.expect_only_line();
    assert_eq!(
        line,
        "info string BookFile is one of giveaway: the book built in is used".replace("giveaway", "russian")
    );
    // There is none for this game.
    assert!(client.ask("go depth 2").notes().is_empty());
    client.quit();
    let said = error(&["analyse", "--book", "--book-file", &wrong, "--nodes", "10"], 1);
    assert_contains(&said, &["--book-file: ", "wrong: expected a book made by"]);
}

#[test]
fn hub_clients_have_the_book_too() {
    let player = Player::new("book-hub");
    let mut client = Client::hub_with_book();
    client.send("hub");
    let listing = client.read_until("wait").join("\n");
    assert_contains(
        &listing,
        &["name=book value=true type=bool", "name=book-ply value=20", "name=book-margin value=8"],
    );
    client.send(&format!("set-param name=book-file value={}", player.options.book_file));
    client.send("set-param name=book-margin value=0\nset-param name=book-ply value=4\ninit");
    client.read_until("ready");
    let question = format!("pos pos={START}\nlevel move-time=10\ngo think");
    let answer = ask_hub(&mut client, &question);
    assert!(["22-18", "24-20", "23-19", "24-19"].iter().any(|mv| answer.moves()[0] == *mv), "{answer:?}");
    assert_contains(&answer.lines[0], &["depth=10 ", "score=0.05", "nodes=0"]);
    client.send("set-param name=book value=false");
    let answer = ask_hub(&mut client, &format!("pos pos={START}\nlevel depth=2\ngo think"));
    assert!(!answer.lines[0].contains("nodes=0 "), "{answer:?}");
    client.quit();
}

#[test]
fn analysis_shows_the_book_when_asked() {
    let player = Player::new("book-analyse");
    let file = player.options.book_file.as_str();
    let printed = |args: &[&str]| {
        let common = ["analyse", "--depth", "2", "--book-file", file];
        let output = bolshak(&[&common, args].concat()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_contains(&printed(&["--book"]), &["book move", "c3-d4", "+0.05", "a3-b4", "-0.30"]);
    assert!(!printed(&[]).contains("book"));
    assert_contains(
        &printed(&["--book", "--moves", "cd4 fg5"]),
        &["The opening book does not have this position."],
    );
    let object: serde_json::Value = serde_json::from_str(&printed(&["--book", "--json"])).unwrap();
    assert_eq!(object["book"].as_array().unwrap().len(), 7);
    assert_eq!(object["book"][0]["score"]["value"], 5);
    assert!(serde_json::from_str::<serde_json::Value>(&printed(&["--json"])).unwrap().get("book").is_none());
}
