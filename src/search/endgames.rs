//! The endgame bases in a search: what they know of its nodes and of the moves at its root.

use super::node::Node;
use super::{Line, MAX_PLY, Score};
use crate::bases::{Bases, Conversion, Kind, NEAR, Standing, Value, Verdict};
use crate::eval::Evaluated;
use crate::position::{Key, Move};

/// The bases of a search.
pub(super) struct Endgames<'a, R: Evaluated> {
    bases: Option<&'a Bases<R>>,
    /// The most pieces of which the bases are asked.
    pieces: u32,
    /// Whether the root is one of the positions that they know. Then those with the same pieces are searched, so that
    /// what brings the next capture or crowning nearer is found out; all of them have the same value.
    knows_root: bool,
    /// The moves of the root that are worth searching, with what is known of them.
    pub(super) root_moves: Vec<(Move, Option<Known>)>,
    /// Whether these are not all legal moves.
    pub(super) leaves_moves_out: bool,
    /// The root's moves with the lines to the end of the game, the best first, if all that is known.
    pub(super) solution: Option<Vec<(Score, Line)>>,
}

/// The rank of a move that is certain to win.
const CERTAIN: i32 = 2;

/// The score of a move at the root, as the bases know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) score: Score,
    /// Whether its plies are those to the end of the game. Those that a search finds end at the next conversion.
    pub(super) is_to_the_end: bool,
}

/// What the bases know of a move at the root.
#[derive(Clone, Copy)]
struct Judged {
    mv: Move,
    /// 2 won, 1 won unless the draw rules come before, 0 drawn, -1 and -2 the same for lost.
    rank: i32,
    /// The plies to the end of the game after the move, without draw rules.
    distance: Option<u16>,
    /// The plies to the next conversion after the move, as far as they are told apart.
    conversion: u16,
}

impl<'a, R: Evaluated> Endgames<'a, R> {
    /// Asks the bases about the root. `wanted` are the moves to look at, all if empty; with several best lines wanted,
    /// no move is left out.
    pub(super) fn new(
        bases: Option<&'a Bases<R>>,
        pieces: u32,
        (root, path): (&Node<R>, &[Key]),
        wanted: &[Move],
        lines: usize,
    ) -> Self {
        let legal = root.position.legal_moves();
        let all = legal.len();
        let moves: Vec<Move> =
            legal.into_iter().filter(|mv| wanted.is_empty() || wanted.contains(mv)).collect();
        let mut endgames = Self {
            bases,
            pieces,
            knows_root: false,
            root_moves: Vec::new(),
            leaves_moves_out: false,
            solution: None,
        };
        let judged: Option<Vec<Judged>> = moves.iter().map(|&mv| endgames.judge(root, path, mv)).collect();
        match judged {
            Some(judged) if !judged.is_empty() => endgames.take(root, judged, lines),
            _ => endgames.root_moves = moves.into_iter().map(|mv| (mv, None)).collect(),
        }
        endgames.leaves_moves_out = endgames.root_moves.len() < all;
        endgames
    }

    /// What the bases know for certain of a quiet position that has a move.
    #[inline]
    pub(super) fn score(&self, node: &Node<R>) -> Option<Score> {
        let bases = self.bases?;
        if node.position.occupied().count() > self.pieces || (self.knows_root && !node.is_converted()) {
            return None;
        }
        match bases.verdict(&node.position, node.counters()) {
            Verdict::Unknown => None,
            Verdict::Draw => Some(Score::DRAW),
            Verdict::Win => Some(Score::won_by_bases(node.ply)),
            Verdict::Loss => Some(Score::lost_by_bases(node.ply)),
        }
    }

