use std::fs;
use std::path::PathBuf;

use super::super::build::{Plan, Step, Watcher, build};
use super::super::file::{self, file_name};
use super::*;
use crate::rules::{English, Giveaway, Russian};

static NEVER: AtomicBool = AtomicBool::new(false);
const ALL: Effort = Effort { sample: None, seed: 1 };

struct Silent;

impl Watcher for Silent {
    fn begin(&mut self, _: &Plan) {}
    fn done(&mut self, _: &Step) {}
    fn finish(&mut self, _: u8, _: &Totals, _: &[PathBuf]) {}
}

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("bolshak-verify-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn find<R: Rules>(bases: &Bases<R>, pieces: u8, kind: Kind) -> &BaseFile {
    bases.files().filter(|file| file.header().pieces == pieces && file.header().kind == kind).last().unwrap()
}

fn expect_no_fault<R: Rules>(bases: &Bases<R>, effort: Effort) {
    for file in bases.files() {
        let checked = verify(bases, file, effort, &NEVER, &|_| {}).unwrap();
        let name = file.name();
        assert!(checked.faults == 0 && checked.unknown == 0, "{name}: {checked:#?}");
        assert!(checked.positions > 200, "{name}: {checked:#?}");
    }
}

#[test]
fn what_is_built_in_is_right() {
    expect_no_fault(&Bases::<Russian>::embedded(), Effort { sample: Some(300), seed: 7 });
}

#[test]
fn what_is_built_is_right_in_each_game() {
    check_built::<Giveaway>();
    check_built::<English>();
}

fn check_built<R: Rules>() {
    let folder = Folder::new(R::VARIANT.name());
    build::<R>(3, &folder.0, &NEVER, &mut Silent).unwrap();
    let mut bases = Bases::<R>::none();
    assert!(bases.add_folder(&folder.0).is_empty());
    expect_no_fault(&bases, ALL);
}

/// The bases built in, with a file of which something was changed and the checksums are right again.
fn changed(
    name: &str,
    (pieces, kind): (u8, Kind),
    mut change: impl FnMut(&mut [u16], &mut Section),
) -> Bases<Russian> {
    let folder = Folder::new(name);
    let mut bases = Bases::<Russian>::embedded();
    let file = find(&bases, pieces, kind);
    let change = |section: &Section| {
        let bytes = file.packed(section);
        let mut values = codec::Packed::open(bytes).unwrap().unpack(bytes).unwrap();
        let mut section = *section;
        change(&mut values, &mut section);
        (section, codec::pack(&values))
    };
    let packed: Vec<_> = file.header().sections.iter().map(change).collect();
    let packed: Vec<_> = packed.iter().map(|(section, bytes)| (*section, &bytes[..])).collect();
    let path = folder.0.join(file_name(Russian::VARIANT, pieces, kind));
    file::write(&path, file.header().clone(), &packed).unwrap();
    bases.add(BaseFile::open(&path, Russian::VARIANT).unwrap());
    bases
}

/// What is said of the first quiet position with the value `from`, after as many plies on the main road, once that
/// value is `to`.
fn judge_change(name: &str, of: (u8, Kind), (from, to): (u16, u16), on_road: Option<u64>) -> String {
    let original = Bases::<Russian>::embedded();
    // Others have any value after plies on the main road.
    let is_decided_and_held = |position: &Position<Russian>| {
        position.material().is_held_main_road()
            && original.standing_of_quiet(position) != Some(Standing::Draw)
    };
    let mut place = None;
    let bases = changed(name, of, |values, section| {
        let states = if of.1 == Kind::Conversions { states(section.balance) } else { 1 };
        let index = Index::<Russian>::new(section.balance);
        let is_it = |entry: &usize| {
            let position = || index.position(*entry as u64 / states);
            values[*entry] == from
                && (states > 1) == on_road.is_some()
                && *entry as u64 % states == on_road.unwrap_or_default()
                && (on_road.is_none() || is_decided_and_held(&position()))
                && position().has_legal_move()
                && !position().has_capture()
        };
        if place.is_none() {
            place = (0..values.len()).find(is_it).map(|entry| (section.balance, entry as u64 / states));
            if let Some((_, number)) = place {
                values[(number * states + on_road.unwrap_or_default()) as usize] = to;
            }
        }
    });
    let (balance, number) = place.unwrap();
    let file = find(&bases, of.0, of.1);
    let section = file.header().sections.iter().find(|section| section.balance == balance).unwrap();
    let index = Index::new(balance);
    let slice = Slice { bases: &bases, file, section, index, effort: ALL, stop: &NEVER };
    match slice.judge(&slice.index.position(number)) {
        Judgement::Wrong { expected, found } => format!("expected {expected}, found {found}"),
        Judgement::Right => "right".to_owned(),
        Judgement::Unknown | Judgement::NotAsked => "unknown".to_owned(),
    }
}

