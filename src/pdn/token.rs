//! The tokens of PDN. Each parser takes one off the front of the text; none fails on anything but the end of it.

use winnow::Result;
use winnow::ascii::digit1;
use winnow::combinator::{alt, delimited, dispatch, opt, peek, preceded, repeat, repeat_till};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{any, none_of, one_of, take_till, take_while};

use super::scan::{self, Scan};
use super::tags::Tag;

/// A piece of PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A tag.
    Tag(Tag),
    /// A tag whose value has no quotation marks around it.
    BareTag(Tag),
    /// What begins like a tag and is none.
    NoTag(&'a str),
    /// A comment, without its braces.
    Comment(&'a str),
    /// A variation, without its parentheses.
    Variation(&'a str),
    /// A comment or a variation that has no end; the bracket that opens it. What it holds is passed over.
    Unclosed {
        /// The bracket.
        bracket: char,
        /// Whether more text could still close it.
        open: bool,
    },
    /// `$` and a number.
    Nag(u16),
    /// A position in mid-game, `/FEN "…"/`.
    Setup(&'a str),
    /// A mark such as `!?` in parentheses, with them.
    Mark(&'a str),
    /// A bracket or quotation mark that belongs to nothing.
    Stray(char),
    /// Anything else: a move, its number, a mark, a result.
    Word(&'a str),
}

type Parsed<T> = Result<T, EmptyError>;

/// Passes over blanks and lines that are comments: those that begin with `%`.
pub(super) fn gap(input: &mut &str) {
    let comment = ('%', take_till(0.., '\n')).void();
    let mut parser = repeat(0.., alt((take_while(1.., is_blank).void(), comment)));
    let _: Parsed<()> = parser.parse_next(input);
}

/// Takes one token; `None` at the end of the text. What stands before it must have been passed over by [`gap`].
pub(super) fn token<'a>(input: &mut &'a str) -> Option<Token<'a>> {
    let parsed: Parsed<Token<'a>> = dispatch! { peek(any);
        '[' => alt((command, tag, no_tag)),
        '{' => comment,
        ';' => preceded(';', take_till(0.., '\n')).map(Token::Comment),
        '(' => alt((mark, variation)),
        '$' => alt((nag, stray)),
        '/' => alt((setup, word)),
        ')' | '}' | ']' | '"' => stray,
        _ => word,
    }
    .parse_next(input);
    parsed.ok()
}

/// White space, also of word processors, and marks of byte order.
pub(super) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}' | '\u{1a}' | '\0')
}

/// A quotation mark of any kind.
pub(super) const fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '“' | '”' | '„' | '«' | '»')
}

fn is_of_word(letter: char) -> bool {
    !is_blank(letter) && !matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$' | '"')
}

fn blanks<'a>(input: &mut &'a str) -> Parsed<&'a str> {
    take_while(0.., |letter| letter != '\n' && is_blank(letter)).parse_next(input)
}

fn tag<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    let name = take_while(1.., |letter: char| letter.is_alphanumeric() || letter == '_');
    let name = preceded(('[', blanks), name);
    let quoted = preceded((blanks, one_of(is_quote)), alt((value, plain_value))).map(|value| (value, true));
    let bare = (one_of(is_blank), take_while(1.., |letter| letter != ']' && letter != '\n'), ']')
        .map(|(_, value, _): (_, &str, _)| (value.trim().trim_matches(is_quote).to_owned(), false));
    let (name, (value, is_quoted)): (&str, _) = (name, alt((quoted, bare))).parse_next(input)?;
    let tag = Tag { name: name.to_owned(), value };
    Ok(if is_quoted { Token::Tag(tag) } else { Token::BareTag(tag) })
}

/// The end of a value: only a quotation mark with the bracket behind it, since many a value has more of them.
fn end_of_value(input: &mut &str) -> Parsed<()> {
    (one_of(is_quote), blanks, ']').void().parse_next(input)
}

/// A value in which `\"` and `\\` stand for `"` and `\`.
fn value(input: &mut &str) -> Parsed<String> {
    let escaped = preceded('\\', one_of(['"', '\\']));
    repeat_till(0.., alt((escaped, none_of('\n'))), end_of_value).map(|(value, ())| value).parse_next(input)
}

/// A value that ends with a backslash.
fn plain_value(input: &mut &str) -> Parsed<String> {
    repeat_till(0.., none_of('\n'), end_of_value).map(|(value, ())| value).parse_next(input)
}

/// A command such as `[%clk 0:01]` that stands outside a comment, which it is taken for.
fn command<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    ("[%", take_till(0.., [']', '\n']), ']').take().map(Token::Comment).parse_next(input)
}

