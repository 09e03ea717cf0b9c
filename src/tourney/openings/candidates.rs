//! The positions that may become openings: all that can arise within some plies, in an order that spreads over the
//! first moves however early one stops.

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use crate::position::{Move, Position};
use crate::random::Random;
use crate::rules::Rules;

/// A position, and a way to it from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate<R: Rules> {
    pub(super) moves: Vec<Move>,
    pub(super) position: Position<R>,
}

/// The candidates that begin with the same two plies, the next one in front.
pub(super) type Group<R> = VecDeque<Candidate<R>>;

/// Each position without a capture at hand that can arise within these plies, once: the one seen from the other side,
/// which is the same for the players, does not count again. The groups come in turns from each first move.
pub(super) fn candidates<R: Rules>(plies: &RangeInclusive<usize>, seed: u64) -> Vec<Group<R>> {
    let mut random = Random::new(seed);
    let quiet = |candidate: &Candidate<R>| {
        let moves = candidate.position.legal_moves();
        moves.first().is_some_and(|mv| !mv.is_capture())
    };
    let mut found = reachable(plies, &mut random);
    found.retain(quiet);
    let by_first_move = split(found, 0, &mut random).into_iter();
    let groups: Vec<Vec<Group<R>>> = by_first_move
        .map(|all| {
            let groups = split(all, 1, &mut random);
            groups.into_iter().map(|group| spread(group, 2, &mut random).into()).collect()
        })
        .collect();
    in_turns(groups)
}

/// All positions that can arise within these plies. Of several ways to one of them chance chooses, but only among the
/// shortest.
fn reachable<R: Rules>(plies: &RangeInclusive<usize>, random: &mut Random) -> Vec<Candidate<R>> {
    let start = Candidate { moves: Vec::new(), position: Position::<R>::start() };
    let mut seen = HashSet::from([start.position]);
    let (mut level, mut all) = (vec![start], Vec::new());
    for ply in 1..=*plies.end() {
        random.shuffle(&mut level);
        let mut next = Vec::new();
        for parent in &level {
            for mv in sorted_moves(&parent.position) {
                let position = parent.position.after(mv);
                if !seen.contains(&position.flipped()) && seen.insert(position) {
                    let moves = parent.moves.iter().copied().chain([mv]).collect();
                    next.push(Candidate { moves, position });
                }
            }
        }
        if plies.contains(&ply) {
            all.extend(next.iter().cloned());
        }
        level = next;
    }
    all
}

/// The legal moves in an order that does not depend on how they are found.
fn sorted_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_key(|&mv| sort_key(mv));
    moves
}

const fn sort_key(mv: Move) -> (usize, usize, u64) {
    (mv.from.index(), mv.to.index(), mv.captured.0)
}

/// Divides candidates by their move after so many plies, in random order; those that have none are one part.
fn split<R: Rules>(
    mut candidates: Vec<Candidate<R>>,
    ply: usize,
    random: &mut Random,
) -> Vec<Vec<Candidate<R>>> {
    let key = |candidate: &Candidate<R>| candidate.moves.get(ply).map(|&mv| sort_key(mv));
    candidates.sort_by_key(key);
    let parts = candidates.chunk_by(|one, other| key(one) == key(other));
    let mut parts: Vec<_> = parts.map(<[_]>::to_vec).collect();
    random.shuffle(&mut parts);
    parts
}

/// Puts candidates that share so many plies into an order of which every beginning is spread over the moves that
/// follow, and over the plies at which they end.
fn spread<R: Rules>(candidates: Vec<Candidate<R>>, ply: usize, random: &mut Random) -> Vec<Candidate<R>> {
    if candidates.len() < 2 {
        return candidates;
    }
    let parts = split(candidates, ply, random).into_iter();
    in_turns(parts.map(|part| spread(part, ply + 1, random)).collect())
}

/// One of each list, then a second one of each, and so on.
fn in_turns<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    while !lists.is_empty() {
        lists.retain_mut(|list| match list.next() {
            Some(item) => {
                all.push(item);
                true
            }
            None => false,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;

    fn all(plies: RangeInclusive<usize>, seed: u64) -> Vec<Candidate<Russian>> {
        candidates(&plies, seed).into_iter().flatten().collect()
    }

    #[test]
    fn each_position_comes_once_quiet_and_by_legal_moves() {
        let all = all(2..=5, 7);
        let mut seen = HashSet::new();
        for Candidate { moves, position } in &all {
            assert!((2..=5).contains(&moves.len()));
            let reached = moves.iter().fold(Position::<Russian>::start(), |position, mv| {
                assert!(position.legal_moves().contains(mv));
                position.after(*mv)
            });
            assert_eq!(reached, *position);
            assert!(position.legal_moves().iter().all(|mv| !mv.is_capture()));
            assert!(!seen.contains(&position.flipped()) && seen.insert(*position));
        }
        assert!(all.len() > 1000, "{}", all.len());
    }

    #[test]
    fn the_seed_decides_on_the_order_and_not_on_the_positions() {
        let set = |seed| all(2..=4, seed).iter().map(|candidate| candidate.position).collect::<HashSet<_>>();
        assert_eq!(all(2..=4, 1), all(2..=4, 1));
        assert_ne!(all(2..=4, 1), all(2..=4, 2));
        assert_eq!(set(1), set(2));
    }

    #[test]
    fn groups_share_two_plies_and_come_in_turns() {
        let groups = candidates::<Russian>(&(2..=4), 3);
        let beginning =
            |candidate: &Candidate<Russian>, plies| candidate.moves.iter().take(plies).copied().collect();
        for group in &groups {
            let beginnings: HashSet<Vec<Move>> =
                group.iter().map(|candidate| beginning(candidate, 2)).collect();
            assert_eq!(beginnings.len(), 1);
        }
        let first_moves: HashSet<Vec<Move>> =
            groups.iter().take(7).flatten().map(|candidate| beginning(candidate, 1)).collect();
        assert_eq!(first_moves.len(), 7, "White has seven first moves");
    }

    #[test]
    fn the_only_ply_may_be_the_first() {
        assert_eq!(all(1..=1, 0).len(), 7);
    }
}
