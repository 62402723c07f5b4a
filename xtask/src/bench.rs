//! `cargo xtask bench`: our search, natively and as wasm, against SPIN, stateright and Rumur.
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

mod peers;

/// What others are compared with.
const SPIN: &str = "SPIN, depth first";

const RUMUR: &str = "rumur";

/// How often each of them runs.
pub const ROUNDS: usize = 7;

struct Model {
    name: &'static str,
    /// Ours: a link, or the name of a text of the bench.
    link: &'static str,
    /// Claims that begin like this are left out.
    without: &'static str,
    /// SPIN's file, with macros.
    spin: Option<(&'static str, &'static [&'static str])>,
    /// Stateright's entries.
    stateright: Option<&'static str>,
    /// Rumur's file.
    rumur: Option<&'static str>,
}

const MODELS: [Model; 8] = [
    Model {
        name: "bakery",
        link: "bakery?entries=4&tickets=12",
        without: "",
        spin: Some(("bakery.pml", &["-DENTRIES=4", "-DTICKETS=12"])),
        stateright: Some("4"),
        rumur: None,
    },
    Model {
        name: "ricart-agrawala",
        link: "ricart-agrawala?entries=7",
        without: "",
        spin: Some(("ricart-agrawala.pml", &["-DENTRIES=7"])),
        stateright: Some("7"),
        rumur: None,
    },
    Model {
        name: "bakery-alone",
        link: "bakery?entries=4&tickets=12",
        without: "always first come",
        spin: Some(("bakery.pml", &["-DENTRIES=4", "-DTICKETS=12", "-DNO_ORDER"])),
        stateright: None,
        rumur: Some("bakery.m"),
    },
    // with lists and rules, which no model for SPIN has by now
    Model {
        name: "erlang-lock",
        link: "erlang-lock?processes=3&entries=1&delivery=mailbox&equal-times=process-id&tells=once\
               &own-request=on-release",
        without: "",
        spin: None,
        stateright: None,
        rumur: None,
    },
    // with a replicated row
    Model {
        name: "row-lock",
        link: "row-lock?tie-break=client-id&re-read=after-waiting",
        without: "",
        spin: Some(("row-lock.pml", &["-DTIE_BREAK", "-DRE_READ"])),
        stateright: None,
        rumur: None,
    },
    // with writes that are pending
    Model::alone("peterson-tso"),
    Model::alone("bakery-tso"),
    // with a monitor of operations
    Model::alone("treiber-linearizable"),
];

impl Model {
    /// A text of the bench, of which nobody else has a model.
    const fn alone(name: &'static str) -> Model {
        Model { name, link: name, without: "", spin: None, stateright: None, rumur: None }
    }
}

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
    /// The most memory taken, where the program tells it.
    bytes: Option<f64>,
    /// The seconds from the text to a module that runs: no time of the search.
    ahead: Option<f64>,
    /// The seconds of the search, where the program tells them itself.
    user: Option<f64>,
}

/// The models of some names, or all.
fn chosen(names: &[&str]) -> Result<Vec<&'static Model>> {
    if names.is_empty() {
        return Ok(MODELS.iter().collect());
    }
    let find = |name: &&str| {
        let known = || MODELS.map(|model| model.name).join(", ");
        let found = MODELS.iter().find(|model| model.name == *name);
        found.with_context(|| format!("there is no model {name}, but {}", known()))
    };
    names.iter().map(find).collect()
}

/// Programs that are there, or an error. What only adds a row can be missing, and that is said.
fn require(models: &[&Model]) -> Result<()> {
    let has_spin = models.iter().any(|model| model.spin.is_some());
    let has_rumur = models.iter().any(|model| model.rumur.is_some());
    let all = [("node", true), ("bash", true), ("spin", has_spin), ("gcc", has_spin || has_rumur)];
    for (program, _) in all.into_iter().filter(|it| it.1) {
        ensure!(have(program), "there is no {program} on the PATH");
    }
    if has_rumur && !have(RUMUR) {
        println!("no {RUMUR}: nothing is compared with it; Debian's package is {RUMUR}");
    }
    Ok(())
}

