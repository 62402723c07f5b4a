//! `peers bakery|ricart-agrawala ENTRIES`: searches all states breadth first, on one thread, and
//! prints how many there are, how many steps lead to them, and the most memory taken, in bytes.

mod bakery;
mod ricart_agrawala;

use stateright::{Checker, Model};
use std::fmt::Debug;
use std::hash::Hash;

/// How many processes both models have.
const N: usize = 3;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, entries] = &args[..] else { panic!("usage: peers MODEL ENTRIES") };
    let entries = entries.parse().expect("a number of entries");
    match &name[..] {
        "bakery" => search(bakery::Bakery { entries }),
        "ricart-agrawala" => search(ricart_agrawala::RicartAgrawala { entries }),
        _ => panic!("no model {name:?}"),
    }
}

fn search<M>(model: M)
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync,
    M::Action: Clone + Debug + PartialEq + Send + Sync,
{
    let checker = model.checker().threads(1).spawn_bfs().join();
    checker.assert_properties();
    // it counts the first state as generated
    println!("{} {} {}", checker.unique_state_count(), checker.state_count() - 1, memory_max());
}

fn memory_max() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}
