//! What the tests of the Hub protocol read answers with.

use crate::support::Client;
use bolshak::board::Numbering;
use bolshak::notation::{read_hub_move, read_hub_position};
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::Russian;

/// The start position.
pub(crate) const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// A position that is known to be good.
pub(crate) fn position(text: &str) -> Position<Russian> {
    read_hub_position(text, PieceLimit::Standard).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after some moves, each of which must be legal.
pub(crate) fn after(
    position: &Position<Russian>,
    moves: &[impl AsRef<str>],
    numbering: Numbering,
) -> Position<Russian> {
    moves.iter().fold(*position, |position, text| {
        let mv = read_hub_move(&position, text.as_ref(), numbering);
        position.after(mv.unwrap_or_else(|error| panic!("{error}")))
    })
}

/// Sends lines and returns what comes up to the next `done`.
pub(crate) fn ask(client: &mut Client, lines: &str) -> Answer {
    client.send(lines);
    Answer::read(client)
}

/// The lines of a search, `done` last.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) lines: Vec<String>,
}

/// An `info` line.
#[derive(Debug)]
pub(crate) struct Info {
    pub(crate) depth: u32,
    pub(crate) score: String,
    pub(crate) line: Vec<String>,
}

impl Answer {
    /// What comes up to the next `done`.
    pub(crate) fn read(client: &mut Client) -> Self {
        Self { lines: client.read_until("done") }
    }

    /// The move, and the reply that is expected.
    pub(crate) fn moves(&self) -> Vec<String> {
        let done = self.lines.last().unwrap();
        let rest = done.strip_prefix("done move=").unwrap_or_else(|| panic!("{done}"));
        rest.split(" ponder=").map(str::to_owned).collect()
    }

    /// The last of the search's findings.
    pub(crate) fn last(&self) -> Info {
        Info::read(self.lines.iter().rfind(|line| line.starts_with("info")).unwrap())
    }

    /// Makes sure that every line has the form it must have, that the move, the reply and all lines are legal,
    /// and that captures name all that they take.
    pub(crate) fn check(&self, position: &Position<Russian>, numbering: Numbering) {
        let played = self.moves();
        assert!((1..=2).contains(&played.len()), "{self:#?}");
        let infos: Vec<Info> =
            self.lines[..self.lines.len() - 1].iter().map(|line| Info::read(line)).collect();
        // What was told before the answer was read is not among its lines.
        assert!(infos.last().is_none_or(|info| info.line[0] == played[0]), "{self:#?}");
        for line in infos.into_iter().map(|info| info.line).chain([played]) {
            after(position, &line, numbering);
            assert!(
                line.iter().all(|text| !text.contains('x') || text.matches('x').count() >= 2),
                "{line:?}"
            );
        }
    }
}

impl Info {
    /// Reads a line, in which nothing may be more, less or in another place.
    fn read(line: &str) -> Self {
        let mut rest = line.strip_prefix("info ").unwrap_or_else(|| panic!("{line}"));
        let mut field = |name: &str| {
            rest = rest
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('='))
                .unwrap_or_else(|| panic!("{line}"));
            let (value, after) = rest.split_once(' ').unwrap_or((rest, ""));
            if name == "pv" {
                return rest;
            }
            rest = after;
            value
        };
        let (depth, mean_depth, score) = (field("depth"), field("mean-depth"), field("score"));
        let (nodes, time, speed, line_of_play) = (field("nodes"), field("time"), field("nps"), field("pv"));
        for count in [depth, nodes] {
            assert!(count.bytes().all(|letter| letter.is_ascii_digit()), "{line}");
        }
        for number in [mean_depth, score, time, speed] {
            let digits = number.strip_prefix('-').unwrap_or(number);
            assert!(digits.bytes().all(|letter| letter.is_ascii_digit() || letter == b'.'), "{line}");
            assert!(number.parse::<f64>().unwrap().abs() < 1000.0 && number != "-0.00", "{line}");
        }
        let moves = line_of_play.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap();
        Self {
            depth: depth.parse().unwrap(),
            score: score.to_owned(),
            line: moves.split(' ').map(str::to_owned).collect(),
        }
    }
}
