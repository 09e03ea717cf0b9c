//! What is said to an engine to get a move, and what its lines mean, in either protocol.

use super::contestant::Protocol;
use super::pace::{Clock, Pace};
use crate::board::Numbering;
use crate::game::Game;
use crate::notation::{Notation, write_fen, write_hub_position, write_line};
use crate::position::Position;
use crate::rules::Rules;

/// What an engine says about its move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Finding {
    pub(super) depth: Option<u32>,
    /// In men, from the side to move; a win is a hundred less a hundredth for each ply.
    pub(super) score: Option<f64>,
}

/// What a line was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Not the answer.
    Other,
    /// The answer; without a move when there is none in it.
    Answer(Option<String>),
}

/// The lines that ask for a move.
pub(super) fn question<R: Rules>(
    protocol: Protocol,
    game: &Game<R>,
    pace: &Pace,
    clocks: [Option<Clock>; 2],
) -> Vec<String> {
    match protocol {
        Protocol::Native => vec![native_position(game), native_go(pace, clocks)],
        Protocol::Hub => {
            let own = clocks[game.position().turn() as usize];
            vec![hub_position(game), hub_level(pace, own), "go think".to_owned()]
        }
    }
}

fn native_position<R: Rules>(game: &Game<R>) -> String {
    let start = if *game.start() == Position::start() {
        "startpos".to_owned()
    } else {
        format!("fen {}", write_fen(game.start(), Notation::Algebraic))
    };
    let moves = write_line(game.start(), game.moves(), Notation::Algebraic);
    if moves.is_empty() {
        format!("position {start}")
    } else {
        format!("position {start} moves {}", moves.join(" "))
    }
}

fn native_go(pace: &Pace, clocks: [Option<Clock>; 2]) -> String {
    let mut words = vec!["go".to_owned()];
    let mut limit =
        |name: &str, value: Option<u128>| words.extend(value.map(|value| format!("{name} {value}")));
    let [white, black] = clocks;
    for (clock, time, increment) in [(white, "wtime", "winc"), (black, "btime", "binc")] {
        limit(time, clock.map(|clock| clock.left.as_millis()));
        limit(increment, clock.map(|clock| clock.increment().as_millis()).filter(|&time| time > 0));
    }
    let moves_to_go = clocks.into_iter().flatten().find_map(|clock| clock.moves_to_go());
    limit("movestogo", moves_to_go.map(u128::from));
    limit("movetime", pace.move_time.map(|time| time.as_millis()));
    limit("depth", pace.depth.map(u128::from));
    limit("nodes", pace.nodes.map(u128::from));
    words.join(" ")
}

fn hub_position<R: Rules>(game: &Game<R>) -> String {
    let moves = write_line(game.start(), game.moves(), Notation::Hub(Numbering::FromTop));
    let position = write_hub_position(game.start());
    if moves.is_empty() {
        format!("pos pos={position}")
    } else {
        format!("pos pos={position} moves=\"{}\"", moves.join(" "))
    }
}

fn hub_level(pace: &Pace, own: Option<Clock>) -> String {
    let mut words = vec!["level".to_owned()];
    if let Some(clock) = own {
        words.extend(clock.moves_to_go().map(|moves| format!("moves={moves}")));
        let increment = clock.increment().as_secs_f64();
        // The engine adds the increment before the move.
        words.push(format!("time={:.3}", clock.left.as_secs_f64() - increment));
        words.extend((increment > 0.0).then(|| format!("inc={increment:.3}")));
    }
    words.extend(pace.move_time.map(|time| format!("move-time={:.6}", time.as_secs_f64())));
    words.extend(pace.depth.map(|depth| format!("depth={depth}")));
    words.extend(pace.nodes.map(|nodes| format!("nodes={nodes}")));
    words.join(" ")
}

/// The names of the options that an engine offers in its greeting.
pub(super) fn offered(protocol: Protocol, greeting: &[String]) -> Vec<String> {
    let name = |line: &String| match protocol {
        Protocol::Native => {
            // A name may be several words.
            let rest = line.trim().strip_prefix("option name ")?;
            Some(rest.split(" type ").next().unwrap_or(rest).trim().to_owned())
        }
        Protocol::Hub => {
            let mut words = line.split_whitespace();
            let is_parameter = words.next() == Some("param");
            words.find_map(|word| word.strip_prefix("name=")).filter(|_| is_parameter).map(str::to_owned)
        }
    };
    greeting.iter().filter_map(name).collect()
}

/// Takes in a line of an engine.
pub(super) fn listen(protocol: Protocol, line: &str, finding: &mut Finding) -> Heard {
    let mut words = line.split_whitespace();
    match (protocol, words.next()) {
        (Protocol::Native, Some("bestmove")) => {
            Heard::Answer(words.next().filter(|word| *word != "(none)").map(str::to_owned))
        }
        (Protocol::Hub, Some("done")) => {
            let best = words.find_map(|word| word.strip_prefix("move="));
            Heard::Answer(best.map(|word| word.trim_matches('"').to_owned()))
        }
        (Protocol::Native, Some("info")) => {
            native_finding(line, finding);
            Heard::Other
        }
        (Protocol::Hub, Some("info")) => {
            for word in words {
                match word.split_once('=') {
                    Some(("depth", value)) => finding.depth = value.parse().ok().or(finding.depth),
                    Some(("score", value)) => finding.score = value.parse().ok().or(finding.score),
                    _ => {}
                }
            }
            Heard::Other
        }
        _ => Heard::Other,
    }
}

