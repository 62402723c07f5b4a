//! Processes that are said to differ by name only do: exchanging their names exchanges what follows.

use crate::searches::listing;
use crate::texts;
use model::{Log, Renaming, Stepped, System};
use program::Compiled;
use std::collections::BTreeSet;
use std::sync::Arc;

const STATES_MAX: usize = 1_500;
const STATES_MAX_QUICK: usize = 300;

/// What can happen in a state, whoever does it, with other names.
fn successors(system: &Compiled, state: &[u8], names: &Renaming) -> Vec<(bool, Vec<u8>)> {
    let symmetry = system.symmetry().expect("some differ by name only");
    let mut all = Vec::new();
    system.actions(state, &mut |action| {
        let mut after = state.to_vec();
        if let Stepped::Ran(_) = system.step(&mut after, action, &mut Log::off()) {
            let mut renamed = after.clone();
            symmetry.rename(&after, names, &mut renamed);
            all.push((action.is_fault(), renamed));
        }
    });
    all.sort_unstable();
    all
}

/// A state in which those that are said to be symmetric are not.
pub fn told_apart(system: Compiled) -> Option<String> {
    let system = Arc::new(system);
    let symmetry = system.symmetry()?;
    let all = Renaming::all_of(symmetry.symmetric());
    let same = all[0];
    let mut states = BTreeSet::new();
    let most = golden::quick_or(STATES_MAX_QUICK, STATES_MAX);
    checker::explore(system.clone(), most, |state, _, _, _| {
        states.insert(state.to_vec());
    });
    for state in &states {
        for names in &all {
            let mut renamed = state.clone();
            symmetry.rename(state, names, &mut renamed);
            let one = successors(&system, state, names);
            let other = successors(&system, &renamed, &same);
            if one != other {
                return Some(format!("{names:?}: {:?}", system.view(state)));
            }
        }
    }
    None
}

/// The default options, and each value of each option.
fn settings(text: &str) -> Vec<Vec<(String, String)>> {
    let options = listing::options(&listing::parse(text).listing);
    let one = |option: &listing::OptionNames| {
        let name = option.name.clone();
        let values = option.values.iter().skip(1).cloned();
        values.map(|value| vec![(name.clone(), value)]).collect::<Vec<_>>()
    };
    std::iter::once(Vec::new()).chain(options.iter().flat_map(one)).collect()
}

#[test]
fn processes_that_differ_by_name_only_do_so_in_every_listing() {
    let mut symmetric = BTreeSet::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../algorithms/listings");
    for file in std::fs::read_dir(folder).expect("listings") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|it| it != "ilv") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = listing(&name);
        for setting in settings(&text) {
            let chosen: Vec<_> = setting.iter().map(|it| (&*it.0, &*it.1)).collect();
            let Ok(system) = listing::compile(&text, &chosen) else { continue };
            if system.symmetry().is_some() {
                symmetric.insert(name.clone());
                assert_eq!(told_apart(system), None, "{name} {setting:?}");
            }
        }
    }
    for name in ["ticket_dispenser", "ricart_agrawala", "paxos"] {
        assert!(symmetric.contains(name), "{name} is not among {symmetric:?}");
    }
    // the bakery compares numbers of processes, and the ring counts with them
    for name in ["bakery", "peterson", "dijkstra_ring"] {
        assert!(!symmetric.contains(name), "{name}");
    }
}

#[test]
fn processes_are_alike_where_the_page_says_so() {
    let (fences, mut lines) = (texts::fences(), 0);
    for (example, stated) in fences.iter().zip(&fences[1..]) {
        let stated =
            stated.text.lines().filter_map(|line| line.strip_prefix(crate::verdicts::SYMMETRY));
        for line in stated {
            let (said, setting) = line.split_once(" with ").unwrap_or((line, ""));
            let options: Vec<(&str, &str)> =
                setting.split(", ").filter_map(|text| text.split_once(" = ")).collect();
            let system = listing::compile(&example.text, &options).expect("an example");
            let alike = system.symmetry().map_or(0, |symmetry| symmetry.symmetric().count_ones());
            let words = match alike {
                0 => "none".into(),
                alike => format!("{alike} processes"),
            };
            assert_eq!(words, said, "line {}: {line}", example.line);
            lines += 1;
        }
    }
    assert!(lines > 1, "the page says of some and of none");
}
