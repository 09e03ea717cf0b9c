//! The limits of a search, which a client may spread over several lines.

use super::super::command::{Command, GoCommand, ParseError, expected};
use super::line::Line;

/// The limits of the next search. Times are in seconds; they and the counts may be negative or broken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Level {
    depth: Option<f64>,
    nodes: Option<f64>,
    /// Think so long.
    move_time: Option<f64>,
    /// What is left on the clock, without the increment of the move to come.
    time: Option<f64>,
    /// What is added to the clock before each move.
    increment: Option<f64>,
    /// The moves to be made in the time left.
    moves: Option<f64>,
    infinite: bool,
}

/// The clock that a search for a move has when the client has set no limits at all, in seconds. The program Scan
/// has the same.
const TIME_WITHOUT_LEVEL: f64 = 30.0;

impl Level {
    /// Adds what a line says. Arguments that are not known are passed over.
    pub(super) fn add(&mut self, line: &Line) -> Result<(), ParseError> {
        let mut result = Ok(());
        for (name, value) in &line.arguments {
            let limit = match name.as_str() {
                "depth" => &mut self.depth,
                "nodes" => &mut self.nodes,
                "move-time" => &mut self.move_time,
                "time" => &mut self.time,
                "inc" => &mut self.increment,
                "moves" => &mut self.moves,
                "infinite" => {
                    self.infinite = true;
                    continue;
                }
                _ => continue,
            };
            match value.parse::<f64>().ok().filter(|number| !number.is_nan()) {
                Some(number) => *limit = Some(number),
                None => result = Err(expected("level", "a number", Some(&format!("{name}={value}")))),
            }
        }
        result
    }

    /// The search that a `go` asks for with these limits.
    pub(super) fn go(self, line: &Line) -> Command {
        let (ponder, analysis) = (line.value("ponder").is_some(), line.value("analyze").is_some());
        let nothing_set = self == Self::default();
        let time = if nothing_set && !analysis { Some(TIME_WITHOUT_LEVEL) } else { self.time };
        // The clock as it stands when the move begins.
        let time = time.map(|time| milliseconds(time + self.increment.unwrap_or(0.0)));
        let increment = self.increment.map(milliseconds);
        Command::Go(GoCommand {
            depth: self.depth.map(|depth| depth as i64),
            nodes: self.nodes.map(|nodes| nodes as i64),
            movetime: self.move_time.map(milliseconds),
            // It is the clock of the side to move, whichever that is.
            wtime: time,
            btime: time,
            winc: increment,
            binc: increment,
            movestogo: self.moves.map(|moves| moves as i64),
            infinite: self.infinite,
            ponder,
            analysis,
            ..GoCommand::default()
        })
    }
}

fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(levels: &[&str], go: &str) -> GoCommand {
        let mut level = Level::default();
        for text in levels {
            level.add(&Line::read(text)).unwrap();
        }
        let Command::Go(go) = level.go(&Line::read(go)) else { panic!() };
        go
    }

    #[test]
    fn the_increment_comes_before_the_move() {
        let command = go(&["level moves=9 time=59.5 inc=1"], "go think");
        assert_eq!((command.wtime, command.binc, command.movestogo), (Some(60_500), Some(1000), Some(9)));
        assert_eq!(command.btime, command.wtime);
        let command = go(&["level time=-0.2 inc=0.3"], "go think");
        assert_eq!(command.wtime, Some(99));
        assert_eq!(go(&["level time=4e-05"], "go think").wtime, Some(0));
        assert_eq!(go(&["level time=58.123456789012345"], "go think").wtime, Some(58_123));
    }

    #[test]
    fn lines_add_up() {
        let command = go(&["level depth=12", "level move-time=0.2 foo=bar", "level infinite"], "go think");
        assert_eq!((command.depth, command.movetime, command.infinite), (Some(12), Some(200), true));
        assert_eq!(command.wtime, None);
    }

    #[test]
    fn without_a_level_a_move_is_found_and_an_analysis_does_not_end() {
        assert_eq!(go(&[], "go think").wtime, Some(30_000));
        assert_eq!(go(&[], "go").wtime, Some(30_000));
        assert_eq!(go(&[], "go ponder").wtime, Some(30_000));
        let command = go(&[], "go analyze");
        assert!(command.analysis && command.wtime.is_none());
    }

    #[test]
    fn what_is_no_number_is_named_and_the_rest_counts() {
        let mut level = Level::default();
        let error = level.add(&Line::read("level depth=x nodes=1e3")).unwrap_err().to_string();
        assert!(error.contains("depth=x"), "{error}");
        assert!(level.add(&Line::read("level time=nan")).is_err());
        let Command::Go(command) = level.go(&Line::read("go think")) else { panic!() };
        assert_eq!((command.depth, command.nodes, command.wtime), (None, Some(1000), None));
    }
}
