//! `bolshak book import` and `export`: games into books, and books as games.

use std::collections::HashSet;
use std::fs;

use super::{Run, SMALL, entry, grow, read};
use crate::cli::{Folder, assert_contains, bolshak, error, printed};
use crate::support::position;
use bolshak::board::Numbering;
use bolshak::book::{Book, Code, Games, Parts};
use bolshak::notation::{Notation, read_fen, write_fen};
use bolshak::pdn::{Annotation, Parsed, Reader};
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::Russian;

/// Imports games into a new book; what is printed, what is noted, and the book.
fn import(name: &str, games: &str, args: &[&str]) -> (String, String, Book<Russian>) {
    let folder = Folder::new(name);
    let (path, file) = (folder.file("a.book"), folder.file("games.pdn"));
    fs::write(&file, games).unwrap();
    let all = [&["book", "import", &path, &file], args].concat();
    let output = bolshak(&all).assert().success().get_output().clone();
    let text = |bytes: Vec<u8>| {
        String::from_utf8(bytes).unwrap().replace(&file, "games.pdn").replace(&path, "a.book")
    };
    let book = Book::<Russian>::open(path.as_ref()).unwrap();
    (text(output.stdout), text(output.stderr), book)
}

fn games(book: &Book<Russian>, moves: &str) -> Games {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    book.games(Code::of(&crate::support::play(&Position::<Russian>::start(), &moves)))
}

const fn results([won, drawn, lost, open]: [u32; 4]) -> Games {
    Games { won, drawn, lost, open }
}

/// A game counts under its own position; one whose position is none is left out; the next is not poisoned by it.
#[test]
fn games_from_positions_count_under_their_own() {
    let text =
        "[FEN \"B:Wd4,d2:Bc5\"]\n\n1... c5:c1 0-1\n\n[FEN \"garbage\"]\n\n1. c3-d4 *\n\n1. c3-d4 d6-c5 1-1\n";
    let (said, noted, book) = import("book-b02", text, &[]);
    assert_eq!(said, "2 games counted in a.book, 1 left out\n");
    assert!(noted.starts_with("note: games.pdn:5:1: game 2: bad FEN"), "{noted}");
    assert_eq!((noted.lines().count(), noted.ends_with("; it is left out\n")), (1, true), "{noted}");
    let own = position("B:Wd4,d2:Bc5");
    assert_eq!(book.games(Code::of(&own)), results([1, 0, 0, 0]));
    assert_eq!(book.games(Code::of(&own.passed())), Games::default());
    assert_eq!(games(&book, ""), results([0, 1, 0, 0]));
    assert_eq!(games(&book, "c3-d4"), results([0, 1, 0, 0]));
    assert_eq!(games(&book, "c3-d4 d6-c5"), results([0, 1, 0, 0]));
    assert_eq!(book.played().count(), 4);
    let roots: HashSet<Code> = book.roots().collect();
    assert_eq!(roots, HashSet::from([Code::of(&own), Code::of(&Position::<Russian>::start())]));
}

#[test]
fn results_are_those_of_the_side_to_move() {
    let text = "1. c3-d4 d6-c5 1-0\n\n1. c3-d4 f6-g5 0-1\n\n1. c3-d4 1/2-1/2\n\n1. c3-d4 *\n\n1. a3-b4 0-0\n";
    let (said, noted, book) = import("book-results", text, &[]);
    assert_eq!((said.as_str(), noted.as_str()), ("5 games counted in a.book\n", ""));
    assert_eq!(games(&book, ""), results([1, 1, 2, 1]));
    assert_eq!(games(&book, "c3-d4"), results([1, 1, 1, 1]));
    assert_eq!(games(&book, "c3-d4 d6-c5"), results([1, 0, 0, 0]));
    assert_eq!(games(&book, "c3-d4 f6-g5"), results([0, 0, 1, 0]));
    assert_eq!(games(&book, "a3-b4"), results([0, 0, 1, 0]));
}

#[test]
fn a_game_counts_up_to_a_move_that_cannot_be_played_and_up_to_so_many_plies() {
    let (said, noted, book) = import("book-cut", "1. c3-d4 d6-d5 2. a3-b4 1-0\n\n1. c3-d4 d6-c5 1-0\n", &[]);
    assert_eq!(said, "2 games counted in a.book, 1 of them only in part\n");
    assert_contains(&noted, &["note: games.pdn:1:10: game 1: ", "d6-d5", "; it counts up to there\n"]);
    assert_eq!(games(&book, "c3-d4"), results([0, 0, 2, 0]));
    assert_eq!(book.played().count(), 3);
    let (.., book) = import("book-plies", "1. c3-d4 d6-c5 2. b2-c3 1-0", &["--plies", "1"]);
    assert_eq!(book.played().count(), 2);
    let (.., book) = import("book-none", "1. c3-d4 d6-c5 2. b2-c3 1-0", &["--plies", "0"]);
    assert_eq!(book.played().count(), 1);
}

