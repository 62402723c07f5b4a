//! Compares the interpreter, generated code and single steps, state by state.

use codegen::Generated;
use model::{Action, Check, ClaimKind, Expanded, Expansion, Log, System};
use program::Compiled;
use std::collections::HashSet;

/// Steps one action at a time, as a system does that knows nothing better.
fn expand_naively(system: &Compiled, states: &[u8], expansion: &mut Expansion) {
    let mut after = vec![0; system.width()];
    for before in states.chunks_exact(system.width()) {
        system.actions(before, &mut |action: Action| {
            after.copy_from_slice(before);
            let stepped = system.step(&mut after, action, &mut Log::off());
            if expansion.attempt(action, stepped) {
                let is_fair = || system.fairness(before, action, &after).is_some();
                expansion.add(&after, action, is_fair);
            }
        });
        if system.is_open(before) {
            expansion.goes_on();
        }
        expansion.end_state();
    }
}

/// Compares what was found in the same states.
fn assert_same(width: usize, left: &Expansion, right: &Expansion, what: &str) {
    assert_eq!(left.expanded().len(), right.expanded().len(), "{what}: number of states");
    let successor = |it: &Expansion, at: usize| it.states()[at * width..(at + 1) * width].to_vec();
    let mut start = 0;
    for (at, (mine, theirs)) in left.expanded().iter().zip(right.expanded()).enumerate() {
        // the interpreter knows nothing of properties before it is asked
        let of_steps =
            |expanded: &Expanded| Expanded { may_violate: true, may_satisfy: true, ..*expanded };
        assert_eq!(of_steps(mine), of_steps(theirs), "{what}: state {at}");
        let range = start..mine.end;
        start = mine.end;
        let steps = left.steps().get(range.clone());
        assert_eq!(steps, right.steps().get(range.clone()), "{what}: steps of state {at}");
        for nth in range {
            let (mine, theirs) = (successor(left, nth), successor(right, nth));
            let step = left.steps().get(nth);
            assert_eq!(mine, theirs, "{what}: a successor of state {at}, {step:?}");
        }
    }
    assert_eq!(left.len(), right.len(), "{what}: number of successors");
}

/// Where generated code says that a state decides nothing, it does not.
fn assert_judged(interpreter: &dyn System, states: &[u8], expanded: &[Expanded], what: &str) {
    for (at, (state, found)) in states.chunks_exact(interpreter.width()).zip(expanded).enumerate() {
        for (property, claimed) in interpreter.properties().iter().enumerate() {
            let may_decide = match claimed.kind {
                ClaimKind::Always => found.may_violate,
                ClaimKind::Sometimes => found.may_satisfy,
                _ => true,
            };
            let decides = || interpreter.check(property, state).is_some();
            assert!(may_decide || !decides(), "{what}: property {property} of state {at}");
        }
    }
}

/// Searches up to so many states, and compares everything on the way. Returns how many there were.
pub fn compare(interpreter: &Compiled, generated: &Generated, max: usize, what: &str) -> usize {
    let width = interpreter.width();
    let mut visited = HashSet::new();
    let mut states = interpreter.initial();
    visited.insert(states.clone());
    let mut next = 0;
    // of all sizes, also larger than a module takes at once
    let mut sizes = [1, 3, 64, 700].into_iter().cycle();
    while next < states.len() && visited.len() < max {
        let size = sizes.next().unwrap();
        let batch = states[next..states.len().min(next + size * width)].to_vec();
        next += batch.len();
        let mut all = [true, false].map(|records| {
            let mut mine = Expansion::new(records);
            let mut theirs = Expansion::new(records);
            interpreter.expand(&batch, &mut mine);
            generated.expand(&batch, &mut theirs);
            assert_same(width, &mine, &theirs, what);
            assert_judged(interpreter, &batch, theirs.expanded(), what);
            mine
        });
        let mut single = Expansion::new(true);
        expand_naively(interpreter, &batch, &mut single);
        assert_same(width, &all[0], &single, &format!("{what}, one action at a time"));
        let some = all[0].states();
        compare_checks(interpreter, generated, &some[..some.len().min(max * width)], what);
        for state in all[0].states().chunks_exact(width) {
            if visited.insert(state.to_vec()) {
                states.extend_from_slice(state);
            }
        }
        all[0].clear(true);
    }
    states.truncate(max * width);
    compare_checks(interpreter, generated, &states, what);
    visited.len()
}

fn compare_checks(interpreter: &dyn System, generated: &Generated, states: &[u8], what: &str) {
    let checks: Vec<Check> = (0..interpreter.properties().len())
        .filter(|&it| {
            let kind = interpreter.properties()[it].kind;
            matches!(
                kind,
                ClaimKind::Always | ClaimKind::Sometimes | ClaimKind::Most | ClaimKind::Least
            )
        })
        .map(|property| Check { property, witness: None })
        .collect();
    let (mut mine, mut theirs) = (checks.clone(), checks);
    interpreter.check_states(states, &mut mine);
    generated.check_states(states, &mut theirs);
    assert_eq!(mine, theirs, "{what}: properties");
    let all = interpreter.properties().iter().enumerate();
    for (property, _) in all.filter(|(_, it)| it.kind.is_awaited()) {
        let count = states.len() / interpreter.width();
        let (mut mine, mut theirs) = (vec![1; count], vec![2; count]);
        interpreter.waiting(property, states, &mut mine);
        generated.waiting(property, states, &mut theirs);
        assert_eq!(mine, theirs, "{what}: who waits by property {property}");
    }
}
