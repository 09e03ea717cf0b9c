//! The games of a match as PDN.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::board::{ByColor, Color};
use crate::commands::dates::today;
use crate::commands::failure::Failure;
use crate::files::NewFile;
use crate::pdn::{Clocks, Evaluation, Form, Outcome, Record, Style, Tags, write_game};
use crate::rules::Rules;
use crate::tourney::{GameRecord, Match, PlayedMove};

/// A file to which every finished game is added.
pub(super) struct Scores {
    file: File,
    path: PathBuf,
    date: String,
}

impl Scores {
    /// A file with the games that were played before. It is made anew from them: a match that was killed may have
    /// left half a game in it.
    pub(super) fn create<R: Rules>(
        path: &Path,
        contest: &Match<R>,
        records: &[GameRecord],
    ) -> Result<Self, Failure> {
        let date = today();
        let written = NewFile::create(path).and_then(|mut file| {
            for record in records {
                file.write_all(&text(contest, record, &date)?)?;
            }
            file.finish()
        });
        let file = written.and_then(|()| OpenOptions::new().append(true).open(path));
        let file = file.map_err(|error| Failure::of_file(path, &error))?;
        Ok(Self { file, path: path.to_owned(), date })
    }

    /// Adds a game.
    pub(super) fn add<R: Rules>(&mut self, contest: &Match<R>, record: &GameRecord) -> Result<(), Failure> {
        text(contest, record, &self.date)
            .and_then(|text| self.file.write_all(&text))
            .map_err(|error| Failure::of_file(&self.path, &error))
    }
}

/// A game as PDN.
fn text<R: Rules>(contest: &Match<R>, record: &GameRecord, date: &str) -> io::Result<Vec<u8>> {
    let game = record.replay::<R>().ok_or_else(|| io::Error::other("a game cannot be played again"))?;
    let contestant = |number: usize| contest.contestants.get(number);
    let name = |number| contestant(number).map_or("?", |one| &one.name);
    let (round, opening) = (record.number / 2 + 1, contest.openings.get(record.opening));
    let mut tags: Tags = [
        ("Event", "bolshak match"),
        ("Date", date),
        ("Round", &format!("{round}.{}", record.number % 2 + 1)),
        ("White", name(record.white)),
        ("Black", name(record.black)),
    ]
    .into_iter()
    .collect();
    if let Some(opening) = opening.filter(|opening| !opening.name.is_empty()) {
        tags.set("Opening", opening.name.as_str());
    }
    for (tag, number) in [("WhiteTimeControl", record.white), ("BlackTimeControl", record.black)] {
        if let Some(one) = contestant(number) {
            tags.set(tag, one.pace.to_string());
        }
    }
    tags.set("Termination", record.reason.as_str());
    let mut score = Record::of_game(&game, tags);
    score.outcome = match record.white_half_points {
        0 => Outcome::BlackWins,
        1 => Outcome::Draw,
        _ => Outcome::WhiteWins,
    };
    let first = record.opening_moves.len();
    for (ply, played) in (first..).zip(&record.moves) {
        let mover = score.mover(ply);
        if let Some(mv) = score.moves.get_mut(ply) {
            mv.comment(comment(played, mover));
        }
    }
    let mut text = Vec::new();
    write_game(&mut text, &score, Style::STANDARD)?;
    Ok(text)
}

/// Clock, evaluation, depth and time of a move.
fn comment(played: &PlayedMove, mover: Color) -> String {
    let milliseconds = |time: f64| Duration::from_secs_f64((time / 1000.0).max(0.0));
    let mut clocks = Clocks(ByColor([None; 2]));
    clocks.0[mover] = played.left.map(milliseconds);
    let parts = [
        clocks.command(Form::Standard, mover),
        played.score.map(|score| evaluation(score, mover).command()),
        played.depth.map(|depth| format!("depth {depth}")),
        Some(format!("{:.3} s", played.used / 1000.0)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A score in men as the player sees it, from White's point of view.
fn evaluation(score: f64, mover: Color) -> Evaluation {
    // Wins are a hundred men less a hundredth for each ply, and 90 when an endgame base knows them.
    const LEAST_WIN: f64 = 80.0;
    let winner = if score > 0.0 { mover } else { !mover };
    if score.abs() > LEAST_WIN {
        let top = if score.abs() > 90.0 { 100.0 } else { 90.0 };
        let plies = ((top - score.abs()) * 100.0).round().max(0.0) as u32;
        return Evaluation::Win { winner, moves: plies.div_ceil(2) };
    }
    let white = if mover == Color::White { score } else { -score };
    Evaluation::Centimen((white * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_turned_to_whites_view() {
        assert_eq!(evaluation(0.25, Color::Black), Evaluation::Centimen(-25));
        assert_eq!(evaluation(99.95, Color::Black), Evaluation::Win { winner: Color::Black, moves: 3 });
        assert_eq!(evaluation(-99.96, Color::Black), Evaluation::Win { winner: Color::White, moves: 2 });
        assert_eq!(evaluation(89.9, Color::White), Evaluation::Win { winner: Color::White, moves: 5 });
    }

    #[test]
    fn a_move_is_told_with_what_is_known_of_it() {
        let mut played = PlayedMove {
            text: "c3-d4".to_owned(),
            used: 12.0,
            left: Some(9_988.0),
            score: Some(-0.1),
            depth: Some(12),
        };
        let told = comment(&played, Color::White);
        assert_eq!(told, "[%clk 0:00:09.988] [%eval -0.10] depth 12 0.012 s");
        (played.left, played.score, played.depth) = (None, None, None);
        assert_eq!(comment(&played, Color::White), "0.012 s");
    }
}
