//! The text of a game made into a [`Record`]: which numbering, which start, and the moves.

use super::fault::{FaultKind, MoveNumber};
use super::flying::{self, Flight};
use super::game_text::{GameText, Item, MOST_FAULTS};
use super::outcome::Outcome;
use super::record::{Annotation, Record, RecordedMove, clean_comment, one_line};
use super::style::first_corner;
use super::word;
use crate::board::Numbering;
use crate::notation::{FenError, MoveError, Notation, quoted, read_fen, read_move, write_move};
use crate::position::{Move, PieceLimit, Position};
use crate::rules::Rules;

/// How games are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// How many pieces a side may have in the position to begin with.
    pub limit: PieceLimit,
    /// Whether first moves that only put a man elsewhere, as openings of flying draughts do, change the start position;
    /// otherwise they are a fault.
    pub flying: bool,
}

/// A game and what is wrong with it. Offsets count bytes of the text of the game.
#[derive(Clone, Debug)]
pub(super) struct Resolved<R: Rules> {
    pub(super) record: Record<R>,
    pub(super) faults: Vec<(usize, FaultKind)>,
    pub(super) warnings: Vec<(usize, FaultKind)>,
    pub(super) has_start: bool,
    pub(super) is_complete: bool,
}

/// The words of a game that should be moves, and where they stand.
type Words<'t> = Vec<(usize, Option<&'t str>)>;

/// Makes a record of the text of a game.
pub(super) fn resolve<R: Rules>(text: &GameText<'_>, reading: Reading) -> Resolved<R> {
    let words = words_of(text);
    let starts = starts::<R>(text, reading);
    let mut resolver = Resolver { text, words: &words, faults: text.faults.clone() };
    let (has_start, line) = match starts {
        Ok(starts) => (true, resolver.line(&starts, reading)),
        Err(error) => {
            resolver.faults.push((text.fen_at, FaultKind::Fen(error)));
            (
                false,
                Line { is_complete: words.is_empty(), ..Line::new(Position::start(), Numbering::default()) },
            )
        }
    };
    let outcome = resolver.outcome();
    let mut record = Record { tags: text.tags.clone(), outcome, ..Record::new(line.start) };
    annotate(&mut record, text, &line);
    let mut faults = resolver.faults;
    faults.extend(line.faults);
    faults.sort_by_key(|&(at, _)| at);
    Resolved { record, faults, warnings: line.warnings, has_start, is_complete: line.is_complete }
}

/// What should be moves: all words, and the dashes where a move should be.
fn words_of<'t>(text: &'t GameText<'_>) -> Words<'t> {
    let word = |(at, item): &'t (usize, Item<'_>)| match item {
        Item::Move(word) => Some((*at, Some(word.as_ref()))),
        Item::Blank => Some((*at, None)),
        _ => None,
    };
    text.items.iter().filter_map(word).collect()
}

/// A position the game may start with, and the numbering of the squares by which it was read.
#[derive(Clone, Copy, Debug)]
struct Start<R: Rules> {
    position: Position<R>,
    numbering: Numbering,
    /// Whether the side to move is known.
    has_turn: bool,
}

/// The positions that the game may start with, the likeliest first.
fn starts<R: Rules>(text: &GameText<'_>, reading: Reading) -> Result<Vec<Start<R>>, FenError> {
    let numberings = numberings::<R>(text.tags.get("GameType").unwrap_or_default());
    let is_move = |item: &Item<'_>| matches!(item, Item::Move(_) | Item::Blank);
    let before_moves = text.items.iter().map(|(_, item)| item).take_while(|item| !is_move(item));
    let mut setups =
        before_moves.filter_map(|item| if let Item::Setup(fen) = item { Some(*fen) } else { None });
    let Some(fen) =
        text.tags.get("FEN").or_else(|| setups.next()).map(str::trim).filter(|fen| !fen.is_empty())
    else {
        let start = |numbering| Start { position: Position::start(), numbering, has_turn: true };
        return Ok(numberings.map(start).to_vec());
    };
    // A question mark stands for a side that is not known.
    let (fen, has_turn) = match fen.strip_prefix('?') {
        Some(rest) => (format!("{}{rest}", R::FIRST.letter()), false),
        None => (fen.to_owned(), true),
    };
    let read = numberings.map(|numbering| {
        let position = read_fen::<R>(&fen, numbering, reading.limit)?;
        Ok(Start { position, numbering, has_turn })
    });
    let [first, second] = read;
    match (first, second) {
        (Err(error), Err(_)) => Err(error),
        (first, second) => Ok([first, second].into_iter().flatten().collect()),
    }
}

/// Both numberings, the likelier first. In files with numbers b8 is 1 whatever the standard says, unless the game type
/// asks for numbers, not names, that are counted from the corner of a1.
fn numberings<R: Rules>(game_type: &str) -> [Numbering; 2] {
    let notation = game_type.split(',').nth(4).unwrap_or_default().trim();
    let from_a1 = notation.strip_prefix(['N', 'S']).and_then(|corner| corner.parse().ok())
        == Some(first_corner::<R>(Numbering::FromBottom));
    let first = if from_a1 { Numbering::FromBottom } else { Numbering::FromTop };
    [first, first.other()]
}

