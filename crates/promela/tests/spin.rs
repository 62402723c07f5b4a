//! SPIN finds in the exported model what our search finds in the text: as many states, transitions
//! and levels, and the same properties of states fail, after as many steps.
//!
//! Needs `spin` and `gcc`; if they are missing, the tests say so and compare nothing.

use checker::Limits;
use reports::{Outcome, Report};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn listing(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    fs::read_to_string(folder.join(format!("{name}.ilv"))).expect("a listing")
}

/// The model of a listing in a folder of its own, and what our search says.
fn export(name: &str, options: &[(&str, &str)]) -> (PathBuf, Report) {
    let compiled = listing::compile(&listing(name), options);
    let compiled = compiled.unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
    let model = promela::promela(&compiled).unwrap_or_else(|why| panic!("{name}: {why}"));
    let values = options.iter().fold(String::new(), |all, it| all + "-" + it.1);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}{values}"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("model.pml"), model).unwrap();
    (folder, checker::check(Arc::new(compiled), Limits::default()))
}

fn agrees(name: &str, options: &[(&str, &str)]) {
    if !spin::is_installed() {
        return;
    }
    let (folder, report) = export(name, options);
    let found = spin::search(&folder, "model.pml", &[]);
    let ours = (report.states, report.transitions, report.depth);
    assert_eq!((found.states, found.transitions, found.depth), ours, "{name} {options:?}");
    assert_eq!(found.failures, [], "{name} {options:?}");
    let model = fs::read_to_string(folder.join("model.pml")).unwrap();
    for (at, verdict) in report.verdicts.iter().enumerate() {
        let is_deadlock = at + 1 == report.verdicts.len();
        let name_of_macro = if is_deadlock { "DEADLOCK".into() } else { format!("P{}", at + 1) };
        if !model.contains(&format!("#ifdef {name_of_macro}\t")) {
            continue;
        }
        let steps = match &verdict.outcome {
            Outcome::Fails { run } | Outcome::Found { run } => Some(run.len()),
            Outcome::Holds | Outcome::NotFound => None,
            other => panic!("{name}: {other:?}"),
        };
        let found = spin::search(&folder, "model.pml", &[format!("-D{name_of_macro}")]);
        // behind the run SPIN takes the guard of the assertion, and the assertion
        let there = found.shortest("0").map(|it| it - 2);
        assert_eq!(there, steps, "{name} {options:?}: {}", verdict.property);
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Takes a minute or two, so only a run of everything compares.
fn all_agree(name: &str, settings: &[&[(&str, &str)]]) {
    if golden::is_everything() {
        for options in settings {
            agrees(name, options);
        }
    }
}

#[test]
fn peterson() {
    agrees("peterson", &[]);
    all_agree("peterson", &[&[("order", "turn_first")]]);
}

#[test]
fn dekker() {
    all_agree("dekker", &[&[], &[("gives_way", "no")]]);
}

#[test]
fn bakery() {
    let two = ("processes", "2");
    all_agree("bakery", &[&[two], &[two, ("tie_break", "none")], &[two, ("registers", "safe")]]);
    all_agree("bakery", &[&[], &[("choosing", "off")]]);
}

#[test]
fn jones_bakery() {
    all_agree("jones_bakery", &[&[("processes", "2")]]);
}

#[test]
fn filter_lock() {
    all_agree("filter_lock", &[&[]]);
}

#[test]
fn dining_philosophers() {
    all_agree("dining_philosophers", &[&[], &[("takes", "lower_first")]]);
}

#[test]
fn assign23() {
    all_agree("assign23", &[&[], &[("assignment", "one_by_one")]]);
}

#[test]
fn ticket_dispenser() {
    all_agree("ticket_dispenser", &[&[("processes", "2")]]);
}

/// A text that the exporter cannot write gets a sentence.
#[test]
fn what_is_not_exported_is_said() {
    let compiled = listing::compile(&listing("ricart_agrawala"), &[]).expect("a program");
    let why = promela::promela(&compiled).expect_err("it sends messages");
    assert_eq!(why, "Promela is not exported for algorithms with messages.");
}
