//! Events as lines of the Hub protocol. Clients read them with narrow patterns: the order of the fields counts, and
//! so does that there are no others.

use super::super::event::Event;
use super::{Settings, parameters};
use crate::options::Options;
use crate::search::{Info, Outlook, Score, nodes_per_second};

/// An event as lines.
pub(in super::super) fn lines(event: Event, settings: Settings) -> Vec<String> {
    match event {
        Event::Identity(options) => identity(options, settings),
        Event::Alive => vec!["pong".to_owned()],
        Event::Initialized => vec!["ready".to_owned()],
        Event::Info { info, line } => vec![info_line(info, line)],
        Event::Done { best: None, .. } => vec!["done".to_owned()],
        Event::Done { best: Some(best), reply: None } => vec![format!("done move={best}")],
        Event::Done { best: Some(best), reply: Some(reply) } => {
            vec![format!("done move={best} ponder={reply}")]
        }
        Event::Error(text) => vec![format!("error message=\"{}\"", text.replace('"', "'"))],
        // The protocol has no words for them.
        Event::GameOver(_) | Event::Note(_) => Vec::new(),
    }
}

fn identity(options: &Options, settings: Settings) -> Vec<String> {
    let who = format!(
        "id name=bolshak version={} author=\"{}\" country=International",
        env!("CARGO_PKG_VERSION"),
        super::super::AUTHOR
    );
    let parameters = parameters::listing(options, settings);
    std::iter::once(who).chain(parameters).chain(["wait".to_owned()]).collect()
}

fn info_line(info: &Info, line: &[String]) -> String {
    let per_second = nodes_per_second(info.nodes, info.time) as f64;
    format!(
        "info depth={} mean-depth={:.1} score={} nodes={} time={:.3} nps={:.3} pv=\"{}\"",
        info.depth,
        info.mean_depth,
        score_text(info.score),
        info.nodes,
        info.time.as_secs_f64(),
        per_second / 1e6,
        line.join(" "),
    )
}

/// The greatest evaluation in hundredths of a man: what lies beyond is read as a win.
const MOST: i32 = 7999;

/// The most plies of a win by the bases: with more, it would read as an evaluation.
const MOST_PLIES: u32 = 999;

/// A score in men: a win in n plies is 100 - n/100, one by the endgame bases 90 - n/100.
fn score_text(score: Score) -> String {
    let hundredths = match score.outlook() {
        Outlook::Centimen(value) => value.clamp(-MOST, MOST),
        Outlook::Win(plies) => 10_000 - plies as i32,
        Outlook::Loss(plies) => plies as i32 - 10_000,
        Outlook::WinByBases(plies) => 9_000 - plies.min(MOST_PLIES) as i32,
        Outlook::LossByBases(plies) => plies.min(MOST_PLIES) as i32 - 9_000,
    };
    let sign = if hundredths < 0 { "-" } else { "" };
    let (men, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    format!("{sign}{men}.{rest:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_in_men_and_wins_count_down_from_a_hundred() {
        for (score, text) in [
            (Score::DRAW, "0.00"),
            (Score::evaluation(-3), "-0.03"),
            (Score::evaluation(125), "1.25"),
            (Score::evaluation(9_500), "79.99"),
            (Score::evaluation(-9_500), "-79.99"),
            (Score::win_in(2), "99.98"),
            (Score::win_in(101), "98.99"),
            (Score::loss_in(4), "-99.96"),
            (Score::won_by_bases(25), "89.75"),
            (Score::lost_by_bases(0), "-90.00"),
            (Score::won_by_bases(1_500), "80.01"),
        ] {
            assert_eq!(score_text(score), text);
        }
    }

    #[test]
    fn an_error_is_one_quoted_value() {
        let lines = lines(Event::Error("found \"a\""), Settings::default());
        assert_eq!(lines, ["error message=\"found 'a'\""]);
    }
}
