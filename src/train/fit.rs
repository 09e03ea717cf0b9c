//! Logistic regression: the weights under which the results of the games are most likely.
//!
//! All positions are gone through several times in random order, and after each one its weights take a step down the
//! gradient of the loss, the smaller the more steps they have taken (Duchi, Hazan and Singer 2011, "Adagrad"). Weights are
//! drawn to zero as if each had been expected there with a spread that depends on its kind: what is seen seldom stays near
//! zero.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::dataset::{Dataset, Lesson};
use super::model::{Group, Input, Model, SCALE, group};
use crate::eval::Evaluated;
use crate::random::Random;

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSettings {
    /// How often all positions are gone through.
    pub epochs: u32,
    /// The length of the first steps.
    pub rate: f32,
    /// The part that the search's score has in what is learnt; the rest is the result of the game.
    pub blend: f32,
    /// How far from zero a weight of a whole window is expected, in units of the logarithm of the odds.
    pub spread: f32,
    /// What the order depends on.
    pub seed: u64,
}

impl FitSettings {
    /// All that the weights depend on, besides the program. The number of epochs is the model's own.
    pub fn recipe<R: Evaluated>(&self, dataset: &Dataset) -> String {
        let Self { rate, blend, spread, seed, .. } = self;
        let Dataset { games, samples, .. } = dataset;
        format!(
            "{} games {games} positions {samples} rate {rate} blend {blend} spread {spread} seed {seed}",
            R::VARIANT
        )
    }
}

/// What an epoch has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss on the positions learnt from, each before it was learnt.
    pub loss: f32,
    /// The mean loss on those kept for tests.
    pub test_loss: f32,
}

/// How many positions are prepared at a time.
const BATCH: usize = 1 << 14;

/// Learns until all epochs are done or `stop` is set; then the epoch that was begun is lost. `done` is given the model
/// after each epoch, and `told` hears of the positions gone through in the one that is running.
///
/// # Errors
/// What `done` returns.
pub fn fit<R: Evaluated, E>(
    dataset: &Dataset,
    settings: &FitSettings,
    model: &mut Model,
    stop: &AtomicBool,
    told: &mut dyn FnMut(usize),
    done: &mut dyn FnMut(&Model, &Epoch) -> Result<(), E>,
) -> Result<(), E> {
    let pull = pull::<R>(dataset, settings, model.weights.len());
    while model.epochs < settings.epochs {
        let mut order: Vec<u32> = (0..dataset.lessons.len() as u32).collect();
        Random::new(settings.seed ^ u64::from(model.epochs + 1)).shuffle(&mut order);
        let (mut loss, mut gone) = (0.0_f64, 0);
        for batch in order.chunks(BATCH) {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let inputs: Vec<_> =
                batch.par_iter().map(|&at| prepare::<R>(&dataset.lessons[at as usize], settings)).collect();
            loss += inputs
                .iter()
                .map(|(input, target)| step(model, input, *target, settings.rate, &pull))
                .sum::<f64>();
            gone += batch.len();
            told(gone);
        }
        model.epochs += 1;
        model.test_loss = test::<R>(&dataset.tests, settings, model);
        let loss = (loss / dataset.lessons.len().max(1) as f64) as f32;
        done(model, &Epoch { number: model.epochs, loss, test_loss: model.test_loss })?;
    }
    Ok(())
}

/// A position and the points that it should be worth to White.
fn prepare<R: Evaluated>(lesson: &Lesson, settings: &FitSettings) -> (Input, f32) {
    let seen = probability(lesson.score / SCALE);
    let target = lesson.points + settings.blend * (seen - lesson.points);
    (Input::of(&lesson.sample.position::<R>()), target)
}

/// The probability of winning, of a value in units of the logarithm of the odds.
fn probability(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The loss of saying `said` where `target` is true, above that of saying `target`.
fn loss(said: f32, target: f32) -> f64 {
    const LEAST: f32 = 1e-6;
    let part = |weight: f32, said: f32| {
        if weight > 0.0 { f64::from(weight * (weight / said.max(LEAST)).ln()) } else { 0.0 }
    };
    part(target, said) + part(1.0 - target, 1.0 - said)
}

/// Takes a step, and returns the loss before it.
fn step(model: &mut Model, input: &Input, target: f32, rate: f32, pull: &[f32]) -> f64 {
    let value = model.value(input);
    let left = input.left_of(value);
    let said = probability(value * left);
    let slope = (said - target) * left;
    let parts_of_slope = [slope * input.opening, slope * (1.0 - input.opening)];
    for &(index, times) in &input.terms {
        let (weight, squares) = (&mut model.weights[index], &mut model.squares[index]);
        for phase in 0..2 {
            let gradient = times * parts_of_slope[phase] + pull[index] * weight[phase];
            squares[phase] += gradient * gradient;
            weight[phase] -= rate * gradient / (squares[phase].sqrt() + 1e-3);
        }
    }
    loss(said, target)
}

/// How strongly each weight is drawn to zero by each position in which it counts.
fn pull<R: Evaluated>(dataset: &Dataset, settings: &FitSettings, weights: usize) -> Vec<f32> {
    let mut counts = vec![0_u32; weights];
    for batch in dataset.lessons.chunks(BATCH) {
        let inputs: Vec<_> =
            batch.par_iter().map(|lesson| Input::of(&lesson.sample.position::<R>())).collect();
        for (index, _) in inputs.into_iter().flat_map(|input| input.terms) {
            counts[index] += 1;
        }
    }
    let strength = |index: usize| {
        let spread = settings.spread
            * match group(index) {
                Group::Window => 1.0,
                Group::FourRows => 2.0,
                Group::TwoRows => 4.0,
                Group::Feature => 10.0,
            };
        1.0 / (spread * spread)
    };
    counts.iter().enumerate().map(|(index, &count)| strength(index) / count.max(1) as f32).collect()
}

/// The mean loss on positions that were not learnt from.
fn test<R: Evaluated>(tests: &[Lesson], settings: &FitSettings, model: &Model) -> f32 {
    let one = |lesson: &Lesson| {
        let (input, target) = prepare::<R>(lesson, settings);
        let value = model.value(&input);
        loss(probability(value * input.left_of(value)), target)
    };
    // Summed in one order, so that the last digits are the same in each run.
    let losses: Vec<f64> = tests.par_iter().map(one).collect();
    (losses.iter().sum::<f64>() / tests.len().max(1) as f64) as f32
}
