//! Minimal sets of any upward closed family.

use fences::{Outcome, Set, Stop, minimal};
use std::convert::Infallible;

/// The members of a number as a set.
fn set(bits: usize) -> Set {
    (0..8).filter(|at| bits >> at & 1 == 1).collect()
}

/// What suffices is what contains one of some sets; a failure needs all that is missing, or a part of it.
fn found(count: usize, sufficient: &[Set], narrow: bool) -> (Vec<Set>, usize, bool) {
    let holds = |chosen: &Set| sufficient.iter().any(|it| it.is_subset(chosen));
    let all: Set = (0..count).collect();
    let answer = minimal(count, |chosen| {
        Ok::<_, Stop<Infallible>>(match holds(chosen) {
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
    let Ok(answer) = answer;
    for found in &answer.sets {
        assert!(found.is_proven && found.without.values().all(Option::is_some));
        assert!(found.without.keys().eq(&found.places));
    }
    let sets = answer.sets.into_iter().map(|it| it.places).collect();
    (sets, answer.searches, answer.hopeless.is_some())
}

#[test]
fn all_minimal_sets_are_found_and_no_others() {
    let count = 4;
    // each family that two sets make
    for (one, other) in (0..16).flat_map(|one| (one..16).map(move |other| (one, other))) {
        let family = [set(one), set(other)];
        let is_minimal =
            |it: &&Set| !family.iter().any(|smaller| smaller != *it && smaller.is_subset(it));
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
    let answer = minimal(2, |chosen| {
        Ok::<_, Stop<Infallible>>(match chosen.contains(&1) {
            true => Outcome::Holds { is_proven: true },
            false => {
                Outcome::Fails { run: (), needs: if chosen.is_empty() { set(1) } else { set(0) } }
            }
        })
    });
    let Ok(answer) = answer;
    let sets: Vec<Set> = answer.sets.into_iter().map(|it| it.places).collect();
    assert_eq!(sets, [set(0b10)]);
}

#[test]
fn a_bound_proves_nothing() {
    let answer = minimal(1, |chosen| {
        Ok::<_, Stop<Infallible>>(match chosen.is_empty() {
            true => Outcome::Fails { run: (), needs: set(1) },
            false => Outcome::Holds { is_proven: false },
        })
    });
    let Ok(answer) = answer;
    assert!(answer.is_complete && !answer.sets[0].is_proven);
}

#[test]
fn what_was_known_stays_when_somebody_ends_the_search() {
    let mut searches = 0;
    let answer = minimal(2, |chosen| {
        searches += 1;
        match chosen {
            _ if searches > 4 => Err(Stop::Interrupted),
            chosen if chosen.contains(&0) || chosen.contains(&1) => {
                Ok(Outcome::Holds { is_proven: true })
            }
            _ => Ok::<_, Stop<Infallible>>(Outcome::Fails { run: (), needs: set(0b11) }),
        }
    });
    let Ok(answer) = answer;
    assert!(answer.is_complete && answer.sets.len() == 2);
    let answer = minimal(2, |chosen| match chosen.contains(&1) {
        true => Err::<_, Stop<Infallible>>(Stop::Interrupted),
        false if chosen.is_empty() => Ok(Outcome::Fails { run: (), needs: set(0b11) }),
        false => Ok(Outcome::Holds { is_proven: true }),
    });
    let Ok(answer) = answer;
    assert!(!answer.is_complete && answer.sets.len() == 1);
}
