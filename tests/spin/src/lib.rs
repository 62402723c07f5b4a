//! Runs the model checker SPIN on a model, breadth first, and reads what it found.

use std::env;
use std::io::{Write, stderr};
use std::path::Path;
use std::process::Command;

/// What SPIN found, in our terms.
#[derive(Debug)]
pub struct Found {
    pub states: usize,
    pub transitions: usize,
    pub depth: usize,
    /// Failed assertions, by their text, and deadlocks: each with the steps of a shortest run.
    pub failures: Vec<(String, usize)>,
}

/// The compilers on the path, the quicker one first. tcc takes a thirtieth of gcc's time, but some of its
/// programs search other states: 4,433 instead of 116 for `two-phase-locking?locks=uncounted`. A difference
/// counts only if gcc finds it as well.
pub fn compilers() -> impl Iterator<Item = &'static str> {
    ["tcc", "gcc"].into_iter().filter(|text| is_there(text))
}

/// Searches the model in the file `model` of a folder, under macros such as `-DN=2`.
pub fn search(dir: &Path, model: &str, macros: &[String], compiler: &str) -> Found {
    // exactly the states of the model: no statement merged with the next, nothing forgotten
    let spin = ["-o2", "-o3", "-a"].map(String::from).into_iter();
    run(dir, "spin", spin.chain(macros.iter().cloned()).chain([model.to_owned()]));
    let compile = [
        // most of the time goes into compiling, so nothing is optimized
        "-O0",
        "-w",
        "-DSAFETY",
        "-DNOREDUCE",
        "-DNOFAIR",
        "-DBFS",
        "-DMEMLIM=2048",
        "-o",
        "pan",
        "pan.c",
    ];
    run(dir, compiler, compile.map(String::from));
    Found::read(&run(dir, &dir.join("pan").to_string_lossy(), ["-c0".to_owned()]))
}

/// Whether SPIN and a compiler are there. If not, says so.
pub fn is_installed() -> bool {
    // spin asks gcc for its preprocessor
    let missing = ["spin", "gcc"].into_iter().find(|program| !is_there(program));
    if let Some(missing) = missing {
        // past the test runner, which would keep it to itself
        let _ = writeln!(stderr(), "NOT COMPARED with SPIN: there is no {missing} on the PATH");
    }
    missing.is_none()
}

fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|dir| dir.join(program).exists())
}

impl Found {
    fn read(printed: &str) -> Found {
        let before = |words: &str| {
            let line =
                printed.lines().find_map(|line| line.split_once(words).map(|it| it.0.trim()));
            line.and_then(|text| text.parse::<usize>().ok())
                .unwrap_or_else(|| panic!("{words}: {printed}"))
        };
        let (_, depth) = printed.split_once("depth reached ").expect("a depth");
        let depth = depth.split(',').next().unwrap().parse().unwrap();
        let failures = printed.lines().filter_map(|line| {
            let (what, depth) =
                line.strip_prefix("pan:")?.split_once(": ")?.1.split_once(" (at depth ")?;
            let depth: usize = depth.strip_suffix(')')?.parse().ok()?;
            Some(match what.strip_prefix("assertion violated") {
                // the step that fails is one more than those before it
                Some(text) => (text.replace(' ', ""), depth + 1),
                None => (what.to_owned(), depth),
            })
        });
        Found {
            states: before(" states, stored"),
            // it counts the first state as one
            transitions: before(" transitions (= stored+matched)") - 1,
            depth,
            failures: failures.collect(),
        }
    }

    /// The steps of a shortest run to a failure whose text begins so.
    pub fn shortest(&self, text: &str) -> Option<usize> {
        self.failures.iter().filter(|(it, _)| it.starts_with(text)).map(|(_, steps)| *steps).min()
    }
}

fn run(dir: &Path, program: &str, args: impl IntoIterator<Item = String>) -> String {
    let output = Command::new(program).args(args).current_dir(dir).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{program}: {printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    printed
}
