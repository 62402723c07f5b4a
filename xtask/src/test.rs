//! `cargo xtask test`: the stages, cheapest first.
use std::{process::Command, time::Instant};

use anyhow::{Context, Result};

use crate::{
    assemble, format, package,
    process::{cargo, run, target_dir},
    setup::{self, WASM},
    size, wasm,
};

type Stage = (&'static str, fn() -> Result<()>);

const STAGES: [Stage; 6] = [
    ("fmt", || format::run(true)),
    ("clippy", clippy),
    ("unit", unit),
    ("wasm", wasm::run),
    ("size", size),
    ("e2e", e2e), // last, so that the run ends on a test runner's own summary
];

/// All that runs natively. Always selected as a whole: what cargo builds of the dependencies hangs
/// on the selection, and would be built again for another one.
const NATIVE: [&str; 3] = ["--locked", "--workspace", "--exclude=tools"];
/// The harness for a real browser.
const BROWSER: &str = "--features=tests/browser";

pub fn all() -> Result<()> {
    let start = Instant::now();
    for (name, stage) in STAGES {
        eprintln!("\n== {name} (after {} s)", start.elapsed().as_secs());
        stage().with_context(|| format!("stage {name}"))?;
    }
    Ok(())
}

pub fn one(name: &str) -> Result<()> {
    let stage = STAGES.iter().find(|(known, _)| *known == name);
    let (_, stage) = stage.with_context(|| {
        format!("no stage {name:?}; there are {}", STAGES.map(|(known, _)| known).join(", "))
    })?;
    stage()
}

fn clippy() -> Result<()> {
    setup::wasm_target()?;
    let deny = ["--", "-D", "warnings"];
    // as a library of this machine the page is never used
    let native = ["--exclude=web", "--all-targets", BROWSER];
    run(cargo().arg("clippy").args(NATIVE).args(native).args(deny))?;
    let page = ["clippy", "--locked", "--target", WASM, "--package=web", "--all-targets"];
    run(cargo().args(page).args(deny))?;
    for suite in wasm::suites()? {
        let suite = ["--package", &suite.package, "--test", wasm::TEST];
        run(cargo().args(["clippy", "--locked", "--target", WASM]).args(suite).args(deny))?;
    }
    Ok(())
}

/// Every native test; those that need a browser are behind a feature.
fn unit() -> Result<()> {
    setup::spin()?;
    run(cargo().arg("test").args(NATIVE))
}

fn size() -> Result<()> {
    assemble::build(None)?;
    size::report(&assemble::dist())
}

fn e2e() -> Result<()> {
    setup::browser()?;
    assemble::build(None)?;
    package::build()?;
    run(cargo().arg("test").args(NATIVE).args([BROWSER, "--test=e2e"]))
}

/// Not a test, but made with the same harness: pictures of every page.
pub fn screenshots() -> Result<()> {
    setup::browser()?;
    assemble::build(None)?;
    run(cargo().arg("build").args(NATIVE).args([BROWSER, "--bin=screenshots"]))?;
    run(&mut Command::new(target_dir()?.join("debug/screenshots")))
}
