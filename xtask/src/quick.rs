//! `cargo xtask quick`: the tests of the language, sooner after a changed line than those that search.

use crate::process::{cargo, run, target_dir};
use anyhow::Result;

/// Tests that go over all texts, or many, and take longer than all others together.
const LONG: &[&str] = &[
    "bounds::what_multiplies",
    "edit::every_published_line",
    "editor::completion",
    "editor::rename::every_declared_name",
    "editor::tokens::every_word",
    "mutations::",
    "programs::",
    "random::",
    "symmetry::",
    "work::every_published_listing",
];

/// Runs the tests of the language whose names contain a word, or all but the long ones.
///
/// What changes is compiled incrementally and not optimized, in a folder of its own: so neither this nor any other
/// command builds anew what the other one has built.
pub fn run_tests(filter: Option<&str>) -> Result<()> {
    let mut cargo = cargo();
    cargo.env("CARGO_INCREMENTAL", "1");
    cargo.args(["test", "--locked", "--package=listing", "--test=all", "--target-dir"]);
    cargo.arg(target_dir()?.join("quick"));
    cargo.args(["--config", "profile.dev.package.listing.opt-level=0"]);
    cargo.arg("--");
    match filter {
        Some(filter) => cargo.arg(filter),
        None => cargo.args(LONG.iter().map(|it| format!("--skip={it}"))),
    };
    run(&mut cargo)
}