#[test]
fn a_position_counts_once_a_game() {
    let there_and_back = "c1-d2 f8-e7 d2-c1 e7-f8 ";
    let text = format!("[FEN \"W:WKc1,a3:BKf8,a5\"]\n\n{}1-1", there_and_back.repeat(2));
    let (.., book) = import("book-once", &text, &[]);
    assert_eq!(book.played().count(), 4);
    assert!(book.played().all(|(_, games)| games == results([0, 1, 0, 0])));
}

#[test]
fn men_put_elsewhere_before_the_game_make_another_root() {
    let (.., book) = import("book-flying", "1. a1-a5 g7-g5 2. c3-d4 1-0", &[]);
    assert_eq!(games(&book, ""), Games::default());
    let roots: Vec<Position<Russian>> = book.roots().filter_map(Code::position).collect();
    assert_eq!(roots.len(), 1);
    assert!(roots[0] != Position::start() && book.games(Code::of(&roots[0])) == results([1, 0, 0, 0]));
}

#[test]
fn nothing_is_counted_unless_all_files_can_be_read() {
    let folder = Folder::new("book-unread");
    let (path, file, missing) = (folder.file("a.book"), folder.file("games.pdn"), folder.file("missing.pdn"));
    fs::write(&file, "1. c3-d4 *").unwrap();
    let output = bolshak(&["book", "import", &path, &file, &missing]).assert().code(1).get_output().clone();
    let noted = String::from_utf8(output.stderr).unwrap();
    assert_contains(&noted, &["missing.pdn could not be read", "error: nothing was counted"]);
    assert!(!fs::exists(&path).unwrap());
    assert_contains(&error(&["book", "import", &path], 2), &["FILE"]);
    assert_contains(&error(&["book", "import", &path, &file, "--plies", "201"], 2), &["from 0 to 200"]);
    let english = ["book", "import", &path, &file, "--variant", "english"];
    assert_contains(&error(&english, 2), &["english cannot be searched"]);
}

#[test]
fn what_is_imported_twice_counts_twice_and_the_book_grows_there_first() {
    let folder = Folder::new("book-twice");
    let (path, file) = (folder.file("a.book"), folder.file("games.pdn"));
    // A bad beginning, that the book itself would not look at so soon.
    fs::write(&file, "1. c3-d4 b6-a5 2. d4-e5 f6:d4 3. e3:c5 d6:b4 4. a3:c5 0-1").unwrap();
    fs::write(&path, &*SMALL).unwrap();
    printed(&["book", "import", &path, &file]);
    printed(&["book", "import", &path, &file]);
    let book = Book::<Russian>::open(path.as_ref()).unwrap();
    assert_eq!(games(&book, "c3-d4"), results([2, 0, 0, 0]));
    assert_eq!(
        (book.len(), book.roots().count()),
        (Book::<Russian>::checked(SMALL.clone()).unwrap().len(), 1)
    );
    assert_contains(
        &printed(&["book", "probe", "--book", &path]),
        &["\nGames:  0 won, 0 drawn, 2 lost, 0 without"],
    );
    assert_contains(
        &printed(&["book", "stats", &path]),
        &["Played                  8\n", "  0 won, 0 drawn, 2 lost by"],
    );
    let mut graph = read(path.as_ref());
    grow(path.as_ref(), &mut graph, &Run { expanded: 60, ..Run::default() });
    let end = crate::support::play(&Position::<Russian>::start(), &["c3-d4", "b6-a5", "d4-e5"]);
    assert!(graph.find(Code::of(&end)).is_some_and(|entry| entry.is_expanded));
}

#[test]
fn a_book_is_written_as_a_table() {
    let folder = Folder::new("book-table");
    let (path, out) = (folder.file("a.book"), folder.file("a.tsv"));
    let mut parts = Parts::of(&Book::<Russian>::checked(SMALL.clone()).unwrap());
    let root = Code::of(&Position::<Russian>::start());
    let played = Code::of(&position("W:Wc3:Bf6"));
    parts.games.insert(root, results([3, 2, 1, 4]));
    parts.games.insert(played, results([0, 0, 5, 0]));
    parts.save::<Russian>(path.as_ref()).unwrap();
    let text = printed(&["book", "export", &path]);
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap().split('\t').count(), 10);
    let mut seen = HashSet::new();
    for line in lines {
        let [fen, value, score, depth, nodes, state, games, won, drawn, lost] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let position = read_fen::<Russian>(fen, Numbering::FromTop, PieceLimit::Standard).unwrap();
        let code = Code::of(&position);
        assert!(seen.insert(code) && write_fen(&position, Notation::Algebraic) == fen);
        let Some(entry) = parts.entries.get(&code) else {
            assert_eq!((code, state, value, score), (played, "unsearched", "-", "-"));
            assert_eq!([games, won, drawn, lost], ["5", "0", "0", "5"]);
            continue;
        };
        let effort = &parts.efforts[usize::from(entry.effort)];
        assert_eq!((depth, nodes), (&*entry.depth.to_string(), &*effort.nodes.to_string()));
        assert_eq!(state, if entry.is_expanded { "expanded" } else { "searched" });
        if let Some(centimen) = entry.value.centimen() {
            assert_eq!(value, format!("{:+.2}", f64::from(centimen) / 100.0));
        }
        if code == root {
            assert_eq!([games, won, drawn, lost], ["10", "3", "2", "1"]);
        }
    }
    assert_eq!(seen.len(), parts.entries.len() + 1);
    assert_contains(&printed(&["book", "export", &path, "--out", &out]), &[" positions written to "]);
    assert_eq!(fs::read_to_string(out).unwrap(), text);
}