/// The moves of a game as far as they can be read from one start under one numbering.
#[derive(Clone, Debug)]
struct Line<R: Rules> {
    start: Position<R>,
    numbering: Numbering,
    /// The moves, and the index of the word of each.
    moves: Vec<(usize, Move)>,
    faults: Vec<(usize, FaultKind)>,
    warnings: Vec<(usize, FaultKind)>,
    /// Where it ended before its time, if it did.
    stopped: Option<usize>,
    is_complete: bool,
}

impl<R: Rules> Line<R> {
    const fn new(start: Position<R>, numbering: Numbering) -> Self {
        Self {
            start,
            numbering,
            moves: Vec::new(),
            faults: Vec::new(),
            warnings: Vec::new(),
            stopped: None,
            is_complete: true,
        }
    }

    fn stop(&mut self, at: usize, kind: FaultKind) {
        self.faults.push((at, kind));
        self.stopped = Some(at);
        self.is_complete = false;
    }
}

struct Resolver<'t, 'a> {
    text: &'t GameText<'a>,
    words: &'t [(usize, Option<&'t str>)],
    faults: Vec<(usize, FaultKind)>,
}

impl Resolver<'_, '_> {
    /// The moves, from the start and by the numbering under which most of them can be read.
    fn line<R: Rules>(&mut self, starts: &[Start<R>], reading: Reading) -> Line<R> {
        if let Some(line) = self.line_after_flights(starts, reading) {
            return line;
        }
        let best = self.best_line(starts, |start| start.position);
        let first_fails = best.stopped.is_some() && best.moves.is_empty();
        if !first_fails || self.text.tags.get("FEN").is_none() {
            return best;
        }
        let turned = self.best_line(starts, |start| start.position.passed());
        if !turned.moves.is_empty() {
            if starts.iter().any(|start| start.has_turn) {
                let found = quoted(self.words.iter().find_map(|(_, word)| *word).unwrap_or_default());
                self.faults
                    .push((self.text.fen_at, FaultKind::WrongTurn { turn: !turned.start.turn(), found }));
            }
            return turned;
        }
        self.line_to_the_fen(starts).unwrap_or(best)
    }

    /// The moves after men were put elsewhere, if that is wanted and what the first words say.
    fn line_after_flights<R: Rules>(&self, starts: &[Start<R>], reading: Reading) -> Option<Line<R>> {
        let start = starts.first().filter(|_| reading.flying)?;
        let words: Vec<&str> = self.words.iter().map(|(_, word)| word.unwrap_or("---")).collect();
        let (position, taken) = flying::start(&start.position, &words)?;
        Some(self.play(position, start.numbering, taken))
    }

    /// The longest of the lines from these starts, changed by `change`, under both numberings.
    fn best_line<R: Rules>(&self, starts: &[Start<R>], change: fn(&Start<R>) -> Position<R>) -> Line<R> {
        let is_number = |(_, word): &(usize, Option<&str>)| {
            word.is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
        };
        let numeric = self.words.iter().any(is_number);
        let mut best: Option<Line<R>> = None;
        for same in [true, false] {
            for start in starts {
                let numbering = if same { start.numbering } else { start.numbering.other() };
                let position = change(start);
                let known = best
                    .as_ref()
                    .is_some_and(|best| best.start == position && (!numeric || best.numbering == numbering));
                if known {
                    continue;
                }
                let line = self.play(position, numbering, 0);
                if line.stopped.is_none() {
                    return line;
                }
                if best.as_ref().is_none_or(|best| line.moves.len() > best.moves.len()) {
                    best = Some(line);
                }
            }
        }
        best.unwrap_or_else(|| Line::new(Position::start(), Numbering::default()))
    }

    /// The moves from the start of the game, if they lead to the position of the FEN tag.
    fn line_to_the_fen<R: Rules>(&mut self, starts: &[Start<R>]) -> Option<Line<R>> {
        let line = self.play(Position::start(), starts.first()?.numbering, 0);
        let end = line.moves.iter().fold(line.start, |position, &(_, mv)| position.after(mv));
        let begins_with = |wanted: Position<R>| starts.iter().any(|start| start.position == wanted);
        let wrong_turn = !begins_with(end);
        if line.stopped.is_some() || (wrong_turn && !begins_with(end.passed())) {
            return None;
        }
        self.faults.push((self.text.fen_at, FaultKind::FenAfterMoves { wrong_turn }));
        Some(line)
    }

