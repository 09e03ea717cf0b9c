//! What a client can say.

use crate::notation::quoted;
use crate::search::MAX_DEPTH;

/// A command. Moves and positions are still text: what they mean depends on the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Nothing,
    /// `uci`: who are you, and what can be set?
    Uci,
    /// `isready`: answer when you can.
    IsReady,
    /// `setoption name <name> [value <value>]`.
    SetOption {
        /// The option.
        name: String,
        /// Its value.
        value: String,
    },
    /// `ucinewgame`: forget the last game.
    NewGame,
    /// `position …`.
    Position(PositionCommand),
    /// `go …`.
    Go(GoCommand),
    /// `go perft <depth>` or `perft <depth>`.
    Perft(u32),
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `stop`: answer at once.
    Stop,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation, term by term.
    Eval,
    /// `bench [depth]`.
    Bench(Option<u32>),
    /// `help`.
    Help,
}

/// What `position` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves after it.
    pub moves: Vec<String>,
}

/// What `go` says. Times are in milliseconds and may be negative, as some clients send them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The greatest depth.
    pub depth: Option<i64>,
    /// The most nodes.
    pub nodes: Option<i64>,
    /// Think exactly so long.
    pub movetime: Option<i64>,
    /// White's clock.
    pub wtime: Option<i64>,
    /// Black's clock.
    pub btime: Option<i64>,
    /// White's increment.
    pub winc: Option<i64>,
    /// Black's increment.
    pub binc: Option<i64>,
    /// Moves until the next time control.
    pub movestogo: Option<i64>,
    /// Look for a win in so many moves.
    pub mate: Option<i64>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// Only these moves.
    pub searchmoves: Vec<String>,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is unknown.
    #[error(
        "unknown command {0}: expected one of uci isready setoption ucinewgame position go ponderhit stop quit d eval perft bench help"
    )]
    Unknown(String),
    /// A word is not where it should be.
    #[error("{command}: expected {expected}, found {found}")]
    Expected {
        /// The command.
        command: &'static str,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
}

/// Reads a line. Blanks of all kinds separate words; how many does not matter.
///
/// # Errors
/// When it is no command.
pub fn parse(line: &str) -> Result<Command, ParseError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(Command::Nothing) };
    match first {
        "uci" => Ok(Command::Uci),
        "isready" => Ok(Command::IsReady),
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
        "bench" => match words.next() {
            None => Ok(Command::Bench(None)),
            depth => parse_depth("bench", depth).map(|depth| Command::Bench(Some(depth))),
        },
        "help" | "?" => Ok(Command::Help),
        _ => Err(ParseError::Unknown(quoted(line.trim()))),
    }
}

fn expected(command: &'static str, expected: &'static str, found: Option<&str>) -> ParseError {
    ParseError::Expected { command, expected, found: found.map_or_else(|| "nothing".to_owned(), quoted) }
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
    let fen = match place {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        other => {
            let found = other.first().copied();
            return Err(expected("position", "startpos or fen <FEN>, then perhaps moves <move> …", found));
        }
    };
    Ok(PositionCommand { fen, moves })
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
        assert_eq!(parse("\t isready  \r\n"), Ok(Command::IsReady));
        assert_eq!(parse(" \r\n"), Ok(Command::Nothing));
        let moves = vec!["c3-d4".to_owned()];
        let position = PositionCommand { fen: None, moves };
        assert_eq!(parse("position   startpos \t moves  c3-d4\r\n"), Ok(Command::Position(position)));
    }

    #[test]
    fn a_fen_may_hold_blanks() {
        let Ok(Command::Position(position)) = parse("position fen W: Wc3, Kd4 : Bh6 moves c3-b4") else {
            panic!()
        };
        assert_eq!(position.fen.as_deref(), Some("W: Wc3, Kd4 : Bh6"));
        assert_eq!(position.moves, ["c3-b4"]);
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