/// What is no tag, up to its bracket or the end of the line.
fn no_tag<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    ('[', take_till(0.., [']', '\n']), opt(']')).take().map(Token::NoTag).parse_next(input)
}

fn comment<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    bracketed('{', scan::comment, Token::Comment).parse_next(input)
}

fn variation<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    bracketed('(', scan::variation, Token::Variation).parse_next(input)
}

/// What stands between brackets, whose closing one `scan` finds.
fn bracketed<'a>(
    bracket: char,
    scan: fn(&str) -> Scan,
    token: fn(&'a str) -> Token<'a>,
) -> impl Parser<&'a str, Token<'a>, EmptyError> {
    move |input: &mut &'a str| {
        let _ = any.verify(|&first| first == bracket).parse_next(input)?;
        let text = *input;
        let from = |at: usize| text.get(at..).unwrap_or_default();
        let (rest, token) = match scan(text) {
            Scan::Closed(end) => (from(end + 1), token(text.get(..end).unwrap_or_default())),
            Scan::Unclosed(next) => (from(next), Token::Unclosed { bracket, open: false }),
            Scan::Open => {
                let next = scan::tag_line(text).unwrap_or(text.len());
                (from(next), Token::Unclosed { bracket, open: true })
            }
        };
        *input = rest;
        Ok(token)
    }
}

fn nag<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    preceded('$', digit1).try_map(str::parse).map(Token::Nag).parse_next(input)
}

fn setup<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    let fen = delimited(
        one_of(is_quote),
        take_till(1.., |letter| is_quote(letter) || letter == '\n'),
        one_of(is_quote),
    );
    delimited(('/', blanks, "FEN", blanks), fen, (blanks, '/')).map(Token::Setup).parse_next(input)
}

fn mark<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    ('(', blanks, take_while(1.., ['!', '?']), blanks, ')').take().map(Token::Mark).parse_next(input)
}

fn stray<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    any.map(Token::Stray).parse_next(input)
}

fn word<'a>(input: &mut &'a str) -> Parsed<Token<'a>> {
    alt((take_while(1.., is_of_word).map(Token::Word), stray)).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(mut text: &str) -> Vec<Token<'_>> {
        let mut found = Vec::new();
        loop {
            gap(&mut text);
            match token(&mut text) {
                Some(token) => found.push(token),
                None => return found,
            }
        }
    }

    fn tag(name: &str, value: &str) -> Token<'static> {
        Token::Tag(Tag { name: name.to_owned(), value: value.to_owned() })
    }

    #[test]
    fn a_value_ends_where_the_bracket_follows() {
        assert_eq!(tokens(r#"[Event "Cup [group A] round 3"]"#), [tag("Event", "Cup [group A] round 3")]);
        assert_eq!(tokens(r#"[White "a \"quoted\" name" ]"#), [tag("White", "a \"quoted\" name")]);
        assert_eq!(tokens(r#"[White "a "quoted" name"]"#), [tag("White", "a \"quoted\" name")]);
        assert_eq!(tokens(r#"[White "C:\"] 1."#), [tag("White", "C:\\"), Token::Word("1.")]);
        assert_eq!(tokens(r#"[ White "C:\\"][A ""]"#), [tag("White", "C:\\"), tag("A", "")]);
        assert_eq!(tokens("[White “X”]"), [tag("White", "X")]);
    }

    #[test]
    fn what_is_not_quite_a_tag_is_told() {
        let bare = Tag { name: "White".to_owned(), value: "Ivanov".to_owned() };
        assert_eq!(tokens("[White Ivanov]"), [Token::BareTag(bare.clone())]);
        assert_eq!(tokens("[White \"Ivanov]"), [Token::BareTag(bare)]);
        assert_eq!(tokens("[White \n*"), [Token::NoTag("[White "), Token::Word("*")]);
        assert_eq!(tokens("[%clk 0:01]"), [Token::Comment("[%clk 0:01]")]);
    }

    #[test]
    fn comments_variations_and_marks_are_told_apart() {
        use Token::{Comment, Mark, Nag, Stray, Variation, Word};
        assert_eq!(
            tokens("% no\n1.c3-d4!(?) {a (} $7 (b (c) {)}) ; d e\n* )"),
            [
                Word("1.c3-d4!"),
                Mark("(?)"),
                Comment("a ("),
                Nag(7),
                Variation("b (c) {)}"),
                Comment(" d e"),
                Word("*"),
                Stray(')')
            ]
        );
        assert_eq!(tokens("/FEN \"W:W:B\"/ 1/2-1/2"), [Token::Setup("W:W:B"), Word("1/2-1/2")]);
        assert_eq!(tokens("$x"), [Stray('$'), Word("x")]);
        assert_eq!(tokens("{a"), [Token::Unclosed { bracket: '{', open: true }]);
    }
}
