//! Minimal sets of any upward closed family.

use fences::{Answer, Known, Outcome, Set, minimal};

/// Searches as long as there is something to ask, and it is answered.
fn ask<R: Clone>(count: usize, search: impl Fn(&Set) -> Option<Outcome<R>>) -> Answer<R> {
    let mut known = Known::new();
    loop {
        let (answer, next) = minimal(count, &known);
        let Some((set, outcome)) = next.and_then(|set| Some((set.clone(), search(&set)?))) else {
            return answer;
        };
        known.insert(set, outcome);
    }
}

/// The members of a number as a set.
fn set(bits: usize) -> Set {
    (0..8).filter(|at| bits >> at & 1 == 1).collect()
}

/// What suffices is what contains one of some sets; a failure needs all that is missing, or a part of it.
fn found(count: usize, sufficient: &[Set], narrow: bool) -> (Vec<Set>, usize, bool) {
    let holds = |chosen: &Set| sufficient.iter().any(|set| set.is_subset(chosen));
    let all: Set = (0..count).collect();
    let answer = ask(count, |chosen| {
        Some(match holds(chosen) {
            true => Outcome::Holds { is_proven: true },
            false => {
                // fences elsewhere leave the run as it is: as many as there can be
                let mut elsewhere = chosen.clone();
                for at in all.iter().filter(|_| narrow) {
                    elsewhere.insert(*at);
                    if holds(&elsewhere) {
                        elsewhere.remove(at);
                    }
                }
                Outcome::Fails { run: (), needs: all.difference(&elsewhere).copied().collect() }
            }
        })
    });
    for found in &answer.sets {
        assert!(found.is_proven && found.without.values().all(Option::is_some));
        assert!(found.without.keys().eq(&found.places));
    }
    let sets = answer.sets.into_iter().map(|set| set.places).collect();
    (sets, answer.searches, answer.hopeless.is_some())
}

#[test]
fn all_minimal_sets_are_found_and_no_others() {
    let count = 4;
    // each family that two sets make
    for (one, other) in (0..16).flat_map(|one| (one..16).map(move |other| (one, other))) {
        let family = [set(one), set(other)];
        let is_minimal =
            |set: &&Set| !family.iter().any(|smaller| smaller != *set && smaller.is_subset(set));
        let mut known: Vec<Set> = family.iter().filter(is_minimal).cloned().collect();
        known.dedup();
        known.sort();
        for narrow in [false, true] {
            let (mut sets, searches, is_hopeless) = found(count, &family, narrow);
            assert!(sets.is_sorted_by_key(Set::len), "{sets:?}");
            sets.sort();
            assert_eq!((&sets, is_hopeless), (&known, false), "{family:?}");
            assert!(searches <= 16);
        }
    }
}

#[test]
fn failures_save_searches() {
    let family = [set(0b1010_0000)];
    let (_, searches, _) = found(8, &family, true);
    assert!(searches < 10, "{searches} of 256");
}

#[test]
fn where_nothing_suffices_that_is_said() {
    let (sets, _, is_hopeless) = found(3, &[], true);
    assert!(sets.is_empty() && is_hopeless);
}

#[test]
fn needs_that_are_too_narrow_do_no_harm() {
    // a failure names the wrong place, and what is found is still less than that
    let answer = ask(2, |chosen| {
        Some(match chosen.contains(&1) {
            true => Outcome::Holds { is_proven: true },
            false => {
                Outcome::Fails { run: (), needs: if chosen.is_empty() { set(1) } else { set(0) } }
            }
        })
    });
    let sets: Vec<Set> = answer.sets.into_iter().map(|set| set.places).collect();
    assert_eq!(sets, [set(0b10)]);
}

#[test]
fn a_bound_proves_nothing() {
    let answer = ask(1, |chosen| {
        Some(match chosen.is_empty() {
            true => Outcome::Fails { run: (), needs: set(1) },
            false => Outcome::Holds { is_proven: false },
        })
    });
    assert!(answer.is_complete && !answer.sets[0].is_proven);
}

#[test]
fn what_was_known_stays_when_somebody_ends_the_search() {
    let one_of_two = |chosen: &Set| match chosen.is_empty() {
        true => Outcome::Fails { run: (), needs: set(0b11) },
        false => Outcome::Holds { is_proven: true },
    };
    let answer = ask(2, |chosen| Some(one_of_two(chosen)));
    assert!(answer.is_complete && answer.sets.len() == 2 && answer.searches == 3);
    let answer = ask(2, |chosen| (!chosen.contains(&1)).then(|| one_of_two(chosen)));
    assert!(!answer.is_complete && answer.sets.len() == 1);
}
