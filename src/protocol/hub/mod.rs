//! The Hub protocol, version 2, which draughts programs and their clients share.

mod format;
mod level;
mod line;
mod parameters;

pub(super) use format::lines;

use super::command::{Command, Moves, ParseError, Place, PositionCommand, expected};
use crate::board::Numbering;
use level::Level;
use line::Line;

/// What a client's lines so far say about those to come.
#[derive(Clone, Debug, Default)]
pub struct Hub {
    settings: Settings,
    /// The limits of the next search.
    level: Level,
}

/// What the client has set that concerns the protocol and not the engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    /// The parameter `square-numbering`; `None` is `auto`.
    numbering: Option<Numbering>,
    /// Whether the client has set `initial-time`, as lidraughts-bot does.
    initial_time: bool,
    /// Whether the client has set `variant`.
    variant: bool,
}

impl Settings {
    /// The numbering of a client's moves, as long as it has not sent any.
    const fn numbering(self) -> Numbering {
        match self.numbering {
            Some(numbering) => numbering,
            // Of the clients known, pydraughts since 0.6 alone counts from a1. It sends the variant, for else an
            // engine would take it for another game's client.
            None if self.variant && !self.initial_time => Numbering::FromBottom,
            None => Numbering::FromTop,
        }
    }

    /// The value of `square-numbering`.
    const fn numbering_name(self) -> &'static str {
        match self.numbering {
            None => "auto",
            Some(Numbering::FromTop) => "b8",
            Some(Numbering::FromBottom) => "a1",
        }
    }

    /// Sets `square-numbering`; another value is passed over.
    fn set_numbering(&mut self, value: &str) {
        match value {
            "auto" => self.numbering = None,
            "b8" => self.numbering = Some(Numbering::FromTop),
            "a1" => self.numbering = Some(Numbering::FromBottom),
            _ => log::debug!("square-numbering passed over: {value:?}"),
        }
    }
}

impl Hub {
    /// What the client has set.
    pub(super) const fn settings(&self) -> Settings {
        self.settings
    }

    /// Reads a line. What the protocol does not know is passed over, as it demands.
    pub(super) fn parse(&mut self, text: &str) -> Result<Command, ParseError> {
        let line = Line::read(text);
        Ok(match line.command.as_str() {
            "hub" => Command::Identify,
            "init" => Command::Initialize,
            "ping" => Command::Ping,
            "set-param" => self.set_parameter(&line),
            "new-game" => Command::NewGame,
            "pos" => {
                self.level = Level::default();
                Command::Position(self.position(&line)?)
            }
            "level" => {
                self.level.add(&line)?;
                Command::Nothing
            }
            "go" => std::mem::take(&mut self.level).go(&line),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => {
                log::debug!("passed over: {text:?}");
                Command::Nothing
            }
        })
    }

    fn set_parameter(&mut self, line: &Line) -> Command {
        let (Some(name), Some(value)) = (line.value("name"), line.value("value")) else {
            return Command::Nothing;
        };
        match name {
            "square-numbering" => {
                self.settings.set_numbering(value);
                return Command::Nothing;
            }
            "initial-time" => self.settings.initial_time = true,
            "variant" => self.settings.variant = true,
            _ => {}
        }
        parameters::option(name, value).unwrap_or_else(|| {
            log::debug!("parameter passed over: {name}={value:?}");
            Command::Nothing
        })
    }

    fn position(&self, line: &Line) -> Result<PositionCommand, ParseError> {
        let place = match line.value("pos") {
            Some(text) => Place::Hub(text.to_owned()),
            None if line.value("start").is_some() => Place::Start,
            None => return Err(expected("pos", "pos=<position>", None)),
        };
        let moves = line.value("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Ok(PositionCommand { place, moves: Moves::Hub(moves, self.settings.numbering()) })
    }
}
