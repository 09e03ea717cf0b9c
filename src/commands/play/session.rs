//! The course of a game in the terminal.

use std::path::Path;
use std::time::Duration;

use super::super::failure::Failure;
use super::super::note;
use super::super::parsers::ClockSetting;
use super::super::score;
use super::clocks::Clocks;
use super::command::{Command, HELP};
use super::input::{Heard, Lines};
use super::pdn;
use super::saved::Saved;
use crate::board::{ByColor, Color};
use crate::engine::Engine;
use crate::eval::Evaluated;
use crate::game::{Game, GameResult};
use crate::notation::{Notation, diagram, quoted, read_move, write_legal_moves, write_move};
use crate::options::Options;
use crate::position::Move;
use crate::protocol::Output;
use crate::search::{Budget, FULL_SKILL, Info, Limits, Observer, Report, Score, Silent};

/// How the game is to be played.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// The player's side.
    pub(super) human: Color,
    /// What limits the engine; with clocks, these and its clock.
    pub(super) limits: Limits,
    /// The clocks, if there are any.
    pub(super) clock: Option<ClockSetting>,
}

/// The nodes of the searches that judge a draw offer or an ending.
const JUDGING_NODES: u64 = 200_000;
/// The time for a hint while clocks run.
const HINT_TIME: Duration = Duration::from_millis(300);
/// The engine takes a draw if it expects no more than this, in hundredths of a man.
const MOST_TO_GIVE_UP: i32 = 20;

/// A game between a player and the engine.
pub(super) struct Session<R: Evaluated> {
    game: Game<R>,
    engine: Engine<R>,
    terms: Terms,
    clocks: Option<Clocks>,
    saved: Saved,
    lines: Lines,
    output: Output,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Left,
}

impl<R: Evaluated> Session<R> {
    pub(super) fn new(
        game: Game<R>,
        options: Options,
        terms: Terms,
        saved: Saved,
        lines: Lines,
        output: Output,
    ) -> Result<Self, Failure> {
        let clocks = terms.clock.map(Clocks::new);
        let mut engine = Engine::new(options)?;
        engine.take_faults().iter().for_each(note);
        Ok(Self { game, engine, terms, clocks, saved, lines, output })
    }

