//! The engine's parameters: the table of options under the names and in the units of the Hub protocol.

use super::super::command::Command;
use super::Settings;
use crate::options::{Kind, OptionEntry, Options, TABLE};
use crate::rules::Variant;

/// A parameter that sets an option of the table.
struct Parameter {
    name: &'static str,
    option: &'static str,
    unit: Unit,
}

/// How a parameter's value differs from the option's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Not at all.
    Same,
    /// The games have other names.
    Variant,
    /// The binary logarithm of a number of table entries, for a number of MiB.
    Entries,
    /// Seconds for milliseconds.
    Seconds,
}

/// The parameters. Of the options, `Notation` and `Numbering` are settled by the protocol, and `MultiPV` has no
/// place in it.
const PARAMETERS: &[Parameter] = &[
    Parameter { name: "variant", option: "Variant", unit: Unit::Variant },
    Parameter { name: "threads", option: "Threads", unit: Unit::Same },
    Parameter { name: "tt-size", option: "Hash", unit: Unit::Entries },
    Parameter { name: "ponder", option: "Ponder", unit: Unit::Same },
    Parameter { name: "move-overhead", option: "MoveOverhead", unit: Unit::Seconds },
    Parameter { name: "draw-rules", option: "DrawRules", unit: Unit::Same },
    Parameter { name: "piece-limit", option: "PieceLimit", unit: Unit::Same },
    Parameter { name: "bb-size", option: "BasesPieces", unit: Unit::Same },
    Parameter { name: "bb-path", option: "BasesPath", unit: Unit::Same },
    Parameter { name: "book", option: "Book", unit: Unit::Same },
    Parameter { name: "book-file", option: "BookFile", unit: Unit::Same },
    Parameter { name: "book-ply", option: "BookPly", unit: Unit::Same },
    Parameter { name: "book-margin", option: "BookMargin", unit: Unit::Same },
    Parameter { name: "book-seed", option: "BookSeed", unit: Unit::Same },
    Parameter { name: "skill", option: "Skill", unit: Unit::Same },
    Parameter { name: "skill-seed", option: "SkillSeed", unit: Unit::Same },
];

/// The entries that fill a MiB of the transposition table, as a binary logarithm.
const LOG_ENTRIES_IN_MIB: u32 = 16;

/// The setting of an option that a parameter's setting means; `None` if there is no such parameter or value.
pub(super) fn option(name: &str, value: &str) -> Option<Command> {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name)?;
    let value = match parameter.unit {
        Unit::Same => value.to_owned(),
        Unit::Variant => {
            Variant::PLAYABLE.into_iter().find(|variant| variant.hub_name() == value)?.name().to_owned()
        }
        Unit::Entries => {
            let log = value.parse::<u32>().ok()?.checked_sub(LOG_ENTRIES_IN_MIB)?;
            1_u64.checked_shl(log)?.to_string()
        }
        Unit::Seconds => (value.parse::<f64>().ok()? * 1000.0).round().to_string(),
    };
    Options::default().set(parameter.option, &value).ok()?;
    Some(Command::SetOption { name: parameter.option.to_owned(), value })
}

/// The parameters with their values in force, a line each.
pub(super) fn listing(options: &Options, settings: Settings) -> Vec<String> {
    let listed = PARAMETERS.iter().filter_map(|parameter| {
        let entry = TABLE.iter().find(|entry| entry.name == parameter.option)?;
        let (value, kind) = describe(parameter.unit, entry, options);
        Some(format!("param name={} value={value} {kind}", parameter.name))
    });
    let numbering = format!(
        "param name=square-numbering value={} type=enum values=\"auto b8 a1\"",
        settings.numbering_name()
    );
    listed.chain([numbering]).collect()
}

/// The value of a parameter, and its kind.
fn describe(unit: Unit, entry: &OptionEntry, options: &Options) -> (String, String) {
    let value = entry.value(options);
    let log_entries = |mebibytes: usize| mebibytes.max(1).ilog2() + LOG_ENTRIES_IN_MIB;
    match (unit, entry.kind) {
        (Unit::Variant, _) => {
            let names = Variant::PLAYABLE.map(Variant::hub_name).join(" ");
            (options.variant.hub_name().to_owned(), format!("type=enum values=\"{names}\""))
        }
        (Unit::Entries, Kind::Spin { min, max, .. }) => (
            log_entries(options.hash).to_string(),
            format!("type=int min={} max={}", log_entries(min), log_entries(max)),
        ),
        (Unit::Seconds, Kind::Spin { min, max, .. }) => (
            options.move_overhead.as_secs_f64().to_string(),
            format!("type=real min={} max={}", min / 1000, max / 1000),
        ),
        (_, Kind::Check { .. }) => (value, "type=bool".to_owned()),
        (_, Kind::Spin { min, max, .. }) => (value, format!("type=int min={min} max={max}")),
        (_, Kind::Text) => (format!("\"{value}\""), "type=string".to_owned()),
        (_, Kind::Combo { values }) => (value, format!("type=enum values=\"{}\"", values.join(" "))),
    }
}