pub fn run_some(rounds: usize, names: &[&str]) -> Result<()> {
    ensure!(rounds > 0, "there must be a round");
    let models = chosen(names)?;
    require(&models)?;
    let dir = target_dir()?.join("bench");
    fs::create_dir_all(&dir)?;
    let native = ["--release", "-p=bench", "--bin=bench", "--features=wasmtime"];
    run(cargo().args(["build", "--locked"]).args(native))?;
    let wasm = wasm(&dir)?;
    let has_stateright = models.iter().any(|model| model.stateright.is_some());
    let stateright = if has_stateright { peers::stateright(&dir)? } else { String::new() };
    for model in models {
        let dir = dir.join(model.name);
        let bench = text(&target_dir()?.join("release/bench"));
        let node = [path("node")?, path("tests/bench/run.cjs")?, wasm.clone()];
        let own = [model.link.into(), "states".into(), model.without.into()];
        let ours = |program: &[String]| [program, &own].concat();
        let mut tools = Vec::new();
        if let Some((file, macros)) = model.spin {
            let spin = |name, flags: &[&str]| peers::spin(file, macros, &dir.join(name), flags);
            tools.push(Tool::new(SPIN, [spin("dfs", &[])?], pan));
            tools.push(Tool::new("SPIN, breadth first", [spin("bfs", &["-DBFS"])?], pan));
        }
        if let Some(entries) = model.stateright {
            let words = [stateright.clone(), model.name.into(), entries.into()];
            let name = "stateright, breadth first, one thread";
            tools.push(Tool::new(name, words, ours_or_like_it));
        }
        if let Some(file) = model.rumur.filter(|_| have(RUMUR)) {
            let verifier = [peers::rumur(file, &dir)?];
            tools.push(Tool::new("Rumur, breadth first, one thread", verifier, peers::explored));
        }
        tools.push(Tool::new("Interleave", ours(&[bench]), ours_or_like_it));
        tools.push(Tool::new("Interleave in wasm", ours(&node), ours_or_like_it));
        compare(model, &tools, rounds)?;
    }
    Ok(())
}

/// In turns; prints a table.
fn compare(model: &Model, tools: &[Tool], rounds: usize) -> Result<()> {
    let mut times = vec![Vec::new(); tools.len()];
    let mut first: Option<Found> = None;
    let mut newest = Vec::new();
    for _ in 0..rounds {
        newest.clear();
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
            newest.push(found);
        }
    }
    let Found { states, transitions, .. } = first.context("no round")?;
    let without = if model.without.is_empty() { "" } else { ", without the order of service" };
    println!(
        "\n`{}`{without}: {states} states, {transitions} transitions, {rounds} rounds\n",
        model.link
    );
    println!(
        "| | search, s | least to most | million states/s | bytes/state | × SPIN | to a module, ms |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut peer: Option<f64> = None;
    for ((tool, times), found) in tools.iter().zip(&mut times).zip(newest) {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        let (least, most) = (times[0], times[times.len() - 1]);
        peer = peer.or((tool.name == SPIN).then_some(median));
        #[expect(clippy::cast_precision_loss)]
        let states = states as f64;
        let number = |it: Option<f64>| it.map_or_else(String::new, |it| format!("{it:.0}"));
        let ratio = peer.map_or_else(String::new, |peer| format!("{:.1}", peer / median));
        println!(
            "| {} | {median:.2} | {least:.2} to {most:.2} | {:.2} | {} | {ratio} | {} |",
            tool.name,
            states / median / 1e6,
            number(found.bytes.map(|it| it / states)),
            number(found.ahead.map(|ahead| ahead * 1e3)),
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
        let user = err.lines().last().and_then(|line| line.trim().parse().ok());
        // the processor time of getting ready is about what it is in user time
        let of_the_search = || user.map(|it: f64| it - found.ahead.unwrap_or(0.0));
        let user = found.user.or_else(of_the_search).with_context(|| format!("no time: {err}"))?;
        Ok((found, user))
    }
}

/// States, transitions, bytes, and times if need be.
fn ours_or_like_it(printed: &str) -> Option<Found> {
    let mut words = printed.split_whitespace();
    Some(Found {
        states: words.next()?.parse().ok()?,
        transitions: words.next()?.parse().ok()?,
        bytes: Some(words.next()?.parse().ok()?),
        ahead: words.next().map(str::parse).transpose().ok()?,
        user: words.next().map(str::parse).transpose().ok()?,
    })
}

fn pan(printed: &str) -> Option<Found> {
    let before = |words: &str| printed.split_once(words)?.0.rsplit(['\n', '\t', ' ']).next();
    // it counts the first state as a transition, and memory in millions of bytes
    let transitions: usize = before(" transitions (= stored+matched)")?.parse().ok()?;
    let megabytes: f64 = before("\ttotal actual memory usage")?.parse().ok()?;
    Some(Found {
        states: before(" states, stored")?.parse().ok()?,
        transitions: transitions - 1,
        bytes: Some(megabytes * f64::from(1 << 20)),
        ahead: None,
        user: None,
    })
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
