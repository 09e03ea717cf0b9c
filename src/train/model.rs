//! What is learnt: weights that may be any number, and of patterns also those of their parts.
//!
//! Most patterns of a whole window are seen too seldom to be learnt by themselves. So each also has the weights of the
//! parts of its window: its lower and upper four rows, and each two rows. A pattern that never occurred is then worth
//! what its parts are.

use std::io;
use std::path::Path;

use crate::board::Color;
use crate::eval::{CONTENTS, Counts, Evaluated, FEATURES, FIRST, OTHER, Patterns, UNIT, Weight, Weights};
use crate::eval::{phase, sixteenths_of};
use crate::files::{self, Bytes, OpenError};
use crate::position::Position;
use crate::rules::Variant;

/// Hundredths of a man for each unit of the logarithm of the odds of winning. It fixes what a hundredth of a man is: with
/// it a man more is worth about a hundred of them in the middle of the game.
pub(super) const SCALE: f32 = 100.0;

/// A weight in the opening and in the ending.
pub(super) type Pair = [f32; 2];

/// The kinds of weights; how far they may be expected to be from zero depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Feature,
    TwoRows,
    FourRows,
    Window,
}

/// Where the parts of a window begin, within the weights of the window.
const PARTS: [(usize, Group); 6] = [
    (0, Group::Window),
    (CONTENTS, Group::FourRows),
    (CONTENTS + FIRST * OTHER, Group::FourRows),
    (CONTENTS + FIRST * OTHER + OTHER * OTHER, Group::TwoRows),
    (CONTENTS + FIRST * OTHER + OTHER * OTHER + FIRST, Group::TwoRows),
    (CONTENTS + FIRST * OTHER + OTHER * OTHER + FIRST + OTHER, Group::TwoRows),
];
/// The weights of a window.
const WINDOW: usize = PARTS[5].0 + OTHER;

/// The weights of a window that what is in it has.
fn parts(window: usize, contents: usize) -> [usize; 6] {
    let base = FEATURES + window * WINDOW;
    let within = [
        contents,
        contents % (FIRST * OTHER),
        contents / FIRST,
        contents % FIRST,
        contents / FIRST % OTHER,
        contents / FIRST / OTHER,
    ];
    std::array::from_fn(|part| base + PARTS[part].0 + within[part])
}

/// The kind of a weight.
pub(super) fn group(index: usize) -> Group {
    let Some(within) = index.checked_sub(FEATURES).map(|index| index % WINDOW) else {
        return Group::Feature;
    };
    PARTS.iter().rev().find(|(start, _)| within >= *start).map_or(Group::Feature, |&(_, group)| group)
}

/// What of a position the model looks at.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// The weights that count, and how often for White less for Black: those of features, and those of the windows with
    /// their parts.
    pub(super) terms: Vec<(usize, f32)>,
    /// The part of the opening.
    pub(super) opening: f32,
    /// What is left of a value in favour of White, and of one in favour of Black.
    pub(super) left: [f32; 2],
}

impl Input {
    pub(super) fn of<R: Evaluated>(position: &Position<R>) -> Self {
        let counts = Counts::of(position).0.into_iter().enumerate();
        let features = counts.filter(|&(_, count)| count != 0).map(|(index, count)| (index, count as f32));
        let windows = Patterns::of(position).into_iter().zip([1.0, -1.0]).flat_map(|(side, sign)| {
            let used = side.into_iter().take(Patterns::<R>::WINDOWS).enumerate();
            used.flat_map(move |(window, place)| {
                parts(window, place - window * CONTENTS).map(|index| (index, sign))
            })
        });
        let (men, all) = phase(position);
        Self {
            terms: features.chain(windows).collect(),
            opening: men as f32 / all as f32,
            left: [Color::White, Color::Black].map(|color| sixteenths_of(position, color) as f32 / 16.0),
        }
    }

    /// What is left of a value.
    pub(super) fn left_of(&self, value: f32) -> f32 {
        self.left[usize::from(value < 0.0)]
    }
}

/// Weights while they are learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The game.
    pub variant: Variant,
    /// All that they depend on, in one line.
    pub recipe: String,
    /// How often all positions were gone through.
    pub epochs: u32,
    /// The mean loss on the positions kept for tests, after the last epoch.
    pub test_loss: f32,
    pub(super) weights: Vec<Pair>,
    /// For each weight, the sum of the squares of its gradients.
    pub(super) squares: Vec<Pair>,
}

