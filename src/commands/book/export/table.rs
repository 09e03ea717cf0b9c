//! A book as lines of text.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::super::super::score;
use super::super::source::fen;
use crate::book::{Book, Code, Games};
use crate::rules::Rules;

/// Writes all positions of a book, those of games and beginnings among them that were not searched; how many there are.
pub(super) fn write<R: Rules>(book: &Book<R>, output: &mut impl Write) -> io::Result<usize> {
    writeln!(output, "fen\tvalue\tscore\tdepth\tnodes\tstate\tgames\twon\tdrawn\tlost")?;
    let searched = book.entries().map(|(code, _)| code);
    let played = book.played().map(|(code, _)| code);
    let codes: BTreeSet<Code> = searched.chain(played).chain(book.roots()).collect();
    for &code in &codes {
        let known = book.find(code).map_or_else(
            || "-\t-\t-\t-\tunsearched".to_owned(),
            |entry| {
                let (value, score) = (score::short(entry.value), score::short(entry.score));
                let effort = book.efforts().get(usize::from(entry.effort));
                let nodes = effort.map_or_else(|| "-".to_owned(), |effort| effort.nodes.to_string());
                let state = if entry.is_expanded { "expanded" } else { "searched" };
                format!("{value}\t{score}\t{}\t{nodes}\t{state}", entry.depth)
            },
        );
        let games = book.games(code);
        let Games { won, drawn, lost, .. } = games;
        writeln!(output, "{}\t{known}\t{}\t{won}\t{drawn}\t{lost}", fen::<R>(code), games.count())?;
    }
    Ok(codes.len())
}
