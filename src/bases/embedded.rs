//! The bases that are part of the program: `data/`, made by `bolshak bases build --pieces 5`. Distances of five pieces
//! are left out for their size.

use crate::rules::Variant;

/// A file and its name.
type Embedded = (&'static str, &'static [u8]);

/// The files of a game.
pub(super) const fn files(variant: Variant) -> &'static [Embedded] {
    match variant {
        Variant::Russian => RUSSIAN,
        _ => &[],
    }
}

const RUSSIAN: &[Embedded] = &[
    ("russian-2.wdl", include_bytes!("data/russian-2.wdl")),
    ("russian-2.dtw", include_bytes!("data/russian-2.dtw")),
    ("russian-2.dtc", include_bytes!("data/russian-2.dtc")),
    ("russian-3.wdl", include_bytes!("data/russian-3.wdl")),
    ("russian-3.dtw", include_bytes!("data/russian-3.dtw")),
    ("russian-3.dtc", include_bytes!("data/russian-3.dtc")),
    ("russian-4.wdl", include_bytes!("data/russian-4.wdl")),
    ("russian-4.dtw", include_bytes!("data/russian-4.dtw")),
    ("russian-4.dtc", include_bytes!("data/russian-4.dtc")),
    ("russian-5.wdl", include_bytes!("data/russian-5.wdl")),
    ("russian-5.dtc", include_bytes!("data/russian-5.dtc")),
];