    /// Plays the moves, all but the first `skipped` words, as far as they can be read.
    fn play<R: Rules>(&self, start: Position<R>, numbering: Numbering, skipped: usize) -> Line<R> {
        let mut line = Line::new(start, numbering);
        let mut position = start;
        let mut junk: Option<usize> = None;
        for (index, &(at, word)) in self.words.iter().enumerate().skip(skipped) {
            let number = MoveNumber::new::<R>(line.moves.len(), start.turn());
            let Some(word) = word else {
                line.stop(at, FaultKind::UnknownMove(number));
                break;
            };
            match read_move(&position, &word::latin(word), numbering) {
                Ok(read) => {
                    if read.separator_mixed_up {
                        let meant = write_move(&position, read.mv, Notation::Algebraic);
                        let found = quoted(word);
                        line.warnings.push((at, FaultKind::Separator { number, found, meant }));
                    }
                    line.moves.push((index, read.mv));
                    position = position.after(read.mv);
                }
                // Of words that follow each other, the first will do.
                Err(MoveError::Form { .. }) if !looks_like_a_move(word) => {
                    let follows = junk.is_some_and(|junk| junk + 1 == index);
                    if !follows && line.faults.len() < MOST_FAULTS {
                        line.faults.push((at, FaultKind::Word(quoted(word))));
                    }
                    junk = Some(index);
                }
                Err(error) => {
                    line.stop(at, fault_of_move(&position, word, number, error));
                    break;
                }
            }
        }
        self.check_setup(&mut line);
        line
    }

    /// A position that is set up after the first move ends what can be read.
    fn check_setup<R: Rules>(&self, line: &mut Line<R>) {
        let first_word = self.words.first().map_or(usize::MAX, |&(at, _)| at);
        let is_late = |(at, item): &&(usize, Item<'_>)| {
            matches!(item, Item::Setup(_)) && (*at > first_word || self.text.tags.get("FEN").is_some())
        };
        if let Some(&(at, _)) = self.text.items.iter().find(is_late) {
            line.moves.retain(|&(word, _)| self.words.get(word).is_some_and(|&(place, _)| place < at));
            line.faults.retain(|&(place, _)| place < at);
            line.warnings.retain(|&(place, _)| place < at);
            line.stop(at, FaultKind::Setup);
        }
    }

    /// The result of the tag; without one, that after the moves.
    fn outcome(&mut self) -> Outcome {
        let tag = self.text.tags.get("Result").and_then(Outcome::read).unwrap_or_default();
        match (tag, self.text.end) {
            (Outcome::Unknown, Some((_, end))) => end,
            (tag, Some((at, end))) if end != Outcome::Unknown && end != tag => {
                self.faults.push((at, FaultKind::Results { tag, end }));
                tag
            }
            (tag, _) => tag,
        }
    }
}

/// Whether a word that cannot be read as a move was most likely meant as one: it has a digit, and no letters but those
/// of columns and separators.
fn looks_like_a_move(word: &str) -> bool {
    let of_a_move = |letter: char| {
        !letter.is_alphabetic() || matches!(letter.to_ascii_lowercase(), 'a'..='j' | 'x' | 'k')
    };
    let word = word::latin(word);
    word.contains(|letter: char| letter.is_ascii_digit()) && word.chars().all(of_a_move)
}

/// Why a word cannot be played.
fn fault_of_move<R: Rules>(
    position: &Position<R>,
    word: &str,
    number: MoveNumber,
    error: MoveError,
) -> FaultKind {
    // The first move of either side; of a later one, a man that moves nowhere legal is just a wrong move.
    let flies = number.number == 1
        && matches!(error, MoveError::Illegal { .. })
        && Flight::read(position, word).is_some_and(|flight| flight.color == number.color);
    if flies { FaultKind::Flying { number, error } } else { FaultKind::Move { number, error } }
}

/// Puts the moves into the record, each with what is said about it.
fn annotate<R: Rules>(record: &mut Record<R>, text: &GameText<'_>, line: &Line<R>) {
    let mut moves = line.moves.iter().copied().peekable();
    let mut word = 0;
    let end = line.stopped.unwrap_or(usize::MAX);
    for (_, item) in text.items.iter().take_while(|(at, _)| *at < end) {
        let annotation = match item {
            Item::Move(_) | Item::Blank => {
                record
                    .moves
                    .extend(moves.next_if(|&(index, _)| index == word).map(|(_, mv)| RecordedMove::new(mv)));
                word += 1;
                continue;
            }
            Item::Mark(mark) => {
                if let Some(last) = record.moves.last_mut() {
                    last.mark.extend(mark.chars().filter(|letter| !letter.is_whitespace()));
                }
                continue;
            }
            Item::Setup(_) => continue,
            Item::Nag(number) => Annotation::Nag(*number),
            Item::Variation(inside) => Annotation::Variation(one_line(inside)),
            Item::Comment(inside) => Annotation::Comment(clean_comment(inside)),
        };
        if matches!(&annotation, Annotation::Comment(inside) | Annotation::Variation(inside) if inside.is_empty())
        {
            continue;
        }
        record.moves.last_mut().map_or(&mut record.preface, |last| &mut last.annotations).push(annotation);
    }
}