/// Why a model cannot be read.
pub type ModelError = OpenError<&'static str>;

const MAGIC: &[u8; 8] = b"bolshakM";
const VERSION: u16 = 1;

impl Model {
    /// The weights with which learning begins.
    pub fn start<R: Evaluated>(recipe: String) -> Self {
        let mut weights = vec![[0.0; 2]; FEATURES + Patterns::<R>::WINDOWS * WINDOW];
        for &(feature, value) in R::START {
            weights[feature as usize] = [f32::from(value) / SCALE; 2];
        }
        let squares = vec![[0.0; 2]; weights.len()];
        Self { variant: R::VARIANT, recipe, epochs: 0, test_loss: 0.0, weights, squares }
    }

    /// The value for White, in units of the logarithm of the odds, before scaling.
    pub(super) fn value(&self, input: &Input) -> f32 {
        let mut sum = [0.0; 2];
        for &(index, times) in &input.terms {
            let weight = self.weights[index];
            sum[0] += times * weight[0];
            sum[1] += times * weight[1];
        }
        sum[0] * input.opening + sum[1] * (1.0 - input.opening)
    }

    /// The weights as the engine uses them.
    pub fn export<R: Evaluated>(&self) -> Weights<R> {
        let rounded = |[opening, ending]: Pair| {
            let round = |part: f32| (part * SCALE * UNIT as f32).round() as i16;
            Weight::new(round(opening), round(ending))
        };
        let features = Box::new(std::array::from_fn(|index| rounded(self.weights[index])));
        let pattern = |index: usize| {
            let sum = parts(index / CONTENTS, index % CONTENTS)
                .into_iter()
                .fold([0.0; 2], |sum, part| [sum[0] + self.weights[part][0], sum[1] + self.weights[part][1]]);
            rounded(sum)
        };
        let patterns = (0..Patterns::<R>::COUNT).map(pattern).collect();
        let origin = format!("{}; {} epochs, test loss {:.5}", self.recipe, self.epochs, self.test_loss);
        Weights::new(features, patterns, origin)
    }

    /// Writes the model, with all that is needed to go on.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(64 + 16 * self.weights.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        files::put_text(&mut bytes, &self.recipe);
        bytes.extend_from_slice(&self.epochs.to_le_bytes());
        bytes.extend_from_slice(&self.test_loss.to_le_bytes());
        bytes.extend_from_slice(&(self.weights.len() as u32).to_le_bytes());
        for number in self.weights.iter().chain(&self.squares).flatten() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        files::seal(&mut bytes);
        files::replace(path, &bytes)
    }

    /// Reads a model.
    ///
    /// # Errors
    /// When the file cannot be read, or is none.
    pub fn load<R: Evaluated>(path: &Path) -> Result<Self, ModelError> {
        files::open(path, "a model", Self::read::<R>)
    }

    fn read<R: Evaluated>(bytes: &[u8]) -> Result<Self, &'static str> {
        const NONE: &str = "expected a model made by \"bolshak train fit\", found something else";
        const DAMAGED: &str = "the checksum is wrong: the file is damaged";
        const OTHER_SHAPE: &str = "the model is of another game or of another version of the program";
        let mut rest = Bytes(bytes);
        if rest.take() != Some(*MAGIC) || rest.u16() != Some(VERSION) {
            return Err(NONE);
        }
        files::unsealed(bytes).ok_or(DAMAGED)?;
        let mut model = Self::start::<R>(rest.text().ok_or(DAMAGED)?);
        model.epochs = rest.u32().ok_or(DAMAGED)?;
        model.test_loss = rest.take().map(f32::from_le_bytes).ok_or(DAMAGED)?;
        if rest.u32() != Some(model.weights.len() as u32)
            || model.recipe.split_whitespace().next() != Some(R::VARIANT.name())
        {
            return Err(OTHER_SHAPE);
        }
        for number in model.weights.iter_mut().chain(&mut model.squares).flatten() {
            *number = rest.take().map(f32::from_le_bytes).ok_or(DAMAGED)?;
        }
        Ok(model)
    }
}
