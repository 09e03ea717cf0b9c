//! The numbers of the search that are found by trying. Depths in plies, margins in hundredths of a man.

/// Half the first aspiration window.
pub(super) const ASPIRATION: i32 = 12;
/// From this depth on the window is narrow.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// Beyond this the window is opened wholly.
pub(super) const ASPIRATION_LIMIT: i32 = 400;

/// From this depth on a search with a raised beta is tried first.
pub(super) const PROBCUT_DEPTH: i32 = 3;
/// How much beta is raised for each ply of depth.
pub(super) const PROBCUT_MARGIN: i32 = 10;
/// The depth of that search, in hundredths of the whole.
pub(super) const PROBCUT_PART: i32 = 40;

/// Up to this depth a node whose evaluation is far above beta is left.
pub(super) const FUTILITY_DEPTH: i32 = 4;
/// How far, for each ply of depth.
pub(super) const FUTILITY_MARGIN: i32 = 40;

/// From this depth on a node without a move from the table is searched one ply less deep.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// From this depth on the move from the table is tested for being singular.
pub(super) const SINGULAR_DEPTH: i32 = 8;
/// The table's entry may be so many plies shallower than the node.
pub(super) const SINGULAR_TABLE_DEPTH: i32 = 3;
/// How much worse all other moves must be, for each ply of depth.
pub(super) const SINGULAR_MARGIN: i32 = 3;

/// From this depth on late moves are reduced.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Late moves are those after so many.
pub(super) const REDUCTION_MOVES: usize = 1;
/// The reduction at depth 1 of move 1, in hundredths of a ply.
pub(super) const REDUCTION_BASE: f64 = 85.0;
/// How fast it grows with the product of the logarithms of depth and move number.
pub(super) const REDUCTION_SLOPE: f64 = 60.0;
/// So much history reduces by one ply less.
pub(super) const REDUCTION_HISTORY: i32 = 8_000;
