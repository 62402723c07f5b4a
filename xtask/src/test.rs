//! `cargo xtask test`: the stages, cheapest first.
use std::{process::Command, thread, time::Instant};

use anyhow::{Context, Result};

use crate::{
    assemble::{self, Documents, Profile},
    editors, format, hosts, lighthouse, package,
    process::{cargo, linting, run, target_dir},
    release,
    setup::{self, WASM},
    size, toys, wasm,
};

type Stage = (&'static str, fn() -> Result<()>);

/// What every change has to pass.
const QUICK: &[Stage] = &[("fmt", || format::run(true)), ("build", build), ("test", test)];

/// The parts of the last two of them, one by one.
const SINGLY: &[Stage] = &[("wasm", wasm::run), ("native", native), ("pack", package::pack)];

/// What takes longer.
const LONG: &[Stage] = &[
    ("site", site),
    ("clippy-rest", clippy_of_the_rest),
    ("toys", toys::compile),
    ("wasm-pack", wasm::run_by_wasm_pack),
    ("package", package::build),
    ("hosts", hosts::check),
    ("editors", editors::check),
    ("lighthouse", lighthouse::audit),
    ("browsers", browsers),
    ("release", release::check),
    ("long-native", long_native),
];

/// All that runs natively. Always selected as a whole: how cargo builds the dependencies depends on
/// the selection, and each other one would build them again.
/// Without default features: machine code for listings takes minutes to build.
pub const NATIVE: [&str; 7] = [
    "--locked",
    "--workspace",
    "--exclude=tools",
    // it runs in browsers alone
    "--exclude=web",
    // this program: it was built with fewer features of its libraries, and keeps to them
    "--exclude=xtask",
    "--no-default-features",
    "--features=tests/browser",
];

/// Pictures for social cards, whose libraries are a large part of the build.
pub const SOCIAL: &str = "--features=prerender/social";

/// Machine code for listings, which takes minutes to build.
const MACHINE_CODE: &str = "--features=cli/wasmtime,catalog/wasmtime,codegen/wasmtime";

const OTHER_BROWSERS: &str = "--features=tests/other-browsers";

const DENY: [&str; 3] = ["--", "-D", "warnings"];

/// The stages of every change.
pub fn quick() -> Result<()> {
    all(QUICK)
}

/// These, and all that takes longer.
pub fn whole() -> Result<()> {
    all(&[&QUICK[..QUICK.len() - 1], &SINGLY[..1], LONG].concat())
}

fn all(stages: &[Stage]) -> Result<()> {
    let start = Instant::now();
    let mut seconds = Vec::new();
    for (name, stage) in stages {
        eprintln!("\n== {name} (after {} s)", start.elapsed().as_secs());
        let begun = Instant::now();
        stage().with_context(|| format!("stage {name}"))?;
        seconds.push(format!("{name} {}", begun.elapsed().as_secs()));
    }
    println!("{} s in all: {}", start.elapsed().as_secs(), seconds.join(", "));
    Ok(())
}

pub fn one(name: &str) -> Result<()> {
    let stages = || QUICK.iter().chain(SINGLY).chain(LONG);
    let stage = stages().find(|(known, _)| *known == name);
    let (_, stage) = stage.with_context(|| {
        let known: Vec<&str> = stages().map(|stage| stage.0).collect();
        format!("no stage {name:?}; there are {}", known.join(", "))
    })?;
    stage()
}

/// The engine, and all native tests, with warnings of the compiler and of clippy as errors; and what the
/// tests need. Each often has work for one core only.
fn build() -> Result<()> {
    thread::scope(|scope| {
        let browser = scope.spawn(setup::browser);
        let native = scope.spawn(|| {
            run(own_tests().arg("--no-run"))?;
            // with the program that writes the documents, which would have to wait for all of it
            run(linting().arg("build").args(NATIVE).args(["--tests", "--bin=prerender"]))
        });
        let tests = scope.spawn(|| {
            setup::wasm_target()?;
            run(wasm::tests()?.arg("--no-run"))?;
            wasm::runner()
        });
        assemble::build(Profile::Quick, &Documents::Beforehand(None), linting)?;
        tests.join().expect("no panic")?;
        native.join().expect("no panic")?;
        browser.join().expect("no panic")
    })?;
    // small but for the engine: what its users meet first is tested with it
    package::pack()?;
    size::documents(&assemble::dist())
}

/// All tests: those in wasm beside the native ones, which come to the browser last.
fn test() -> Result<()> {
    thread::scope(|scope| {
        let wasm = scope.spawn(wasm::run);
        // last, so that the run ends on a test runner's own summaries
        let native = native();
        wasm.join().expect("no panic").and(native)
    })
}

/// What the quick run does not compile.
fn clippy_of_the_rest() -> Result<()> {
    setup::wasm_target()?;
    let packages = wasm::suites()?.into_iter().map(|suite| format!("--package={suite}"));
    run(cargo()
        .args(["clippy", "--locked", "--target", WASM, "--all-targets"])
        .args(packages)
        .args(DENY))?;
    run(cargo()
        .arg("clippy")
        .args(NATIVE)
        .args([SOCIAL, OTHER_BROWSERS, MACHINE_CODE, "--all-targets"])
        .args(DENY))
}

/// The site as it is shipped, within its budgets.
fn site() -> Result<()> {
    assemble::build(Profile::Site, &Documents::Beforehand(None), cargo)?;
    size::documents(&assemble::dist())?;
    size::engine(&assemble::dist())
}

/// Every native test, those that visit the site with a browser among them.
fn native() -> Result<()> {
    setup::browser()?;
    run(&mut own_tests())?;
    // those that drive a browser mostly wait
    run(native_tests().env("RUST_TEST_THREADS", "3"))
}

/// Of this program.
fn own_tests() -> Command {
    let mut test = linting();
    test.args(["test", "--locked", "--package=xtask"]);
    test
}

fn native_tests() -> Command {
    let mut test = linting();
    // not `--lib` and `--bins`, which would link a program for those that have no tests, too
    test.arg("test").args(NATIVE).arg("--tests");
    test
}

/// Every native test, with long searches and other programs to compare with.
fn long_native() -> Result<()> {
    setup::browser()?;
    setup::spin()?;
    setup::tlc()?;
    run(cargo()
        .arg("test")
        .args(NATIVE)
        .args([SOCIAL, MACHINE_CODE])
        .env("INTERLEAVE_TEST", "everything"))
}

/// Pages in other browsers than Chromium.
fn browsers() -> Result<()> {
    setup::other_browsers()?;
    run(cargo().arg("test").args(NATIVE).args([OTHER_BROWSERS, "--test=browsers"]))
}

/// Not a test, but made with the same harness: pictures of every page.
pub fn screenshots() -> Result<()> {
    on_the_site("screenshots")
}

/// How long the page takes after a key.
pub fn typing() -> Result<()> {
    on_the_site("typing")
}

/// A program that visits the site as it is shipped.
fn on_the_site(program: &str) -> Result<()> {
    setup::browser()?;
    assemble::build(Profile::Site, &Documents::Beforehand(None), cargo)?;
    run(cargo().arg("build").args(NATIVE).arg(format!("--bin={program}")))?;
    run(&mut Command::new(target_dir()?.join("debug").join(program)))
}
