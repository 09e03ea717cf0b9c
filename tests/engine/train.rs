//! Learning: the same seed gives the same bytes, what was interrupted goes on, and what is learnt foretells results.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bolshak::bases::Bases;
use bolshak::board::Numbering;
use bolshak::eval::{Evaluated, Weights};
use bolshak::game::Game;
use bolshak::notation::read_fen;
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::{Giveaway, Russian};
use bolshak::tourney::Outcome;
use bolshak::train::{
    Dataset, DatasetError, Epoch, FitSettings, GenerateError, Generation, Model, Progress, Sample, Terms,
    fit, generate,
};

use crate::cli::Folder;

/// Two shards of quick games.
const GAMES: usize = 510;

fn generation(folder: &Path) -> Generation<'_, Russian> {
    Generation {
        terms: Terms { nodes: 20, plies: 4..=10, margin: 200 },
        games: GAMES,
        seed: 7,
        weights: Arc::new(Weights::start()),
        bases: Arc::new(Bases::embedded()),
        folder,
    }
}

fn run(
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    stop_after: usize,
) -> Result<Progress, GenerateError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let told = |progress: Progress| stop.store(progress.games >= stop_after, Ordering::Relaxed);
    generate(&generation(folder), &pool, stop, &told)
}

/// The names and the bytes of a folder's files.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: PathBuf| (PathBuf::from(path.file_name().unwrap()), fs::read(&path).unwrap());
    let mut files: Vec<_> = paths.map(named).collect();
    files.sort();
    files
}

fn path(folder: &Folder, name: &str) -> PathBuf {
    let path = PathBuf::from(folder.file(name));
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn games_depend_neither_on_threads_nor_on_interruptions() {
    let folder = Folder::new("train-games");
    let (one, two, broken) = (path(&folder, "one"), path(&folder, "two"), path(&folder, "broken"));
    let never = AtomicBool::new(false);
    let progress = run(&one, 1, &never, usize::MAX).unwrap();
    assert_eq!(progress.games, GAMES);
    assert!(progress.samples > 5 * GAMES, "{progress:?}");
    run(&two, 2, &never, usize::MAX).unwrap();
    let interrupted = run(&broken, 1, &AtomicBool::new(false), 1);
    assert!(matches!(interrupted, Err(GenerateError::Interrupted)));
    assert_eq!(files(&broken).len(), 1);
    assert_eq!(run(&broken, 1, &never, usize::MAX).unwrap(), progress);
    assert_eq!(files(&one).len(), 2);
    assert_eq!(files(&one), files(&two));
    assert_eq!(files(&one), files(&broken));

    // A folder of other games is not added to.
    let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
    let other = Generation { seed: 8, ..generation(&one) };
    let fault = generate(&other, &pool, &never, &|_| {}).unwrap_err();
    assert!(matches!(fault, GenerateError::Recipe { .. }), "{fault}");
    assert_eq!(files(&one), files(&two));

    // Nor is a damaged file taken for games.
    let (name, mut bytes) = files(&two).remove(0);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(two.join(name), bytes).unwrap();
    assert!(matches!(run(&two, 1, &never, usize::MAX), Err(GenerateError::Shard { .. })));
    assert!(matches!(Dataset::read::<Russian>(&[two]), Err(DatasetError::Shard { .. })));
    assert!(matches!(Dataset::read::<Giveaway>(&[one]), Err(DatasetError::Shard { .. })));
}

#[test]
fn samples_are_turned_to_white_with_their_outcome() {
    let fen = "B:WKc1,e3,f2,h2:Bb6,d8,g7,h6,f8";
    let position = read_fen::<Russian>(fen, Numbering::FromTop, PieceLimit::Standard).unwrap();
    let sample = Sample::new(&position, -35, Outcome::Win);
    assert_eq!(sample.position::<Russian>(), position.flipped());
    assert_eq!((sample.score, sample.outcome), (-35, Outcome::Win));
}

fn dataset(folder: &Folder) -> Dataset {
    let games = path(folder, "games");
    run(&games, 2, &AtomicBool::new(false), usize::MAX).unwrap();
    Dataset::read::<Russian>(&[games]).unwrap()
}

const SETTINGS: FitSettings = FitSettings { epochs: 3, rate: 0.05, blend: 0.2, spread: 0.1, seed: 1 };

/// Learns, and returns what the epochs came to.
fn learn(dataset: &Dataset, settings: &FitSettings, model: &mut Model) -> Vec<Epoch> {
    let mut epochs = Vec::new();
    let stop = AtomicBool::new(false);
    let mut done = |_: &Model, epoch: &Epoch| {
        epochs.push(*epoch);
        Ok::<(), ()>(())
    };
    fit::<Russian, ()>(dataset, settings, model, &stop, &mut |_| {}, &mut done).unwrap();
    epochs
}

fn start() -> Model {
    Model::start::<Russian>("russian a test".to_owned())
}

#[test]
fn learning_foretells_results_better_and_goes_on_from_a_file() {
    let folder = Folder::new("train-fit");
    let dataset = dataset(&folder);
    let (lessons, tests) = dataset.sizes();
    assert!(dataset.games == GAMES && lessons > 20 * tests / 2 && tests > 0 && lessons < dataset.samples);
    let mut whole = start();
    let epochs = learn(&dataset, &SETTINGS, &mut whole);
    assert_eq!(epochs.iter().map(|epoch| epoch.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(epochs[2].loss < epochs[0].loss, "{epochs:?}");
    // What nothing was learnt for yet is worse on games that were never learnt from.
    let untaught = FitSettings { rate: 0.0, epochs: 1, ..SETTINGS };
    let before = learn(&dataset, &untaught, &mut start());
    assert!(epochs[2].test_loss < before[0].test_loss, "{epochs:?} {before:?}");

    let mut parts = start();
    learn(&dataset, &FitSettings { epochs: 1, ..SETTINGS }, &mut parts);
    let file = PathBuf::from(folder.file("model"));
    parts.save(&file).unwrap();
    let mut parts = Model::load::<Russian>(&file).unwrap();
    learn(&dataset, &SETTINGS, &mut parts);
    assert_eq!(parts, whole);

    let weights = whole.export::<Russian>();
    assert_ne!(weights, Weights::start());
    assert!(weights.origin().contains("russian a test; 3 epochs"), "{}", weights.origin());
    assert!(Model::load::<Giveaway>(&file).is_err());
    let mut bytes = fs::read(&file).unwrap();
    bytes[5000] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert!(Model::load::<Russian>(&file).unwrap_err().to_string().contains("damaged"));
}

#[test]
fn what_nothing_was_learnt_for_is_what_learning_begins_with() {
    let position = |fen| read_fen::<Russian>(fen, Numbering::FromTop, PieceLimit::Standard).unwrap();
    let exported = start().export::<Russian>();
    for fen in ["W:Wc3,e3,f2,h2:Bb6,d6,e7", "B:WKa1,b2,f4:BKg7,c7,a5", "W:WKd4,Kc1,g3:BKh8,a7,h6"] {
        assert_eq!(exported.evaluate(&position(fen)), Weights::start().evaluate(&position(fen)), "{fen}");
    }
    assert_eq!(exported.evaluate(&position("W:Wc3,e3,f2,h2:Bb6,d6,e7")), 100);
    assert_eq!(Russian::weights().evaluate(&Position::start()), {
        let game = Game::<Russian>::default();
        Russian::weights().evaluate(&game.position().flipped())
    });
}
