//! The listings that are published.

use crate::agreement::compare;
use crate::executor::Wasmi;
use codegen::Generated;
use model::System;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The most states of one setting.
const STATES: usize = 200;

pub fn each_listing(mut each: impl FnMut(&str, &str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|it| it == "ilv") {
            let name = path.file_stem().unwrap().to_string_lossy();
            each(&name, &fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn listings_agree_in_every_value_of_every_option() {
    let (mut listings, mut settings) = (0, 0);
    each_listing(|name, text| {
        assert!(compare_setting(text, &[], name), "{name} has errors");
        listings += 1;
        for option in listing::options(&listing::parse(text).listing) {
            for value in &option.values[1..] {
                let what = format!("{name}, {} {value}", option.name);
                settings += usize::from(compare_setting(text, &[(&option.name, value)], &what));
            }
        }
    });
    assert!(listings >= 10 && settings >= 50, "{listings} listings, {settings} settings");
}

/// Settings that no program can be made of are not compared.
fn compare_setting(text: &str, options: &[(&str, &str)], what: &str) -> bool {
    let compile = || listing::compile(text, options);
    let (Ok(interpreter), Ok(other)) = (compile(), compile()) else { return false };
    match Generated::new(Arc::new(other), &Wasmi::default()) {
        Ok(generated) => {
            let states = compare(&interpreter, &generated, STATES, what);
            assert_eq!(generated.interpreted(), None, "{what}");
            states > 0
        }
        Err(why) => panic!("{what}: {why}"),
    }
}

/// Also where a message is lost after a step that was against one.
#[test]
fn properties_of_steps_agree() {
    let text = "algorithm A\noption resets: no, yes\nmessage tick\ndefine losses: 1\nshared x: 0..3\nshared \
                a[0..1]: 0..3\nprocess i of 2:\n  own n: 0..3\n  sections remainder, waiting\n  when n < 2 and x < \
                3:\n    x ← x + 1\n    n ← n + 1\n    send tick to all others\n  when n = 2 and resets = yes: x ← 0; \
                n ← 3\n  on tick: a[i] ← x\nalways falls: x′ ≥ x\nnever leaps: all k in 0..1: a[k]′ > a[k] + \
                1\nreachable to zero: a[x mod 2] > 0 and x′ = 0\n";
    assert!(
        compare_setting(text, &[], "grows") && compare_setting(text, &[("resets", "yes")], "falls")
    );
}

/// What cannot be computed speaks against a claim.
#[test]
fn claims_that_cannot_be_computed_agree() {
    let text = "algorithm A\nshared n: 0..3\nshared a[0..1]: 0..3\np i of 2, for ever:\n  outside:\n    \
                n ← 3\n  inside:\n    n ← i\neventually a: a[n] = 2 → n = 2\neventually always b: \
                a[n] = 0\nalways c: a[n] = 2 ⇒ always n < 3\nmost d: a[n]\n";
    assert!(compare_setting(text, &[], "claims that cannot be computed"));
}

/// An index without an element is an error, also where the value is beyond a bound that is meant.
#[test]
fn an_error_at_a_bound_is_an_error() {
    let text = "algorithm A\nshared a[0..1]: 0..2\nlimit a\nprocess i of 1:\n  own n: 0..3\n  go:\n    n ← \
                3\n  store:\n    a[n] ← n\n";
    assert!(compare_setting(text, &[], "a bound and an index"));
}

/// What a step notes of cells that were freed.
#[test]
fn freed_cells_agree() {
    let text = "algorithm A\noption memory: sequential, tso\npool node of 2: val: 0..3\nshared top: none | node\nowner:\n  own \
                n: none | node\n  run:\n    n ← new node\n    n.val ← 3\n    top ← n\n    top ← none\n    free n\nreader:\n  own m: none | node\n  own v: 0..3\n  run:\n    m ← top\n    if m ≠ none: v ← m.val\nnever a freed \
                cell is touched\n";
    for memory in ["sequential", "tso"] {
        assert!(compare_setting(text, &[("memory", memory)], memory));
    }
}

/// Fences that order writes, and what a crash loses of both.
#[test]
fn store_fences_and_lost_writes_agree() {
    let text = "algorithm A\noption memory: pso, tso\noption buffer: 3, 1, 2\noption pending: lost, arrive\ndefine crashes: \
                1\nshared flag[process]: bool\nshared turn: none | 0..1\nshared x: 0..2\nprocess i of 2, 2 times:\n  own n: \
                0..2\n  going:\n    flag[i] ← true\n    x ← n\n    fence stores\n    turn ← i\n    flag[1 − i] ← false\n    fence \
                stores\n    n ← x\n    if n = 1: fence stores\n    x ← 1 + i\n  on crash:\n    atomic: x ← 0\n    \
                restart\nalways kept: pending(0) + pending(1) < 6\nreachable apart: some i: seen(i, turn) = i and turn = none and \
                flag[i]\nnever lost: x = 2 and turn = none\nat end drained: all i: pending(i) = 0\n";
    for memory in ["tso", "pso"] {
        for (buffer, pending) in [("1", "lost"), ("2", "lost"), ("2", "arrive"), ("3", "lost")] {
            let setting = [("memory", memory), ("buffer", buffer), ("pending", pending)];
            assert!(compare_setting(text, &setting, &format!("{setting:?}")));
        }
    }
}

/// Writes that are pending: each a step that is nobody's.
#[test]
fn store_buffers_agree() {
    let text = "algorithm A\noption memory: tso, pso\noption buffer: 2, 1, 3\nrecord pair(l: 0..2, r: 0..2)\nshared \
                flag[process]: bool\nshared turn: none | 0..1\nshared p[0..1]: pair\nprocess i of 2, for ever:\n  own n: \
                0..2\n  remainder:\n    pause\n  doorway:\n    flag[i] ← true\n    p[i].r ← n\n    turn ← 1 − i\n  \
                waiting:\n    await not flag[1 − i] or turn = i\n  critical:\n    n ← swap(p[i].l, n)\n    fence\n    \
                atomic n ← 2 − n\n  exit:\n    flag[i] ← false\n  when i in remainder and p[i].r > 1 and n = 0: n ← \
                1\nalways exclusion: at most 1 in critical\nalways order: doorway before critical\nalways grows: \
                p[0].r′ ≥ p[0].l − 2\neventually served: waiting → critical\nmost overtaken: overtakes in waiting\nalways \
                by its own: all i: seen(i, p[i].r) = p[i].r or pending(i) > 0\nnever full: some i: pending(i) = 3 and \
                seen(1 − i, turn) = i\nreachable other: some i ≠ j: seen(j, flag[i]) and pending(j) > seen(i, p[j].l)\nat \
                end drained: all i: pending(i) = 0\n";
    for memory in ["tso", "pso"] {
        for buffer in ["1", "2", "3"] {
            let setting = [("memory", memory), ("buffer", buffer)];
            assert!(compare_setting(text, &setting, &format!("{setting:?}")));
        }
    }
}
