//! The bars that show how far long work has got.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many steps, drawn by a template of `indicatif`; `None` where nobody would see it move: on anything but a
/// terminal.
pub(super) fn bar(steps: u64, template: &str) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(steps);
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    Some(bar)
}
