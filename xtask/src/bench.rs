//! `cargo xtask bench`: our search, natively and as wasm, against SPIN and stateright.
//!
//! The same models at the same granularity, so that all of them must find as many states and
//! transitions. Everything runs in turns, so that what else the machine does hits all alike; what
//! is compared is the median of the user time. No time is asserted.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    assemble::{Profile, bind, compile},
    process::{cargo, have, root, run, target_dir},
    setup,
};

/// How often each of them runs.
pub const ROUNDS: usize = 7;

struct Model {
    name: &'static str,
    /// Ours.
    link: &'static str,
    /// SPIN's.
    macros: &'static [&'static str],
    /// Stateright's.
    entries: &'static str,
}

const MODELS: [Model; 2] = [
    Model {
        name: "bakery",
        link: "bakery?entries=4&tickets=12",
        macros: &["-DENTRIES=4", "-DTICKETS=12"],
        entries: "4",
    },
    Model {
        name: "ricart-agrawala",
        link: "ricart-agrawala?entries=7",
        macros: &["-DENTRIES=7"],
        entries: "7",
    },
];

/// A program that searches all states.
struct Tool {
    name: &'static str,
    words: Vec<String>,
    reads: fn(&str) -> Option<Found>,
}

/// What a run printed.
#[derive(Clone, Copy)]
struct Found {
    states: usize,
    transitions: usize,
    /// The most memory taken.
    bytes: f64,
    /// Where the program tells its time itself.
    user: Option<f64>,
}

pub fn run_all(rounds: usize) -> Result<()> {
    for program in ["spin", "gcc", "node", "bash"] {
        ensure!(have(program), "there is no {program} on the PATH");
    }
    ensure!(rounds > 0, "there must be a round");
    let dir = target_dir()?.join("bench");
    fs::create_dir_all(&dir)?;
    let native = ["--release", "-p=bench", "--bin=bench", "--features=wasmtime"];
    run(cargo().args(["build", "--locked"]).args(native))?;
    let wasm = wasm(&dir)?;
    let stateright = stateright(&dir)?;
    for model in &MODELS {
        let spin = |name, flags: &[&str]| spin(model, &dir.join(model.name).join(name), flags);
        let native = [text(&target_dir()?.join("release/bench"))];
        let node = [path("node")?, path("tests/bench/run.cjs")?, wasm.clone()];
        let own = [model.link.into(), "states".into()];
        let ours = |program: &[String]| [program, &own].concat();
        let tools = [
            Tool::new("SPIN, depth first", [spin("dfs", &[])?], pan),
            Tool::new("SPIN, breadth first", [spin("bfs", &["-DBFS"])?], pan),
            Tool::new(
                "stateright, breadth first, one thread",
                [stateright.clone(), model.name.into(), model.entries.into()],
                ours_or_like_it,
            ),
            Tool::new("Interleave", ours(&native), ours_or_like_it),
            Tool::new("Interleave in wasm", ours(&node), ours_or_like_it),
        ];
        compare(model, &tools, rounds)?;
    }
    Ok(())
}

/// In turns; prints a table.
fn compare(model: &Model, tools: &[Tool], rounds: usize) -> Result<()> {
    let mut times = vec![Vec::new(); tools.len()];
    let mut first: Option<Found> = None;
    let mut bytes = vec![0.0; tools.len()];
    for _ in 0..rounds {
        for (at, tool) in tools.iter().enumerate() {
            let (found, user) = tool.run()?;
            let all = first.get_or_insert(found);
            ensure!(
                (found.states, found.transitions) == (all.states, all.transitions),
                "{} finds {} states and {} transitions, and not {} and {}",
                tool.name,
                found.states,
                found.transitions,
                all.states,
                all.transitions
            );
            times[at].push(user);
            bytes[at] = found.bytes;
        }
    }
    let Found { states, transitions, .. } = first.context("no round")?;
    println!("\n`{}`: {states} states, {transitions} transitions, {rounds} rounds\n", model.link);
    println!("| | user time, s | least to most | million states/s | bytes/state | × SPIN |");
    println!("|---|---|---|---|---|---|");
    let mut peer = None;
    for ((tool, times), bytes) in tools.iter().zip(&mut times).zip(bytes) {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        let (least, most) = (times[0], times[times.len() - 1]);
        let peer = *peer.get_or_insert(median);
        #[expect(clippy::cast_precision_loss)]
        let states = states as f64;
        println!(
            "| {} | {median:.2} | {least:.2} to {most:.2} | {:.2} | {:.0} | {:.1} |",
            tool.name,
            states / median / 1e6,
            bytes / states,
            peer / median
        );
    }
    Ok(())
}

