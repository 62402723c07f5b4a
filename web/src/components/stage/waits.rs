//! Who waits for whom, and what an arrow that says so looks like.

use super::geometry::{Arrow, Point, point};
use super::parts;
use catalog::{Moment, Possible};
use yew::prelude::*;

/// Who waits for whom.
pub fn pairs(moment: &Moment) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for it in moment.next.iter().filter(|it| it.possible == Possible::Waits) {
        let Some(from) = it.process else { continue };
        for &to in it.waits_for.iter().filter(|to| **to != from) {
            pairs.push((usize::from(from), usize::from(to)));
        }
    }
    pairs
}

/// Whether a pair is part of a circle of those who wait for each other.
pub fn closes(pairs: &[(usize, usize)], (from, to): (usize, usize)) -> bool {
    let mut reached = vec![to];
    let mut at = 0;
    while at < reached.len() && !reached.contains(&from) {
        let next = pairs.iter().filter(|it| it.0 == reached[at]).map(|it| it.1);
        reached.extend(next.filter(|it| !reached.contains(it)).collect::<Vec<_>>());
        at += 1;
    }
    reached.contains(&from)
}

/// What a dashed arrow means.
pub fn legend(at: Point) -> Html {
    let sample = Arrow::straight(at, point(at.x + 24.0, at.y));
    html! {
        <g class="legend">
            { parts::arrow(&sample, classes!("is-wait")) }
            { parts::words(point(at.x + 28.0, at.y), "status", "start", "waits for") }
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_has_all_those_in_it_and_no_others() {
        let pairs = [(0, 1), (1, 2), (2, 1), (3, 0)];
        let closing: Vec<_> = pairs.iter().filter(|it| closes(&pairs, **it)).collect();
        assert_eq!(closing, [&(1, 2), &(2, 1)]);
        assert!([(0, 1), (1, 2), (2, 0)].iter().all(|it| closes(&[(0, 1), (1, 2), (2, 0)], *it)));
        assert!(!closes(&pairs[..2], (0, 1)));
    }
}
