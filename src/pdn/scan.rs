//! Where comments and variations end, and where to go on when they do not.

/// What became of the search for the end of a comment or a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// Its closing bracket has this offset.
    Closed(usize),
    /// It was never closed, and the next game begins at this offset.
    Unclosed(usize),
    /// The text ends before it is clear.
    Open,
}

/// The end of a comment whose opening brace stands before `text`.
///
/// A brace that was never closed must not swallow the games that follow: one that is opened after the tags of another
/// game shows that.
pub(super) fn comment(text: &str) -> Scan {
    let mut searched = 0;
    for (at, brace) in text.match_indices(['{', '}']) {
        if brace == "}" {
            return Scan::Closed(at);
        }
        if let Some(start) = text.get(searched..at).and_then(tag_line) {
            return Scan::Unclosed(searched + start);
        }
        searched = at;
    }
    Scan::Open
}

/// The end of a variation whose opening parenthesis stands before `text`. Variations may hold others and comments.
pub(super) fn variation(text: &str) -> Scan {
    let (mut depth, mut searched) = (0_usize, 0);
    loop {
        let rest = text.get(searched..).unwrap_or_default();
        let bracket = rest.find(['(', ')', '{']);
        if let Some(start) = tag_line(rest.get(..bracket.unwrap_or(rest.len())).unwrap_or_default()) {
            return Scan::Unclosed(searched + start);
        }
        let Some(at) = bracket else { return Scan::Open };
        let after = searched + at + 1;
        match rest.as_bytes().get(at) {
            Some(b'(') => depth += 1,
            Some(b')') if depth == 0 => return Scan::Closed(after - 1),
            Some(b')') => depth -= 1,
            _ => match comment(text.get(after..).unwrap_or_default()) {
                Scan::Closed(end) => {
                    searched = after + end + 1;
                    continue;
                }
                Scan::Unclosed(start) => return Scan::Unclosed(after + start),
                Scan::Open => return Scan::Open,
            },
        }
        searched = after;
    }
}

/// Where the first line begins that looks like a tag.
pub(super) fn tag_line(text: &str) -> Option<usize> {
    text.match_indices("\n[").map(|(at, _)| at + 1).find(|&at| {
        let after = text.get(at + 1..).unwrap_or_default();
        let name = after.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(0);
        name > 0
            && after.get(name..).is_some_and(|rest| rest.trim_start_matches(' ').starts_with(['"', '“', '”']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_at_its_first_closing_brace() {
        assert_eq!(comment("a} b}"), Scan::Closed(1));
        assert_eq!(comment("a { b } c }"), Scan::Closed(6));
        assert_eq!(comment("a\n[Event \"x\"]\n}"), Scan::Closed(14));
        assert_eq!(comment("a"), Scan::Open);
    }

    #[test]
    fn a_comment_without_end_ends_before_the_next_game() {
        assert_eq!(comment("a\n\n[Event \"x\"]\n\n1. c3-d4 {b} *"), Scan::Unclosed(3));
        assert_eq!(comment("a [%clk 1] {\n[Event \"x\"] {"), Scan::Unclosed(13));
    }

    #[test]
    fn variations_nest_and_their_comments_may_hold_brackets() {
        assert_eq!(variation("a (b) c (d (e))) f"), Scan::Closed(15));
        assert_eq!(variation("a {:-)} b) c"), Scan::Closed(9));
        assert_eq!(variation("a (b) c"), Scan::Open);
        assert_eq!(variation("a\n[Event \"x\"]\n(b)) c"), Scan::Unclosed(2));
        assert_eq!(variation("a {b\n[Event \"x\"]\n{"), Scan::Unclosed(5));
    }
}
