//! A game score in a file, in the form of PDN (Portable Draughts Notation).

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::board::{ByColor, Color};
use crate::game::{Game, GameResult};
use crate::notation::{Notation, write_fen, write_line};
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// The longest line of moves.
const WIDTH: usize = 80;

/// The text of a game.
pub(super) fn write<R: Rules>(game: &Game<R>, players: &ByColor<&str>, notation: Notation) -> String {
    let result = result_mark(game.result());
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "bolshak play");
    tag("Date", &date(SystemTime::now()));
    tag("White", players[Color::White]);
    tag("Black", players[Color::Black]);
    tag("Result", result);
    match R::VARIANT {
        // The number that PDN gives to Russian draughts; giveaway has none.
        Variant::Russian => tag("GameType", "25"),
        other => tag("Variant", other.name()),
    }
    if *game.start() != Position::start() {
        tag("FEN", &write_fen(game.start(), notation));
    }
    text.push('\n');
    let mut width = 0;
    for word in words(game, notation).iter().map(String::as_str).chain([result]) {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text + "\n"
}

/// Moves and their numbers.
fn words<R: Rules>(game: &Game<R>, notation: Notation) -> Vec<String> {
    let moves = write_line(game.start(), game.moves(), notation);
    let black_begins = usize::from(game.start().turn() == Color::Black);
    let mut words = Vec::new();
    for (index, mv) in moves.into_iter().enumerate() {
        let ply = index + black_begins;
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if index == 0 {
            words.push("1...".to_owned());
        }
        words.push(mv);
    }
    words
}

fn result_mark(result: Option<GameResult>) -> &'static str {
    match result {
        None => "*",
        Some(GameResult::Win { winner: Color::White, .. }) => "1-0",
        Some(GameResult::Win { winner: Color::Black, .. }) => "0-1",
        Some(GameResult::Draw(_)) => "1/2-1/2",
    }
}

/// The date, in UTC, as `2024.02.29`.
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    // Civil from days, after Howard Hinnant (http://howardhinnant.github.io/date_algorithms.html): years are
    // counted from March, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Replaces a file by this text, or leaves it as it was: at no time is there half a file under the name.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let temporary = temporary_name(path)?;
    let written = write_new(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // What matters is why it could not be written.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder, since a file is moved in one step only within a file system.
fn temporary_name(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::Numbering;
    use crate::notation::{read_fen, read_move};
    use crate::position::PieceLimit;
    use crate::rules::Russian;

    const PLAYERS: ByColor<&str> = ByColor(["A", "B"]);

    fn played(mut game: Game<Russian>, moves: &str) -> Game<Russian> {
        for text in moves.split(' ') {
            let mv = read_move(game.position(), text, Numbering::FromTop).unwrap().mv;
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn a_game_has_tags_numbered_moves_and_its_result() {
        let mut game = played(Game::default(), "c3-d4 d6-c5 b2-c3");
        let text = write(&game, &PLAYERS, Notation::Algebraic);
        assert!(
            text.contains("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[GameType \"25\"]\n\n"),
            "{text}"
        );
        assert!(text.ends_with("\n\n1. c3-d4 d6-c5 2. b2-c3 *\n"), "{text}");
        game.resign(Color::White);
        assert!(write(&game, &PLAYERS, Notation::Algebraic).ends_with("2. b2-c3 0-1\n"));
    }

    #[test]
    fn a_game_from_a_position_names_it_and_may_begin_with_black() {
        let start = read_fen("B:Wa1,c1:Bh8,f8", Numbering::FromTop, PieceLimit::Standard).unwrap();
        let text = write(&played(Game::new(start), "h8-g7 a1-b2"), &PLAYERS, Notation::Algebraic);
        assert!(text.contains("[FEN \"B:Wa1,c1:Bf8,h8\"]"), "{text}");
        assert!(text.ends_with("1... h8-g7 2. a1-b2 *\n"), "{text}");
    }

    #[test]
    fn dates_follow_the_calendar() {
        let at = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * 86_400 + 5));
        assert_eq!(at(0), "1970.01.01");
        assert_eq!(at(11_016), "2000.02.29");
        assert_eq!(at(19_782), "2024.02.29");
        assert_eq!(at(19_783), "2024.03.01");
        assert_eq!(at(20_088), "2024.12.31");
    }
}
