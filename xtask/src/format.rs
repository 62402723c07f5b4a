//! Formats or checks every source file.
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::{
    assemble::sorted,
    process::{command, root},
};

/// Not by `cargo fmt`: that follows `mod`, and misses modules that a macro declares.
pub fn run(check: bool) -> Result<()> {
    let mut files = Vec::new();
    for dir in ["crates", "editors/worker", "editors/zed/src", "web", "tests", "xtask", "tools"] {
        rust_files(&root().join(dir), &mut files)?;
    }
    eprintln!("rustfmt on {} files", files.len());
    let mut rustfmt = command("rustfmt");
    rustfmt.args(["--edition", "2024", "-l"]).args(check.then_some("--check")).args(files);
    let output = rustfmt.output().context("cannot start rustfmt")?;
    // it follows `mod` as well, and so may name a file more than once
    let listed = String::from_utf8_lossy(&output.stdout);
    let mut changed: Vec<&str> = listed.lines().collect();
    changed.sort_unstable();
    changed.dedup();
    for path in changed {
        eprintln!("  {path}");
    }
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "not formatted: run `cargo xtask fmt`");
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
