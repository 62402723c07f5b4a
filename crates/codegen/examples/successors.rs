//! `successors FILE FOLDER STATES [OPTION=VALUE ...]`: finds that many states of a listing and times
//! how the interpreter expands them all. Writes the module and the states for `successors.cjs`,
//! which does the same with generated code.

use codegen::generate;
use model::{Expansion, System};
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;
use std::{env, fs};

/// As many as a search expands at once.
const BATCH: usize = 64;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [file, folder, max, options @ ..] = &args[..] else {
        panic!("usage: successors FILE FOLDER STATES [OPTION=VALUE ...]")
    };
    let text = fs::read_to_string(file).expect("a listing");
    let options: Vec<_> = options.iter().filter_map(|text| text.split_once('=')).collect();
    let start = Instant::now();
    let system = listing::compile(&text, &options).expect("a text without errors");
    let compiled = start.elapsed();
    let start = Instant::now();
    let module = generate(system.program()).expect("a program that can be generated");
    let generated = start.elapsed();
    let states = states(&system, max.parse().expect("a number of states"));
    let count = states.len() / system.width();
    let mut expansion = Expansion::new(false);
    let start = cpu_seconds();
    let mut successors = 0;
    for states in states.chunks(BATCH * system.width()) {
        expansion.clear(false);
        system.expand(states, &mut expansion);
        successors += expansion.len();
    }
    let seconds = cpu_seconds() - start;
    println!("{count} states of {} bytes, {successors} successors", system.width());
    println!("text to program {compiled:.2?}, program to module {generated:.2?}");
    println!("module: {} bytes", module.bytes.len());
    #[expect(clippy::cast_precision_loss)]
    let each = seconds * 1e9 / successors as f64;
    println!("interpreter: {each:.1} ns for each successor");
    let folder = Path::new(folder);
    let layout = &module.layout;
    let places = format!(
        "{{\"width\":{},\"states\":{},\"found\":{},\"successors\":{}}}",
        layout.width, layout.states, layout.found, layout.successors
    );
    fs::write(folder.join("module.wasm"), &module.bytes).expect("a folder");
    fs::write(folder.join("states.bin"), &states).expect("a folder");
    fs::write(folder.join("layout.json"), places).expect("a folder");
}

fn states(system: &dyn System, max: usize) -> Vec<u8> {
    let width = system.width();
    let mut states = system.initial();
    let mut visited = HashSet::from([states.clone()]);
    let mut expansion = Expansion::new(false);
    let mut next = 0;
    while next < states.len() && states.len() < max * width {
        let batch = states[next..states.len().min(next + BATCH * width)].to_vec();
        next += batch.len();
        expansion.clear(false);
        system.expand(&batch, &mut expansion);
        for state in expansion.states().chunks_exact(width) {
            if visited.insert(state.to_vec()) {
                states.extend_from_slice(state);
            }
        }
    }
    states
}

/// How long this thread has run; time in which others had the processor does not count.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux kernel");
    let nanoseconds = stat.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}
