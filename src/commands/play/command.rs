//! What the player can type.

/// A line of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    Undo,
    Hint,
    Moves,
    Board,
    Eval,
    Draw,
    Resign,
    /// Save to this file; whether to overwrite it, whoever made it.
    Save(&'a str, bool),
    Help,
    Quit,
    /// Anything else can only be a move.
    Move(&'a str),
}

/// What the player is told of the commands.
pub(super) const HELP: &str = "\
Type a move: c3-d4, c3:e5, cd4 or 22-18. Of a capture with turns, add the squares in between if it is unclear.
  undo        take back your last move and the engine's
  hint        what the engine would play at full strength
  moves       the legal moves
  board       the board, once more
  eval        what the engine thinks of the position without looking ahead
  draw        offer a draw: it is accepted if the engine sees no advantage for itself
  resign      give up
  save FILE   save the game as PDN (save! overwrites a file that is not this game's)
  quit        leave the game unfinished";

impl<'a> Command<'a> {
    /// Reads a line.
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" => Self::Undo,
            "hint" => Self::Hint,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "eval" => Self::Eval,
            "draw" => Self::Draw,
            "resign" => Self::Resign,
            "save" => Self::Save(rest.trim(), false),
            "save!" => Self::Save(rest.trim(), true),
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => Self::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_any_case_and_the_rest_are_moves() {
        assert_eq!(Command::read(" Undo "), Command::Undo);
        assert_eq!(Command::read("save my game.pdn"), Command::Save("my game.pdn", false));
        assert_eq!(Command::read("save! a"), Command::Save("a", true));
        assert_eq!(Command::read("save"), Command::Save("", false));
        assert_eq!(Command::read("cd4"), Command::Move("cd4"));
        assert_eq!(Command::read(" "), Command::Nothing);
    }
}