/// Takes in what is said of the best line.
fn native_finding(line: &str, finding: &mut Finding) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1..));
    let number = |name: &str| after(name)?.first()?.parse::<f64>().ok();
    if number("multipv").is_some_and(|rank| rank > 1.0) || words.get(1) == Some(&"string") {
        return;
    }
    if let Some(depth) = number("depth") {
        finding.depth = Some(depth as u32);
    }
    if let Some([kind, value, ..]) = after("score")
        && let Ok(value) = value.parse::<f64>()
    {
        finding.score = match *kind {
            "cp" => Some(value / 100.0),
            // So many own moves; the last ply of a win is a move of the winner.
            "win" => Some(100.0 - (2.0 * value - 1.0).max(0.0) / 100.0),
            "loss" => Some(2.0 * value / 100.0 - 100.0),
            "basewin" => Some(90.0 - (2.0 * value - 1.0).max(0.0) / 100.0),
            "baseloss" => Some(2.0 * value / 100.0 - 90.0),
            _ => finding.score,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;
    use crate::tourney::Contestant;

    fn pace(text: &str) -> Pace {
        Contestant::read(format!("cmd=a {text}").split(' '), "bolshak").unwrap().pace
    }

    #[test]
    fn questions_are_put_in_either_protocol() {
        let mut game = Game::<Russian>::default();
        for text in ["c3-b4", "d6-c5", "b4:d6"] {
            game.play_text(text, Numbering::FromTop).unwrap();
        }
        let clock = |text: &str| Some(Clock::new(text.parse().unwrap()));
        let clocks = [clock("10+0.1"), clock("40/5.5")];
        assert_eq!(native_position(&game), "position startpos moves c3-b4 d6-c5 b4:d6");
        let limits = pace("tc=10+0.1 depth=9 nodes=77");
        let asked = "go wtime 10000 winc 100 btime 5500 movestogo 40 depth 9 nodes 77";
        assert_eq!(native_go(&limits, clocks), asked);
        let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(hub_position(&game), format!("pos pos={start} moves=\"22-17 10-14 17x10x14\""));
        assert_eq!(hub_level(&limits, clocks[0]), "level time=9.900 inc=0.100 depth=9 nodes=77");
        assert_eq!(hub_level(&pace("tc=40/5.5"), clocks[1]), "level moves=40 time=5.500");
        assert_eq!(hub_level(&pace("st=0.1"), None), "level move-time=0.100000");
        assert_eq!(native_go(&pace("st=0.1"), [None; 2]), "go movetime 100");
    }

    #[test]
    fn findings_are_read_with_their_signs_and_ranks() {
        let mut finding = Finding::default();
        for (line, score) in [
            ("info depth 5 score cp -34 nodes 5", -0.34),
            ("info depth 5 multipv 2 score cp 99", -0.34),
            ("info string depth 9 score cp 7", -0.34),
            ("info depth 6 score win 3 pv", 99.95),
            ("info depth 6 score basewin 13 pv", 89.75),
            ("info depth 7 score loss 2", -99.96),
            ("info depth x score", -99.96),
        ] {
            assert_eq!(listen(Protocol::Native, line, &mut finding), Heard::Other);
            assert!((finding.score.unwrap() - score).abs() < 1e-9, "{line}");
        }
        assert_eq!(finding.depth, Some(7));
        listen(Protocol::Hub, "info depth=9 mean-depth=8.1 score=-0.25 pv=\"22-18\"", &mut finding);
        assert_eq!((finding.depth, finding.score), (Some(9), Some(-0.25)));
    }

    #[test]
    fn offered_options_are_found_in_a_greeting() {
        let greeting =
            ["id name x", "option name Move Overhead type spin default 5", "option name Hash type spin"];
        let names = offered(Protocol::Native, &greeting.map(str::to_owned));
        assert_eq!(names, ["Move Overhead", "Hash"]);
        let greeting =
            ["id name=x version=1", "param name=tt-size value=22 type=int", "param value=1 name=book"];
        let names = offered(Protocol::Hub, &greeting.map(str::to_owned));
        assert_eq!(names, ["tt-size", "book"]);
    }

    #[test]
    fn answers_are_read_in_either_protocol() {
        let heard = |protocol, line| listen(protocol, line, &mut Finding::default());
        let answer = |text: &str| Heard::Answer(Some(text.to_owned()));
        assert_eq!(heard(Protocol::Native, "bestmove c3-d4 ponder d6-c5"), answer("c3-d4"));
        assert_eq!(heard(Protocol::Native, "bestmove (none)"), Heard::Answer(None));
        assert_eq!(heard(Protocol::Hub, "done move=22-18 ponder=11-15"), answer("22-18"));
        assert_eq!(heard(Protocol::Hub, "done move=\"22-18\""), answer("22-18"));
        assert_eq!(heard(Protocol::Hub, "done"), Heard::Answer(None));
        assert_eq!(heard(Protocol::Hub, "bestmove c3-d4"), Heard::Other);
        assert_eq!(heard(Protocol::Native, ""), Heard::Other);
    }
}