    /// Plays until the game is over or the player leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        // A file that cannot be written is best found out about before the game.
        self.save_automatically()?;
        self.greet();
        while !self.output.is_closed() {
            if let Some(result) = self.result() {
                self.output.line(format!("The game is over. Result: {result}"));
                break;
            }
            let flow = if self.game.position().turn() == self.terms.human {
                self.hear_player()?
            } else {
                self.let_engine_move()?
            };
            if flow == Flow::Left {
                break;
            }
        }
        self.save_automatically()
    }

    fn greet(&self) {
        self.output.line(format!(
            "You play {} against {}. Type a move such as c3-d4, or help.",
            self.terms.human,
            self.opponent()
        ));
        self.show_board();
    }

    /// The engine's name, with its level if that holds something back.
    fn opponent(&self) -> String {
        match self.engine.options().skill {
            FULL_SKILL => "bolshak".to_owned(),
            skill => format!("bolshak at level {skill}"),
        }
    }

    fn show_board(&self) {
        self.output.line("");
        self.output.text(diagram(self.game.position()));
        if let Some(clocks) = &self.clocks {
            self.output.line(format!("Clocks: {clocks}"));
        }
    }

    fn notation(&self) -> Notation {
        self.engine.options().notation()
    }

    /// The result, if the game is over. Under a sudden-death clock, endings that nobody can win are drawn at once.
    fn result(&mut self) -> Option<GameResult> {
        if !self.clocks.is_some_and(|clocks| clocks.is_sudden_death()) {
            return self.game.result();
        }
        let game = self.game.clone();
        game.result_in_sudden_death(|_| !self.judge().is_evaluation())
    }

    /// A short search of the position as it is.
    fn judge(&mut self) -> Score {
        self.advise(&Limits { nodes: Some(JUDGING_NODES), ..Limits::default() }).score
    }

    /// A search for the player or a referee, at full strength.
    fn advise(&mut self, limits: &Limits) -> Report {
        self.engine.set_game(self.game.clone());
        self.engine.advise(limits, &mut Silent)
    }

    /// Plays a legal move for the side to move, if its time is not over.
    fn play(&mut self, mv: Move) -> Result<(), Failure> {
        let turn = self.game.position().turn();
        if self.clocks.as_mut().is_some_and(|clocks| !clocks.press(turn)) {
            self.game.lose_on_time(turn);
            return Ok(());
        }
        self.game.play(mv).map_err(|error| Failure::Failed(error.to_string()))?;
        self.show_board();
        self.save_on_the_way();
        Ok(())
    }

    fn let_engine_move(&mut self) -> Result<Flow, Failure> {
        let position = *self.game.position();
        let mut limits = self.terms.limits.clone();
        if let Some(clocks) = &self.clocks {
            limits.budget = clocks.budget(position.turn());
        }
        self.engine.set_game(self.game.clone());
        let mut origin = Origin::default();
        let report = self.engine.think(&limits, &mut origin);
        let Some(mv) = report.best() else {
            return Err(Failure::Failed("the engine found no move".to_owned()));
        };
        self.output.line("");
        self.output.line(format!(
            "bolshak plays {}  (its score {}, depth {}{})",
            write_move(&position, mv, self.notation()),
            score::short(report.score),
            report.depth,
            if origin.is_book { ", from its book" } else { "" }
        ));
        self.play(mv)?;
        Ok(Flow::On)
    }

    /// Asks for a line and does what it says.
    fn hear_player(&mut self) -> Result<Flow, Failure> {
        self.output.text(format!("{}> ", self.terms.human));
        let limit = self.clocks.map(|clocks| clocks.remaining(self.terms.human));
        match self.lines.next(limit) {
            Heard::Line(line) => {
                log::debug!("the player says {line:?}");
                self.carry_out(Command::read(&line))
            }
            Heard::TimeUp => {
                self.output.line("");
                self.game.lose_on_time(self.terms.human);
                Ok(Flow::On)
            }
            Heard::End => {
                self.output.line("");
                self.output.line("The input has ended; the game is left unfinished.");
                Ok(Flow::Left)
            }
        }
    }

    fn carry_out(&mut self, command: Command<'_>) -> Result<Flow, Failure> {
        match command {
            Command::Nothing => {}
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Moves => self.list_moves(),
            Command::Board => self.show_board(),
            Command::Eval => {
                let position = self.game.position();
                let value = score::men(self.engine.weights().evaluate(position));
                self.output.line(format!("{value} for {}, without looking ahead", position.turn()));
            }
            Command::Draw => self.offer_draw(),
            Command::Resign => self.game.resign(self.terms.human),
            Command::Save(name, forced) => self.save(name, forced),
            Command::Help => self.output.line(HELP),
            Command::Quit => {
                self.output.line("The game is left unfinished.");
                return Ok(Flow::Left);
            }
            Command::Move(text) => return self.play_text(text),
        }
        Ok(Flow::On)
    }

    fn play_text(&mut self, text: &str) -> Result<Flow, Failure> {
        let read = match read_move(self.game.position(), text, self.engine.options().numbering) {
            Ok(read) => read,
            Err(error) => {
                self.output.line(format!("{error} (help lists the commands)"));
                return Ok(Flow::On);
            }
        };
        if read.separator_mixed_up {
            let meant = write_move(self.game.position(), read.mv, self.notation());
            self.output.line(format!("{} is read as {meant}", quoted(text)));
        }
        self.play(read.mv)?;
        Ok(Flow::On)
    }

    /// Takes back the engine's last move and the player's before it.
    fn undo(&mut self) {
        if self.game.moves().len() < 2 {
            self.output.line("You have made no move that could be taken back.");
            return;
        }
        self.game.undo(2);
        self.output.line("Your last move and bolshak's are taken back.");
        if self.clocks.is_some() {
            self.output.line("The clocks run on: the time that was used stays used.");
        }
        self.show_board();
        self.save_on_the_way();
    }

    fn hint(&mut self) {
        let mut limits = self.terms.limits.clone();
        if self.clocks.is_some() {
            limits.budget = Budget::Fixed(HINT_TIME);
        }
        let report = self.advise(&limits);
        if let Some(mv) = report.best() {
            let text = write_move(self.game.position(), mv, self.notation());
            self.output
                .line(format!("bolshak would play {text}  (your score {})", score::short(report.score)));
        }
    }

    fn list_moves(&self) {
        let moves = write_legal_moves(self.game.position(), self.notation());
        self.output.line(format!("Legal moves: {}", moves.join(" ")));
    }

    /// The engine takes a draw when it sees no advantage for itself.
    fn offer_draw(&mut self) {
        let score = -self.judge();
        let expects = score::short(score);
        if score <= Score::evaluation(MOST_TO_GIVE_UP) {
            self.output.line(format!("bolshak accepts the draw: its score is {expects}."));
            self.game.agree_draw();
        } else {
            self.output.line(format!("bolshak declines the draw: its score is {expects}."));
        }
    }

    fn score_text(&self) -> Result<String, Failure> {
        let opponent = self.opponent();
        let players = match self.terms.human {
            Color::White => ByColor(["you", &opponent]),
            Color::Black => ByColor([&opponent, "you"]),
        };
        let text = pdn::write(&self.game, &players, self.notation());
        text.map_err(|error| Failure::Failed(format!("the game could not be written: {error}")))
    }

    fn save_automatically(&mut self) -> Result<(), Failure> {
        let text = self.score_text()?;
        self.saved.write_automatic(&text)
    }

    /// Saves while the game goes on, which it does even if that fails.
    fn save_on_the_way(&mut self) {
        if let Err(failure) = self.save_automatically() {
            self.output.line(failure.to_string());
        }
    }

    /// Saves as the player says; if that fails, the game goes on.
    fn save(&mut self, name: &str, forced: bool) {
        if name.is_empty() {
            self.output.line("save: expected the name of a file, found nothing");
            return;
        }
        let saved = self.score_text().and_then(|text| self.saved.write(Path::new(name), &text, forced));
        match saved {
            Ok(()) => self.output.line(format!("Saved to {name}")),
            Err(failure) => self.output.line(failure.to_string()),
        }
    }
}

/// Notes where a move of the engine comes from.
#[derive(Default)]
struct Origin {
    is_book: bool,
}

impl Observer for Origin {
    fn book(&mut self, _: usize) {
        self.is_book = true;
    }
    fn info(&mut self, _: &Info) {}
    fn done(&mut self, _: &Report) {}
}
