//! Replicated rows: what is wrong with one, and what clauses and statements mean.

use crate::searches::report;
use checker::Outcome;
use listing::{Kind, check, compile};
use model::System;

/// A text with this row, and these lines in its process.
fn text(row: &str, lines: &str) -> String {
    format!(
        "algorithm A\n\n{row}\nclient i of 2:\n  own seen, more, most_of: none | up\n  going:\n{lines}"
    )
}

const ROW: &str = "row store on 3:\n  flag[client]: none | up\n  word: none | a | b\n";

#[test]
fn a_row_is_named_by_its_name() {
    for (row, target) in [("", "going"), (ROW, "going"), (ROW, "going.flag[i]")] {
        let found = check(&text(row, &format!("    delete {target}\n")));
        assert!(found[0].message.contains("are of a row"), "{target}: {}", found[0]);
    }
}

#[test]
fn what_is_wrong_with_a_row_is_said_at_its_place() {
    let write = "    write store.flag[i] = up\n";
    let wrong: [(&str, &str, &str, Kind, &str); 21] = [
        (ROW, "    write store.flags[i] = up\n", "", Kind::UnknownName, "Did you mean `flag`?"),
        (ROW, "    write stor.flag[i] = up\n", "", Kind::UnknownName, "are of a row"),
        (ROW, "    seen ← store.flag[i]\n", "", Kind::OutOfPlace, "← read store.number"),
        (ROW, "    write store.flag[i] = none\n", "", Kind::OutOfPlace, "Write `delete`"),
        (
            ROW,
            "    write store.flag[0] = up, store.word = a\n",
            "",
            Kind::OutOfPlace,
            "one value into all",
        ),
        (ROW, "    write store = up\n", "", Kind::OutOfPlace, "Say which columns"),
        (ROW, "    write store.word[i] = a\n", "", Kind::WrongArguments, "has no index"),
        (
            ROW,
            "    seen, more, most_of ← read store\n",
            "",
            Kind::WrongArguments,
            "into 2 variables",
        ),
        (ROW, "    seen ← up until seen = up\n", "", Kind::OutOfPlace, "behind a read"),
        (
            ROW,
            "    atomic: write store.word = a; seen ← up\n",
            "",
            Kind::OutOfPlace,
            "in the last line",
        ),
        (ROW, write, "  when going: write store.word = a\n", Kind::OutOfPlace, "and not in a rule"),
        (ROW, write, "\nalways up: (read store.word) = a\n", Kind::OutOfPlace, "who answers"),
        ("row store on 4:\n  flag[client]: none | up\n", write, "", Kind::NumberTooLarge, "three"),
        ("row store on 3:\n  flag[client]: up | down\n", write, "", Kind::WrongDomain, "none |"),
        (
            "row store on 3:\n  flag[client]: none | up = up\n",
            write,
            "",
            Kind::OutOfPlace,
            "begins",
        ),
        (
            "row store on 3, reads most:\n  flag[client]: none | up\n",
            write,
            "",
            Kind::Expected,
            "one, quorum, all",
        ),
        (
            "row store on 3, wants all:\n  flag[client]: none | up\n",
            write,
            "",
            Kind::Expected,
            "says nothing",
        ),
        (
            "row store on 3, reads one, reads all:\n  flag[client]: none | up\n",
            write,
            "",
            Kind::DeclaredTwice,
            "said twice",
        ),
        (
            "row store on 3, late 300:\n  flag[client]: none | up\n",
            write,
            "",
            Kind::NumberTooLarge,
            "0 to 250",
        ),
        (
            "row store on 3, starts 15:\n  flag[client]: none | up\n",
            write,
            "",
            Kind::NumberTooLarge,
            "14",
        ),
        (
            "message hello\nrow store on 3:\n  flag[client]: none | up\n",
            write,
            "",
            Kind::OutOfPlace,
            "channels: unordered",
        ),
    ];
    for (row, lines, behind, kind, words) in wrong {
        let text = text(row, lines) + behind;
        let found = check(&text);
        let all: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{}\n{text}", all.join("\n"));
        let words = words.replace("three", "3");
        assert!(found[0].kind == kind && all[0].contains(&words), "{:?} {}", found[0].kind, all[0]);
    }
}

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
        let mail = model::Mail { from: 0, to: replica, kind: 0, nth: 0 };
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
        let verdict = report.verdicts.iter().find(|it| it.property == "somebody sees");
        let is_so = matches!(verdict.expect("a verdict").outcome, Outcome::Holds);
        assert_eq!(is_so, holds, "{level}");
    }
}
