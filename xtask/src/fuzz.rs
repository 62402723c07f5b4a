//! Mutated texts, for as long as one likes.

use crate::process::{cargo, run};
use anyhow::{Context, Result};

/// Runs cases from a number on, which is another one each time unless it is given.
pub fn run_for(minutes: &str, first: Option<&str>) -> Result<()> {
    let minutes: u64 =
        minutes.parse().with_context(|| format!("{minutes:?} is no number of minutes"))?;
    let first = match first {
        Some(first) => first.parse().with_context(|| format!("{first:?} is no number"))?,
        None => std::time::UNIX_EPOCH.elapsed()?.as_millis() as u64,
    };
    let mut cargo = cargo();
    cargo.args(["test", "--locked", "-p", "codegen", "--test", "all"]);
    // quick, and with every check of numbers; apart, so that nothing else is built anew
    cargo.args(["--target-dir", "target/fuzz", "--config", "profile.dev.opt-level=2"]);
    cargo.args(["--config", "profile.dev.package.listing.opt-level=2"]);
    cargo.args(["fuzz::mutated_texts_are_sound_for_long", "--", "--ignored", "--nocapture"]);
    cargo.env("FUZZ_SECONDS", (60 * minutes).to_string());
    cargo.env("FUZZ_FIRST", first.to_string());
    run(&mut cargo)
}
