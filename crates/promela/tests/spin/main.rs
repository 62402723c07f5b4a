//! SPIN finds in the exported model what our search finds in the text: as many states, transitions
//! and levels, and the same properties of states fail, after as many steps.
//!
//! Needs `spin` and `gcc`; if they are missing, the tests say so and compare nothing.

mod algorithms;
mod listings;
mod refused;
mod setting;

use setting::Setting;

/// More states than any of these has.
const STATES_MAX: usize = 60_000;

fn agrees(setting: &Setting) {
    if spin::is_installed() {
        let (report, model) = setting.export(STATES_MAX).expect("a small program");
        assert_eq!(setting.compare(&report, &model), Vec::<String>::new());
    }
}

#[test]
fn shared_variables() {
    agrees(&Setting::of("peterson", &[]));
}

#[test]
fn messages_that_get_lost() {
    agrees(&Setting::of("token_ring", &[("processes", "2"), ("faults", "lost")]));
}

/// Both read in vain for ever; neither search goes on then.
#[test]
fn an_await_that_can_never_pass() {
    let text = "algorithm A\nshared a, b: bool\nprocess i of 2:\n  trying:\n    a ← false\n    b ← \
                false\n  waiting:\n    await a or b\nreachable both wait: all i: i in waiting\n";
    let setting = Setting { name: "stuck".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// Crashes strike also where nobody gets on, and are steps of a process of their own.
#[test]
fn an_await_that_can_never_pass_and_a_crash() {
    let text = "algorithm A\nshared a, b: bool\ndefine crashes: 1\nprocess i of 2:\n  trying:\n    a ← \
                false\n    b ← false\n  waiting:\n    await a or b\n  on crash when waiting: stop\n\
                reachable both wait: all i: i in waiting\n";
    let setting = Setting { name: "stuck-crash".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// Who comes out of an `await` and into one again is not stuck; and what a process leaves out as it runs is no
/// access.
#[test]
fn an_await_behind_an_await() {
    let text = "algorithm A\nshared x, y: bool\np, for ever:\n  own skips: bool = true\n  waiting:\n    \
                await not x and not y\n    await (skips or x) and (not y or not x)\nq:\n  going:\n    \
                x ← true\n    x ← false\n    y ← true\n    y ← false\n";
    for (name, last) in [("await-again", "y ← false"), ("await-stuck", "x ← true")] {
        let text = text.replace("y ← false", last);
        agrees(&Setting { name: name.into(), text, options: Vec::new() });
    }
}

/// An `await` of several accesses that reads them all, in a filter lock of three.
#[test]
fn an_await_over_all_others() {
    let setting = Setting::of("filter_lock", &[]);
    agrees(&setting);
    // the long condition is written once, and used once for each process
    let (_, model) = setting.export(STATES_MAX).expect("a small program");
    let processes = model.matches("active proctype process_").count();
    assert_eq!(model.matches("stuck").count(), 1 + processes, "{model}");
}

#[test]
fn open_initial_values() {
    agrees(&Setting::of("dijkstra_ring", &[]));
}

/// A state whose values are chosen is the first that a property remembers.
#[test]
fn open_initial_values_that_are_remembered() {
    let text = "algorithm A\nshared x, y: 0..2 = any\nassume apart: x ≠ y\nprocess i of 2:\n  going:\n    \
                x ← i\n    y ← 1\nalways ever: x = 2 ⇒ always y ≠ 2\neventually two: x = 2\n\
                eventually on: y = 2 → x = 1\n";
    agrees(&Setting { name: "remembers-open".into(), text: text.into(), options: Vec::new() });
}

/// A state beyond a limit is judged, and not followed.
#[test]
fn limits() {
    let text = |limit: &str| {
        format!(
            "algorithm A\nshared x: 0..9\nprocess i of 2, for ever:\n  going:\n    await x < 9\n    \
             atomic x ← x + 1 + i\n{limit}\nreachable four: x = 4\nreachable six: x = 6\n\
             at end five: x < 5\n"
        )
    };
    for (nth, limit) in ["limit x", "limit small: x < 4", "limit x, x"].into_iter().enumerate() {
        let (name, options) = (format!("limit-{nth}"), Vec::new());
        agrees(&Setting { name, text: text(limit), options });
    }
}

/// A rule that would decide another value than its process has decided cannot be taken.
#[test]
fn a_second_decision() {
    for (nth, values) in ["0..1", "none | 0..1", "red | green"].into_iter().enumerate() {
        let first = if nth == 2 { "green" } else { "1" };
        let text = format!(
            "algorithm A\nmessage m(v: {values})\nprocess i of 2:\n  own mine: {values}\n  going:\n    \
             choose mine in {values}\n    send m(mine) to 1 − i\n    decide {first}\n  on m(v): decide v\n\
             reachable both: all i: i in decided\n"
        );
        agrees(&Setting { name: format!("decisions-{nth}"), text, options: Vec::new() });
    }
}

/// A loop in a step ends where a value would leave its domain.
#[test]
fn a_loop_that_a_domain_ends() {
    let text = "algorithm A\nmessage free(n: 1..4), held\nclient i of 2:\n  own left: 0..4 = 4\n  when \
                left > 2 and in_transit(any, i, server) = 0:\n    left ← left − 1\n    send free(left) to \
                server\n  on held: skip\nserver:\n  own first: 1..4 = 1\n  own taken[1..4]: bool\n  on \
                free(n) from j:\n    taken[n] ← true\n    while first < 4 and not taken[first]: first ← \
                first + 1\n    send held to j\n    if first = 3: first ← 1\nreachable three: server.first \
                = 3\n";
    let setting = Setting { name: "loop".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// More messages than there is room for without a word.
#[test]
fn room_for_more_messages() {
    let text = "algorithm A\ndefine messages_in_transit: 20\nmessage m\nsender, 16 times:\n  going: send m to \
                receiver\nreceiver:\n  own got: 0..16\n  on m: got ← got + 1\nreachable all: \
                receiver.got = 16\n";
    let setting = Setting { name: "room".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// What is outside of a list or an array matters only where it is asked for.
#[test]
fn elements_that_a_condition_keeps_from_reading() {
    let text = "algorithm A\nshared put: list of 1..3 up to 3\nshared at: 0..2\nshared x[0..1]: 0..2\n\
                process i of 2, 2 times:\n  putting:\n    atomic: await length(put) < 3; put ← put + [1 + i]\n  \
                marking:\n    atomic: await at = 2 or x[at] = 0; if at < 2 and x[at] = 0: x[at], at ← 1, at + 1\n\
                always in order: all k in 0..2: k ≥ length(put) or put[k] = k + 1\nalways marked: all k in \
                0..1: k ≥ at or x[k] = 1\nreachable both: at = 2\n";
    let setting = Setting { name: "lists".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// What a process sends to itself is there at once; and properties ask for the values in messages.
#[test]
fn own_messages_at_once() {
    let text = "algorithm A\noption channels: self_at_once\ndefine losses: 1\nmessage letter(n: 2..9)\n\
                process i of 3:\n  own first: none | 2..9\n  own sent: 0..2\n  when sent < 2 and (i = 0 or sent \
                < 1):\n    send letter(2 + 2 · i + sent) to 0\n    sent ← sent + 1\n  on letter(n):\n    if \
                first = none: first ← n\nreachable late: first[0] = 3\nreachable both: in_transit(letter.n, 0) \
                = {2, 3}\nalways own first: 2 not in in_transit(letter.n) or first[0] ≠ 3\n";
    let setting = Setting { name: "own".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// A pending write reaches memory in a step of its own.
#[test]
fn store_buffers() {
    let text = "algorithm A\noption memory: tso, pso\noption buffer: 2, 1, 3\nshared flag[process]: bool\nshared turn: \
                process\nprocess i of 2, for ever:\n  remainder:\n    pause\n  doorway:\n    flag[i] ← true\n    turn ← 1 \
                − i\n  waiting:\n    await not flag[1 − i] or turn = i\n  critical:\n    pause\n    fence\n  exit:\n    \
                flag[i] ← false\nalways mutual exclusion: at most 1 in critical\nreachable both: all i: flag[i]\nreachable late: \
                some i: seen(i, turn) ≠ turn and pending(1 − i) = 0\nnever two: some i: pending(i) = 2\n";
    for memory in ["tso", "pso"] {
        for buffer in ["1", "2", "3"] {
            let options = vec![("memory".into(), memory.into()), ("buffer".into(), buffer.into())];
            agrees(&Setting { name: "buffers".into(), text: text.into(), options });
        }
    }
}

/// A store fence is behind a pending write, and a crash loses both.
#[test]
fn store_fences_and_lost_writes() {
    let text = "algorithm A\noption memory: pso, tso\noption pending: lost, arrive\ndefine crashes: 1\nshared x, y: 0..2\nprocess \
                i of 2:\n  own n: 0..2\n  going:\n    x ← 1 + i\n    fence stores\n    y ← 1 + i\n    n ← x\n  behind:\n    \
                pause\nreachable apart: x = 0 and y > 0\nreachable lost: x = 0 and all i: i in crashed or i in end\nnever both: \
                pending(0) = 2 and pending(1) = 2\n";
    for (memory, pending) in [("pso", "lost"), ("pso", "arrive"), ("tso", "lost")] {
        let options = vec![("memory".into(), memory.into()), ("pending".into(), pending.into())];
        agrees(&Setting { name: "lost".into(), text: text.into(), options });
    }
}

/// A step that touches a freed cell notes it in the state.
#[test]
fn freed_cells() {
    let text = "algorithm A\npool node of 2: val: 0..3\nshared top: none | node\nowner:\n  own n: none | node\n  run:\n    n ← \
                new node\n    n.val ← 3\n    top ← n\n    free n\nreader:\n  own m: none | node\n  own v: 0..3\n  run:\n    m ← \
                top\n    if m ≠ none: v ← m.val\nnever a freed cell is touched\nreachable three: reader.v = 3\n";
    agrees(&Setting { name: "freed".into(), text: text.into(), options: Vec::new() });
}

/// What no random algorithm has, so that SPIN runs every word and every function whose steps a model can have.
#[test]
fn what_is_not_drawn() {
    for (name, text) in sampler::TEXTS {
        let setting = Setting { name: name.into(), text: text.into(), options: Vec::new() };
        match setting.export(STATES_MAX) {
            Err(why) => assert_eq!((name, why.contains(OF_ORDERS)), ("orders", true), "{why}"),
            Ok(_) => agrees(&setting),
        }
    }
}

const OF_ORDERS: &str = "A claim about the order of operations remembers which orders are left";
