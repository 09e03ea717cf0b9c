//! The answer for programs. The fields are a promise: [`HELP`] describes each.

use serde::Serialize;

use super::Answer;
use super::judged::{Judged, Worth};
use crate::bases::{Conversion, Standing};
use crate::game::Game;
use crate::notation::{write_fen, write_move};
use crate::options::Options;
use crate::rules::Rules;

/// What the help says about the object.
pub(super) const HELP: &str = "\
The object that --json prints (values are those of the side to move):
  variant     the game
  fen         the position
  result      null, or how the game is over; all that follows is null or empty
              then
  value       \"win\", \"draw\" or \"loss\", without draw rules
  certain     whether the draw rules cannot change it
  plies       plies to the end of the game without draw rules, both sides
              playing their best; null in a draw, or when no base knows it
  conversion  null, or {\"kind\", \"plies\"}: the next capture or crowning that
              keeps the win comes \"in\" just so many plies, \"within\" no more
              than so many, or \"never\" (with plies null), when the draw rules
              come before
  moves       the legal moves, the best first, each with move, value, certain,
              plies and conversion, the ply of the move counted";

/// The object.
#[derive(Serialize)]
pub(super) struct Object {
    variant: &'static str,
    fen: String,
    result: Option<String>,
    #[serde(flatten)]
    worth: WorthObject,
    moves: Vec<MoveObject>,
}

#[derive(Default, Serialize)]
struct WorthObject {
    value: Option<&'static str>,
    certain: Option<bool>,
    plies: Option<u16>,
    conversion: Option<ConversionObject>,
}

#[derive(Serialize)]
struct ConversionObject {
    kind: &'static str,
    plies: Option<u16>,
}

#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    name: String,
    #[serde(flatten)]
    worth: WorthObject,
}

impl Object {
    pub(super) fn new<R: Rules>(game: &Game<R>, answer: &Answer, options: &Options) -> Self {
        let (position, notation) = (game.position(), options.notation());
        let of_move = |Judged { mv, worth }: &Judged| MoveObject {
            name: write_move(position, *mv, notation),
            worth: WorthObject::new(worth),
        };
        Self {
            variant: R::VARIANT.name(),
            fen: write_fen(position, notation),
            result: game.result().map(|result| result.to_string()),
            worth: answer.worth.as_ref().map(WorthObject::new).unwrap_or_default(),
            moves: answer.moves.iter().map(of_move).collect(),
        }
    }
}

impl WorthObject {
    fn new(worth: &Worth) -> Self {
        let conversion = worth.conversion.map(|conversion| ConversionObject {
            kind: match conversion {
                Conversion::Never => "never",
                Conversion::In(_) => "in",
                Conversion::Within(_) => "within",
            },
            plies: conversion.enough(),
        });
        let value = match worth.standing.without_doubt() {
            Standing::Win | Standing::DoubtfulWin => "win",
            Standing::Draw => "draw",
            Standing::Loss | Standing::DoubtfulLoss => "loss",
        };
        Self { value: Some(value), certain: Some(worth.is_certain()), plies: worth.plies(), conversion }
    }
}
