//! Replicated rows: what is wrong with one, and what clauses and statements mean.

use crate::searches::report;
use checker::Outcome;
use listing::compile;
use model::System;

/// A text with this row, and these lines in its process.
fn text(row: &str, lines: &str) -> String {
    format!(
        "algorithm A\n\n{row}\nclient i of 2:\n  own seen, more, most_of: none | up\n  going:\n{lines}"
    )
}

const ROW: &str = "row store on 3:\n  flag[client]: none | up\n  word: none | a | b\n";

/// With one replica a write is a step; `lands later` makes a message of it.
#[test]
fn a_write_is_one_step_or_is_on_its_way() {
    let states = |on: &str| {
        let row = ROW.replace("on 3", on);
        report(&text(&row, "    write store.flag[i] = up\n"), &[]).states
    };
    assert_eq!((states("on 1"), states("on 1, lands later")), (4, 9));
}

/// A process goes on in the step in which enough replicas have what it wrote.
#[test]
fn who_waits_for_replicas_goes_on_as_the_last_of_them_lands() {
    let text = text(ROW, "    write store.flag[i] = up\n  done:\n    pause\n");
    let compiled = compile(&text, &[]).expect("it compiles");
    let mut state = vec![0; compiled.width()];
    compiled.init(&mut state);
    let zone = |state: &[u8]| compiled.view(state).processes[0].zone.name();
    let mut steps = vec![model::Action::step(0)];
    for replica in [2, 3] {
        let mail = model::MessageId { from: 0, to: replica, kind: 0, nth: 0 };
        steps.push(model::Action::Deliver(mail));
    }
    let mut zones = Vec::new();
    for step in steps {
        assert!(matches!(
            compiled.step(&mut state, step, &mut model::Log::off()),
            model::Stepped::Ran(_)
        ));
        zones.push(zone(&state));
    }
    assert_eq!(zones, ["going", "going", "done"]);
    let view = compiled.view(&state);
    assert_eq!((view.processes.len(), view.replicas.len(), view.messages.len()), (2, 3, 1));
    assert_eq!(view.replicas[0].cells[0].column, "flag:0");
}

/// Whoever answers, a majority has seen what a majority was told; one replica need not.
#[test]
fn quorums_meet() {
    let lines =
        "    write store.flag[i] = up\n    seen ← read store.flag[1 − i]\n  done:\n    pause\n";
    let claim = "\nalways somebody sees: (all i in client: i in done) ⇒ (some i: seen[i] = up)\n";
    for (level, holds) in [("quorum", true), ("one", false), ("all", true)] {
        let row = ROW.replace("on 3", &format!("on 3, reads {level}, writes {level}"));
        let report = report(&(text(&row, lines) + claim), &[]);
        let verdict = report.verdicts.iter().find(|verdict| verdict.property == "somebody sees");
        let is_so = matches!(verdict.expect("a verdict").outcome, Outcome::Holds);
        assert_eq!(is_so, holds, "{level}");
    }
}
