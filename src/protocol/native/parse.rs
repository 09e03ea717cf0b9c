//! Lines of the native protocol as commands.

use super::super::command::{Command, GoCommand, Moves, ParseError, Place, PositionCommand, expected};
use crate::notation::quoted;
use crate::search::MAX_DEPTH;

const COMMANDS: &str =
    "uci isready setoption ucinewgame position go ponderhit stop quit d eval book perft bench help";

/// Reads a line. Blanks of all kinds separate words; how many does not matter.
///
/// # Errors
/// When it is no command.
pub(in super::super) fn parse(line: &str) -> Result<Command, ParseError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(Command::Nothing) };
    match first {
        "uci" => Ok(Command::Identify),
        "isready" => Ok(Command::Ping),
        "setoption" => parse_option(words),
        "ucinewgame" => Ok(Command::NewGame),
        "position" => parse_position(words).map(Command::Position),
        "go" => parse_go(words),
        "perft" => parse_depth("perft", words.next()).map(Command::Perft),
        "ponderhit" => Ok(Command::PonderHit),
        "stop" => Ok(Command::Stop),
        "quit" | "exit" => Ok(Command::Quit),
        "d" => Ok(Command::Display),
        "eval" => Ok(Command::Eval),
        "book" => Ok(Command::Book),
        "bench" => match words.next() {
            None => Ok(Command::Bench(None)),
            depth => parse_depth("bench", depth).map(|depth| Command::Bench(Some(depth))),
        },
        "help" | "?" => Ok(Command::Help),
        "hub" => Err(expected("hub", "as the first line of a session", Some("another before it"))),
        _ => Err(ParseError::Unknown { found: quoted(line.trim()), known: COMMANDS }),
    }
}

fn parse_depth(command: &'static str, word: Option<&str>) -> Result<u32, ParseError> {
    let depth = word.and_then(|word| word.parse().ok()).filter(|depth| *depth <= MAX_DEPTH);
    depth.ok_or_else(|| expected(command, "a depth from 0 to 100", word))
}

const _: () = assert!(MAX_DEPTH == 100, "the text above says so");

/// `name` and `value` may both hold several words.
fn parse_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, ParseError> {
    match words.next() {
        Some("name") => {}
        other => return Err(expected("setoption", "name <option> value <value>", other)),
    }
    let rest: Vec<&str> = words.collect();
    let mut halves = rest.splitn(2, |&word| word == "value");
    let name = halves.next().unwrap_or_default().join(" ");
    let value = halves.next().unwrap_or_default().join(" ");
    if name.is_empty() {
        Err(expected("setoption", "the name of an option", None))
    } else {
        Ok(Command::SetOption { name, value })
    }
}

fn parse_position<'a>(words: impl Iterator<Item = &'a str>) -> Result<PositionCommand, ParseError> {
    let words: Vec<&str> = words.collect();
    let mut halves = words.splitn(2, |&word| word == "moves");
    let place = halves.next().unwrap_or_default();
    let moves = halves.next().unwrap_or_default().iter().map(|&word| word.to_owned()).collect();
    let place = match place {
        ["startpos"] => Place::Start,
        ["fen", fen @ ..] if !fen.is_empty() => Place::Fen(fen.join(" ")),
        other => {
            let found = other.first().copied();
            return Err(expected("position", "startpos or fen <FEN>, then perhaps moves <move> …", found));
        }
    };
    Ok(PositionCommand { place, moves: Moves::Usual(moves) })
}

fn parse_go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, ParseError> {
    let mut words = words.peekable();
    let mut go = GoCommand::default();
    while let Some(word) = words.next() {
        let number = match word {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !is_go_word(word)) {
                    go.searchmoves.push(mv.to_owned());
                }
                continue;
            }
            "perft" => return parse_depth("go perft", words.next()).map(Command::Perft),
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "movetime" => &mut go.movetime,
            "wtime" => &mut go.wtime,
            "btime" => &mut go.btime,
            "winc" => &mut go.winc,
            "binc" => &mut go.binc,
            "movestogo" => &mut go.movestogo,
            "mate" => &mut go.mate,
            _ => return Err(expected("go", GO_WORDS_TEXT, Some(word))),
        };
        let text = words.next();
        *number = Some(text.and_then(parse_number).ok_or_else(|| expected("go", "a number", text))?);
    }
    Ok(Command::Go(go))
}

const GO_WORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
];
const GO_WORDS_TEXT: &str =
    "depth nodes movetime wtime btime winc binc movestogo infinite ponder searchmoves mate perft";

fn is_go_word(word: &str) -> bool {
    GO_WORDS.contains(&word)
}

/// A number, whole or with a fraction that is dropped; too large ones become the largest.
fn parse_number(text: &str) -> Option<i64> {
    text.parse()
        .ok()
        .or_else(|| text.parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| value as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_line_ends_do_not_matter() {
        assert_eq!(parse("\t isready  \r\n"), Ok(Command::Ping));
        assert_eq!(parse(" \r\n"), Ok(Command::Nothing));
        let moves = vec!["c3-d4".to_owned()];
        let position = PositionCommand { place: Place::Start, moves: Moves::Usual(moves) };
        assert_eq!(parse("position   startpos \t moves  c3-d4\r\n"), Ok(Command::Position(position)));
    }

    #[test]
    fn a_fen_may_hold_blanks() {
        let Ok(Command::Position(position)) = parse("position fen W: Wc3, Kd4 : Bh6 moves c3-b4") else {
            panic!()
        };
        assert_eq!(position.place, Place::Fen("W: Wc3, Kd4 : Bh6".to_owned()));
        assert_eq!(position.moves, Moves::Usual(vec!["c3-b4".to_owned()]));
    }

    #[test]
    fn go_takes_its_words_in_any_order() {
        let Ok(Command::Go(go)) = parse("go searchmoves c3-d4 g3-h4 depth 6 wtime -20 winc 1e3") else {
            panic!()
        };
        assert_eq!(go.searchmoves, ["c3-d4", "g3-h4"]);
        assert_eq!((go.depth, go.wtime, go.winc), (Some(6), Some(-20), Some(1000)));
        assert_eq!(parse("go perft 5"), Ok(Command::Perft(5)));
        let Ok(Command::Go(go)) = parse("go nodes 99999999999999999999999") else { panic!() };
        assert_eq!(go.nodes, Some(i64::MAX));
    }

    #[test]
    fn what_is_wrong_is_said_with_what_was_expected() {
        for line in [
            "go depth",
            "go depth x",
            "go quickly",
            "position",
            "position here",
            "setoption Hash 5",
            "perft",
            "bogus",
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains("expected"), "{line}: {error}");
        }
    }

    #[test]
    fn option_names_and_values_may_be_several_words() {
        let option = parse("setoption name Move Overhead value a b").unwrap();
        assert_eq!(option, Command::SetOption { name: "Move Overhead".to_owned(), value: "a b".to_owned() });
    }
}