    /// What is known of a move of the root; `None` when it leads out of the bases.
    fn judge(&self, root: &Node<R>, path: &[Key], mv: Move) -> Option<Judged> {
        let bases = self.bases?;
        if root.position.occupied().count() > self.pieces.min(bases.most_pieces(Kind::Outcomes).into()) {
            return None;
        }
        let child = root.after(mv);
        let position = &child.position;
        let judged = |rank, distance, conversion| Some(Judged { mv, rank, distance, conversion });
        if !position.has_legal_move() {
            let rank = if Score::without_moves::<R>(0).is_loss() { CERTAIN } else { -CERTAIN };
            return judged(rank, Some(0), 0);
        }
        // Once more is no draw yet; a search would see it as one, since it could be had again.
        let is_third_time = path.iter().filter(|&&key| key == child.key).count() >= 2;
        if child.is_drawn_by_count() || is_third_time {
            return judged(0, None, 0);
        }
        let quiet = !position.has_capture();
        let standing = bases.standing(position)?;
        let rank = match (bases.verdict_after_captures(position, child.counters()), standing.without_doubt())
        {
            (Verdict::Win, _) => -2,
            (Verdict::Loss, _) => 2,
            (Verdict::Draw, _) | (Verdict::Unknown, Standing::Draw) => 0,
            (Verdict::Unknown, Standing::Win | Standing::DoubtfulWin) => -1,
            (Verdict::Unknown, Standing::Loss | Standing::DoubtfulLoss) => 1,
        };
        let conversion = if quiet && child.is_converted() {
            0
        } else if quiet {
            let on_road = child.counters().map_or(0, |counters| counters.main_road_plies());
            bases.conversion_of_quiet(position, on_road).and_then(Conversion::enough).unwrap_or(u16::MAX)
        } else {
            1
        };
        judged(rank, bases.distance(position).map(Value::plies), conversion)
    }

    /// Chooses among the moves of a root of which everything is known.
    fn take(&mut self, root: &Node<R>, mut judged: Vec<Judged>, lines: usize) {
        self.knows_root = true;
        let best = judged.iter().map(|judged| judged.rank).max().unwrap_or_default();
        let solved = judged.iter().all(|judged| judged.rank == 0 || judged.distance.is_some());
        if solved && best.abs() == CERTAIN {
            self.solution = Some(self.solve(root, &mut judged));
        }
        if lines == 1 {
            judged.retain(|judged| judged.rank == best);
            if best > 0 {
                // A conversion that the search would not see must come nearer with each move.
                let nearest = judged.iter().map(|judged| judged.conversion).min().unwrap_or_default();
                judged.retain(|judged| judged.conversion <= nearest.max(NEAR));
            }
        }
        judged.sort_by_key(|judged| -judged.rank);
        self.root_moves = judged.iter().map(|judged| (judged.mv, known(judged))).collect();
    }

    /// All moves in the order of their worth, with lines to the end.
    fn solve(&self, root: &Node<R>, judged: &mut [Judged]) -> Vec<(Score, Line)> {
        judged.sort_by_key(|judged| {
            let distance = i32::from(judged.distance.unwrap_or_default());
            (-judged.rank, if judged.rank > 0 { distance } else { -distance })
        });
        let with_line = |judged: &Judged| {
            let score = known(judged).map_or(Score::DRAW, |known| known.score);
            (score, self.line(root, judged))
        };
        judged.iter().map(with_line).collect()
    }

    /// The line of a move that is won or lost, with the best moves of both sides after it.
    fn line(&self, root: &Node<R>, judged: &Judged) -> Line {
        let mut line = Line::of(judged.mv);
        let mut position = root.position.after(judged.mv);
        let Some(bases) = self.bases.filter(|_| judged.rank != 0) else { return line };
        for _ in 0..MAX_PLY {
            let values = position
                .legal_moves()
                .into_iter()
                .map(|mv| (mv, bases.distance(&position.after(mv)).map(|value| value.before_move().worth())));
            let Some((mv, _)) = values.max_by_key(|&(_, worth)| worth) else { break };
            line.push(mv);
            position = position.after(mv);
        }
        line
    }
}

/// The score of a move at the root, if it is certain.
fn known(judged: &Judged) -> Option<Known> {
    let plies = judged.distance.unwrap_or(judged.conversion).saturating_add(1).into();
    let score = match judged.rank {
        2 => Score::won_by_bases(plies),
        -2 => Score::lost_by_bases(plies),
        0 => Score::DRAW,
        _ => return None,
    };
    Some(Known { score, is_to_the_end: judged.distance.is_some() && judged.rank != 0 })
}