#[test]
fn one_wrong_value_is_found_in_each_kind() {
    let (win, draw, doubt) = (Standing::Win.code(), Standing::Draw.code(), Standing::DoubtfulWin.code());
    let distances = (Value::win_in(5).code(), Value::win_in(7).code());
    for (name, of, change, expected) in [
        ("draw-to-win", (3, Kind::Outcomes), (draw, win), "expected draw, found win"),
        ("win-to-draw", (3, Kind::Outcomes), (win, draw), "expected win, found draw"),
        ("to-doubt", (4, Kind::Outcomes), (win, doubt), "expected win, found win in doubt"),
        ("from-doubt", (4, Kind::Outcomes), (doubt, win), "expected win in doubt, found win"),
        ("distance", (3, Kind::Distances), distances, "expected win in 5 plies, found win in 7 plies"),
        (
            "to-never",
            (3, Kind::Conversions),
            (4, 0),
            "expected loss, conversion in 3 plies, found loss, conversion never",
        ),
        (
            "too-late",
            (3, Kind::Conversions),
            (4, 6),
            "expected loss, conversion in 3 plies, found loss, conversion in 5 plies",
        ),
    ] {
        let judgement = judge_change(name, of, change, None);
        assert!(judgement.contains(expected), "{name}: {judgement}");
    }
    let judgement = judge_change("road", (4, Kind::Conversions), (4, 0), Some(4));
    assert!(judgement.ends_with("conversion never after 4 plies on the main road"), "{judgement}");
}

#[test]
fn wrong_counts_are_found() {
    let of = (3, Kind::Distances);
    let bases = changed("counts", of, |_, section| {
        section.totals.won += 1;
        section.totals.drawn -= 1;
        section.totals.longest_win += 2;
    });
    let file = find(&bases, of.0, of.1);
    let first = verify(&bases, file, ALL, &NEVER, &|_| {}).unwrap();
    // In each slice against both other kinds, against the longest win, and against the count of all positions.
    assert_eq!(first.faults, 12 * 4, "{:#?}", first.first);
    let bases = changed("positions", of, |_, section| section.totals.lost += 1);
    let checked = verify(&bases, find(&bases, of.0, of.1), ALL, &NEVER, &|_| {}).unwrap();
    assert!(checked.first[0].expected.ends_with(" positions"), "{:#?}", checked.first);
}

#[test]
fn a_slice_that_is_missing_or_cut_is_found() {
    let of = (3, Kind::Outcomes);
    let bases = changed("balances", of, |_, section| section.balance = Balance::all(3)[0]);
    let checked = verify(&bases, find(&bases, of.0, of.1), ALL, &NEVER, &|_| {}).unwrap();
    assert!(checked.first[0].expected.starts_with("12 slices"), "{:#?}", checked.first);
}

#[test]
fn a_sample_is_spread_over_the_slice_and_depends_on_the_seed() {
    let bases = Bases::<Russian>::embedded();
    let file = find(&bases, 3, Kind::Outcomes);
    let chosen = |seed| {
        let section = &file.header().sections[0];
        let effort = Effort { sample: Some(100), seed };
        let index = Index::new(section.balance);
        let slice = Slice { bases: &bases, file, section, index, effort, stop: &NEVER };
        let count = slice.index.count();
        let chosen: Vec<u64> = (0..100).map(|place| slice.choose(place, 100)).collect();
        assert!(chosen.windows(2).all(|two| two[0] < two[1]));
        assert!(chosen[0] <= count / 100 && (count / 100 * 99..count).contains(&chosen[99]));
        chosen
    };
    assert_eq!(chosen(1), chosen(1));
    assert_ne!(chosen(1), chosen(2));
}

#[test]
fn it_can_be_stopped() {
    let bases = Bases::<Russian>::embedded();
    let stopped = verify(&bases, find(&bases, 2, Kind::Outcomes), ALL, &AtomicBool::new(true), &|_| {});
    assert!(matches!(stopped, Err(VerifyError::Interrupted)));
}
