//! A text numbers the processes of each role from 0; readers see all of them numbered through.

use crate::meaning::{check, outcome};
use checker::Outcome;
use model::{Action, Log, System};

const GREETING: &str = "algorithm Greeting
message hello

server:
  own known: set of client
  own last: none | client
  on hello from c:
    known ← known + {c}; last ← c

client c of 2:
  start:
    send hello to server
";

#[test]
fn a_value_that_names_a_process_is_its_number_in_the_picture() {
    let compiled = listing::compile(GREETING, &[]).expect("no errors");
    let system = &compiled;
    let mut state = system.initial();
    let locals = |state: &[u8]| system.view(state).processes[0].locals.clone();
    let said = |known: &str, last: &str| vec![("known", known.into()), ("last", last.to_owned())];
    assert_eq!(locals(&state), said("{}", "none"));
    let send = Action::Step { process: 2, choice: 0 };
    system.step(&mut state, send, &mut Log::off());
    let mut arrival = None;
    system.actions(&state, &mut |it| {
        if let Action::Deliver(_) = it {
            arrival = Some(it);
        }
    });
    system.step(&mut state, arrival.expect("a message"), &mut Log::off());
    assert_eq!(locals(&state), said("{2}", "2"));
}

/// As a receiver, a number counts within one's own role: also one that is computed reaches nobody else.
#[test]
fn a_number_is_no_receiver_of_another_role() {
    let text = |to: &str| {
        format!(
            "algorithm A\nmessage hello\nclient c of 2:\n  own n: 0..2\n  start:\n    atomic n ← {}\n    send hello \
             to {to}\n  on hello: stop\nserver:\n  on hello: stop\nreachable heard: server in end\n",
            if to == "n" { 2 } else { 0 }
        )
    };
    let found = listing::check(&text("2"));
    let sentence = "7:19: There is no process 2: a number counts within one’s own role, which has 2. A process of \
                    another role is named by its role.";
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [sentence]);
    for (to, heard, fails) in [("1", false, false), ("server", true, false), ("n", false, true)] {
        let compiled = listing::compile(&text(to), &[]).expect("no errors");
        let found = crate::searches::verdicts(compiled);
        assert_eq!(found.contains("heard: in"), heard, "{to}: {found}");
        assert_eq!(found.contains("values stay in their domains: "), fails, "{to}: {found}");
    }
}

/// Single roles count their processes anew; in one set they are different processes.
#[test]
fn a_choice_among_processes_of_several_roles_offers_each() {
    let text = "algorithm A\n\nalice:\n  sections start, talking\n  own partner: none | process\n  \
                rests in talking\n  when start:\n    choose partner in {bob, eve}\n    become talking\n\
                bob:\n  a:\n    pause\neve:\n  a:\n    pause\n\
                reachable bob: alice.partner = bob\nreachable eve: alice.partner = eve\n\
                always two: size({bob, eve}) = 2\n";
    let report = crate::searches::search(listing::compile(text, &[]).expect("it compiles"));
    let found = |verdict: &checker::Verdict| matches!(verdict.outcome, Outcome::Found { .. });
    assert!(report.verdicts[..2].iter().all(found), "{report:?}");
    assert_eq!(report.verdicts[2].outcome, Outcome::Holds);
}

/// Of two roles, process 0 of one has no element of its own in the other's array.
#[test]
fn elements_of_another_role_are_nobodys_own() {
    let reads = "algorithm A\nshared ready[client]: bool\nclient i of 1:\n  going:\n    ready[i] ← true\nwatcher:\n  \
                 own seen: bool\n  looking:\n    seen ← ready[0]\n    pause\nreachable seen: watcher.seen\n";
    let master = "algorithm A\nshared arrive[worker]: bool\nworker w of 2:\n  work:\n    arrive[w] ← true\nmaster:\n  \
                  own n: 0..2\n  collect:\n    n ← count w in worker: arrive[w]\n    pause\nreachable two: \
                  master.n = 2\n";
    for (text, property) in [(reads, "seen"), (master, "two")] {
        assert!(matches!(outcome(&check(text), property), Some(Outcome::Found { .. })), "{text}");
    }
    let writes = "algorithm A\nshared count[worker]: 0..3\nworker w of 2:\n  adding:\n    count[w] ← count[w] + \
                  1\nresetter:\n  resetting:\n    count[0] ← 2\nnever lost: resetter in end and 0 in end and \
                  count[0] = 1\n";
    assert!(matches!(outcome(&check(writes), "never lost"), Some(Outcome::Fails { .. })));
}

/// A process of rules alone does not wait where it begins, unless a line says when it rests there.
#[test]
fn a_first_section_without_lines_can_be_rested_in_under_a_condition() {
    let text = |sections: &str, rests: &str| {
        format!(
            "algorithm A\noption o: on, off\nshared fork[0..1]: none | eater\neater c of 2:\n  own held: 0..2\n  \
             {sections}\n{rests}  when held < 2 and fork[(c + held) mod 2] = none:\n    \
             fork[(c + held) mod 2] ← c\n    held ← held + 1\n"
        )
    };
    let fails = |sections: &str, rests: &str| {
        let report = check(&text(sections, rests));
        matches!(outcome(&report, "no deadlock"), Some(Outcome::Fails { run }) if run.len() == 2)
    };
    assert!(!fails("sections idle", ""));
    assert!(!fails("sections idle", "  rests in idle\n"));
    assert!(fails("sections idle", "  rests in idle when held = 2\n"));
    assert!(fails(
        "sections away    with o = off\n  sections idle",
        "  rests in idle when held = 2\n"
    ));
    assert!(!fails("sections idle", "  rests in idle when held ≥ 0\n"));
    // of several lines each counts
    let second = "  rests in idle when held = 2\n  rests in idle";
    assert!(!fails("sections idle", &format!("{second}\n")));
    assert!(!fails("sections idle", &format!("{second} when held < 2\n")));
    assert!(fails("sections idle", &format!("{second}    with o = off\n")));
}

/// Nobody begins in a section that the options leave out, or comes there.
#[test]
fn a_section_that_a_line_names_can_be_left_out() {
    let text = "algorithm A\noption starts: here, there\nworker c of 2, 2 times:\n  own asked: 0..1\n  \
                sections arriving    with starts = there\n  sections idle\n  when c in arriving: become idle    \
                with starts = there\n  when c in idle and asked = 0:\n    asked ← 1\n    become arriving\n\
                never all: all c: asked[c] = 1\nnever in arriving: arriving ≠ {}\n";
    let report = check(text);
    assert_eq!(report.states, 4);
    assert!(matches!(outcome(&report, "all"), Some(Outcome::Fails { run }) if run.len() == 2));
    assert_eq!(outcome(&report, "in arriving"), Some(&Outcome::Holds));
    let there = check(&text.replace("here, there", "there, here"));
    assert!(matches!(outcome(&there, "all"), Some(Outcome::Fails { run }) if run.len() == 4));
    assert!(
        matches!(outcome(&there, "in arriving"), Some(Outcome::Fails { run }) if run.is_empty())
    );
    // one that has lines as well begins where these are
    let lines = "algorithm A\noption o: a, b\nprocess i of 1:\n  sections away    with o = b\n  going:\n    pause\n    \
                 become away\n  resting:\n    pause\nat end all: process ⊆ end\n";
    assert_eq!(outcome(&check(lines), "all"), Some(&Outcome::Holds));
}