impl Tool {
    fn new(
        name: &'static str,
        words: impl IntoIterator<Item = String>,
        reads: fn(&str) -> Option<Found>,
    ) -> Tool {
        Tool { name, words: words.into_iter().collect(), reads }
    }

    /// What it found, and the user time that it took. The shell knows that to the millisecond.
    fn run(&self) -> Result<(Found, f64)> {
        let timed = "TIMEFORMAT=%3U; time \"$0\" \"$@\"";
        let output = Command::new("bash").args(["-c", timed]).args(&self.words).output()?;
        let (out, err) = (text_of(&output.stdout), text_of(&output.stderr));
        ensure!(output.status.success(), "{}: {out}{err}", self.name);
        let found = (self.reads)(&out).with_context(|| format!("{}: {out}{err}", self.name))?;
        let user = err.lines().last().and_then(|it| it.trim().parse().ok());
        let user = found.user.or(user).with_context(|| format!("no time: {err}"))?;
        Ok((found, user))
    }
}

/// States, transitions, bytes, and a time if need be.
fn ours_or_like_it(printed: &str) -> Option<Found> {
    let mut words = printed.split_whitespace();
    Some(Found {
        states: words.next()?.parse().ok()?,
        transitions: words.next()?.parse().ok()?,
        bytes: words.next()?.parse().ok()?,
        user: words.next().map(str::parse).transpose().ok()?,
    })
}

fn pan(printed: &str) -> Option<Found> {
    let before = |words: &str| printed.split_once(words)?.0.rsplit(['\n', '\t', ' ']).next();
    let is_right = printed.contains("errors: 0");
    // it counts the first state as a transition, and memory in millions of bytes
    let transitions: usize = before(" transitions (= stored+matched)")?.parse().ok()?;
    let megabytes: f64 = before("\ttotal actual memory usage")?.parse().ok()?;
    is_right.then_some(Found {
        states: before(" states, stored")?.parse().ok()?,
        transitions: transitions - 1,
        bytes: megabytes * f64::from(1 << 20),
        user: None,
    })
}

/// Makes a verifier in a folder.
fn spin(model: &Model, dir: &Path, flags: &[&str]) -> Result<String> {
    fs::create_dir_all(dir)?;
    let source = root().join("tests/peers").join(model.name).with_extension("pml");
    // exactly the states of the model: no statement merged with the next, nothing forgotten
    let mut spin = Command::new("spin");
    spin.args(["-o2", "-o3", "-a"]).args(model.macros).arg(source);
    run(spin.current_dir(dir))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR"]).args(flags);
    run(gcc.args(["-o", "pan", "pan.c"]).current_dir(dir))?;
    Ok(text(&dir.join("pan")))
}

fn stateright(dir: &Path) -> Result<String> {
    let manifest = path("tests/peers/stateright/Cargo.toml")?;
    let build = ["build", "--locked", "--release", "--manifest-path", &manifest];
    run(cargo().args(build).arg("--target-dir").arg(dir))?;
    Ok(text(&dir.join("release/peers")))
}

/// As the page is compiled, for node.
fn wasm(dir: &Path) -> Result<String> {
    setup::wasm_target()?;
    let program = compile(cargo(), Profile::Site, "bench", &[])?;
    bind(&program, Bindgen::new().nodejs(true)?, "bench", dir)?;
    Ok(text(&dir.join("bench.js")))
}

/// A file of ours, or a program.
fn path(name: &str) -> Result<String> {
    let file = root().join(name);
    ensure!(file.exists() || have(name), "there is no {name}");
    Ok(if file.exists() { text(&file) } else { name.into() })
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
