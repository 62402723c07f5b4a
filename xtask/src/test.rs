//! `cargo xtask test`: the stages, cheapest first.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use crate::{
    assemble::{self, sorted},
    process::{cargo, command, root, run, run_and_read},
    setup::{self, WASM},
    size,
};

type Stage = (&'static str, fn() -> Result<()>);

const STAGES: [Stage; 6] = [
    ("fmt", || format(true)),
    ("clippy", clippy),
    ("unit", unit),
    ("wasm", wasm),
    ("size", size),
    ("e2e", e2e), // last, so that the run ends on a test runner's own summary
];

/// The file that makes a crate take part in the `wasm` stage.
const WASM_SUITE: &str = "tests/web.rs";

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

/// Formats or checks every source file: `cargo fmt` misses modules that a macro declares.
pub fn format(check: bool) -> Result<()> {
    let mut files = Vec::new();
    for dir in ["crates", "web", "tests", "xtask", "tools"] {
        rust_files(&root().join(dir), &mut files)?;
    }
    let mut rustfmt = command("rustfmt");
    rustfmt.args(["--edition", "2024"]).args(check.then_some("--check"));
    eprintln!("rustfmt on {} files", files.len());
    let status = rustfmt.args(files).status().context("cannot start rustfmt")?;
    ensure!(status.success(), "not formatted: run `cargo xtask fmt`");
    Ok(())
}

fn rust_files(dir: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    for path in sorted(dir)? {
        if path.is_dir() {
            rust_files(&path, into)?;
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            into.push(path);
        }
    }
    Ok(())
}

fn clippy() -> Result<()> {
    setup::wasm_target()?;
    let lint = |selected: &[&str]| {
        let selected = selected.iter().copied();
        run(cargo().args(["clippy", "--locked"]).args(selected).args(["--", "-D", "warnings"]))
    };
    lint(&[
        "--workspace",
        "--exclude=tools",
        "--exclude=web",
        "--all-targets",
        "--features=tests/browser",
    ])?;
    lint(&["--package=web", "--all-targets", "--target", WASM])?;
    for suite in wasm_suites()? {
        lint(&["--package", &package(&suite)?, "--test=web", "--target", WASM])?;
    }
    Ok(())
}

/// Every native test; those that need a browser are behind a feature.
fn unit() -> Result<()> {
    run(cargo().args(["test", "--locked", "--workspace", "--exclude", "tools"]))
}

/// The folders of the crates with tests to run as wasm.
fn wasm_suites() -> Result<Vec<PathBuf>> {
    let mut dirs = sorted(&root().join("crates"))?;
    dirs.push(root().join("web"));
    dirs.retain(|dir| dir.join(WASM_SUITE).exists());
    Ok(dirs)
}

/// A crate's name is that of its folder.
fn package(dir: &Path) -> Result<String> {
    let name = dir.file_name().context("a crate's folder")?;
    Ok(name.to_string_lossy().into_owned())
}

fn wasm() -> Result<()> {
    setup::wasm_target()?;
    setup::browser()?;
    let path = setup::wasm_tools()?;
    let leftovers = Scratch::new()?;
    for suite in wasm_suites()? {
        let printed = run_and_read(
            command("wasm-pack")
                .args(["test", "--headless", "--chrome", "--mode", "no-install"])
                .arg(&suite)
                .args(["--locked", "--test", "web"])
                .env("PATH", &path)
                .env("TMPDIR", &leftovers.0)
                // without it, suites that do not ask for a browser are skipped in silence
                .env("WASM_BINDGEN_USE_BROWSER", "1")
                .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("webdriver.json")),
        )?;
        ensure!(passed(&printed) > 0, "no test ran in {}", suite.display());
    }
    Ok(())
}

/// How many tests the runners' summary lines say have passed.
fn passed(printed: &str) -> usize {
    let counts = printed.lines().filter_map(|line| {
        let (count, _) = line.split_once("test result: ok. ")?.1.split_once(" passed")?;
        count.parse::<usize>().ok()
    });
    counts.sum()
}

/// Each browser session leaves its profile in the temporary folder: give it one to throw away.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let dir = env::temp_dir().join(format!("interleave-{}", process::id()));
        fs::create_dir_all(&dir)?;
        Ok(Self(dir))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn size() -> Result<()> {
    assemble::build()?;
    size::report(&assemble::dist())
}

fn e2e() -> Result<()> {
    setup::browser()?;
    assemble::build()?;
    run(cargo().args(["test", "--locked", "-p", "tests", "--features", "browser", "--test", "e2e"]))
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn a_suite_that_was_skipped_has_passed_nothing() {
        assert_eq!(passed("no tests to run!\n"), 0);
        assert_eq!(passed("test result: ok. 0 passed; 0 failed; 0 ignored\n"), 0);
        assert_eq!(
            passed("x\ntest result: ok. 12 passed; 0 failed\ntest result: ok. 1 passed;"),
            13
        );
    }
}