/// Reads all of a text as one game from a position without a fault; variations in it are read in the same way. Counts
/// positions, each where it is written and not only named.
fn read_through(start: &Position<Russian>, text: &str, written: &mut Vec<Code>) {
    let fen = write_fen(start, Notation::Algebraic);
    let text = format!("[FEN \"{fen}\"]\n\n{text} *\n");
    let games: Vec<Parsed<Russian>> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    let [game] = &games[..] else { panic!("{text}") };
    assert!(
        game.faults.is_empty() && game.warnings.is_empty() && game.is_complete,
        "{text}: {:?}",
        game.faults
    );
    walk(game, written);
}

fn walk(game: &Parsed<Russian>, written: &mut Vec<Code>) {
    let mut position = game.record.start;
    for (ply, recorded) in game.record.moves.iter().enumerate() {
        assert!(game.record.evaluation(ply).is_some());
        for annotation in &recorded.annotations {
            if let Annotation::Variation(text) = annotation {
                read_through(&position, text, written);
            }
        }
        position = position.after(recorded.mv);
        if !recorded.comments().any(|text| text.starts_with("as ")) {
            written.push(Code::of(&position));
        }
    }
}

#[test]
fn a_book_is_written_as_games_that_can_be_read() {
    let folder = Folder::new("book-tree");
    let (path, out) = (folder.file("a.book"), folder.file("a.pdn"));
    let mut parts = Parts::of(&Book::<Russian>::checked(SMALL.clone()).unwrap());
    let second = crate::support::play(&Position::<Russian>::start(), &["c3-d4"]);
    parts.roots.push(Code::of(&second));
    parts.roots.sort_unstable();
    parts.save::<Russian>(path.as_ref()).unwrap();
    let export = ["book", "export", &path, "--pdn", "--plies", "12", "--margin", "200"];
    let text = printed(&export);
    let games: Vec<Parsed<Russian>> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(games.len(), 2, "{text}");
    let mut written = Vec::new();
    for game in &games {
        assert!(game.faults.is_empty() && game.warnings.is_empty(), "{:?}", game.faults);
        walk(game, &mut written);
    }
    let once: HashSet<Code> = written.iter().copied().collect();
    assert_eq!(once.len(), written.len(), "a position is written again");
    assert!(once.len() > 60, "{}", once.len());
    // The main line is the best line of the book.
    let book = Book::<Russian>::open(path.as_ref()).unwrap();
    let start = games.iter().find(|game| game.record.start == Position::start()).unwrap();
    let main: Vec<_> = start.record.moves.iter().map(|recorded| recorded.mv).collect();
    assert!(book.best_line(&Position::start()).moves().starts_with(&main) && !main.is_empty());
    assert_contains(&text, &["{as "]);
    assert_contains(&printed(&[&export[..], &["--out", &out]].concat()), &["2 games written to "]);
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    assert_contains(&printed(&["pdn", "check", &out]), &["2 games, ", "no fault"]);
    // Without a margin there are no variations but between equals; without plies nothing at all.
    let narrow = printed(&["book", "export", &path, "--pdn", "--margin", "0"]);
    assert!(narrow.len() < text.len());
    assert!(!printed(&["book", "export", &path, "--pdn", "--plies", "0"]).contains("1."));
}

#[test]
fn a_transposition_is_named_where_it_was_written() {
    let start = position("W:Wa3,h2:Ba7,h8");
    let mut parts = Parts { roots: vec![Code::of(&start)], ..Parts::default() };
    let mut level = vec![start];
    for _ in 0..4 {
        let next: Vec<_> =
            level.iter().flat_map(|at| at.legal_moves().into_iter().map(|mv| at.after(mv))).collect();
        parts.entries.extend(level.iter().map(|at| (Code::of(at), entry(0, true))));
        for position in &next {
            parts.entries.entry(Code::of(position)).or_insert_with(|| entry(0, false));
        }
        level = next;
    }
    let folder = Folder::new("book-transposition");
    let path = folder.file("a.book");
    parts.save::<Russian>(path.as_ref()).unwrap();
    let text = printed(&["book", "export", &path, "--pdn", "--plies", "4"]).replace('\n', " ");
    let mut written = Vec::new();
    for game in Reader::<Russian, _>::new(text.as_bytes()) {
        walk(&game.unwrap(), &mut written);
    }
    assert_contains(&text, &["a3-b4 {[%eval 0.00]} 1... ", "{as after 1. "]);
}
