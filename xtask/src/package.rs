//! `cargo xtask package`: the site as a package for npm, with its element and its JavaScript API.
//!
//! wasm-pack makes a package of one library with one wasm module. Ours are many programs, of which
//! a script picks one, so that a reader loads one algorithm and not all. So the package holds what
//! the site is made of; "Open in Interleave" leads to the pages in it.
use std::{fs, path::PathBuf};

use anyhow::{Context, Result};

use crate::{
    assemble::{self, copy_all, dist},
    process::{command, root, run, target_dir},
};

const NO_VERSION: &str = "\"version\": \"0.0.0\"";

pub fn build() -> Result<()> {
    assemble::build(None)?;
    println!("{}", pack()?.display());
    Ok(())
}

/// Of a site that has been built, the package as a file.
pub fn pack() -> Result<PathBuf> {
    let out = target_dir()?.join("package");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let dir = out.join("interleave-run");
    fs::create_dir_all(&dir)?;
    copy_all(&dist(), &dir)?;
    fs::remove_dir_all(dir.join("examples"))?;
    let ours = root().join("web/npm");
    let about = fs::read_to_string(ours.join("package.json")).context("package.json")?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(dir.join("package.json"), about.replace(NO_VERSION, &version))?;
    fs::copy(ours.join("README.md"), dir.join("README.md")).context("README.md")?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(licence), dir.join(licence)).context(licence)?;
    }
    run(command("npm")
        .args(["pack", "--silent", "--pack-destination"])
        .arg(&out)
        .current_dir(dir))?;
    Ok(out.join(concat!("interleave-run-", env!("CARGO_PKG_VERSION"), ".tgz")))
}
