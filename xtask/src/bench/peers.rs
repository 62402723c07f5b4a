//! The programs that search beside ours, made ready.

use std::{fs, path::Path, process::Command};

use anyhow::Result;

use super::{Found, path, text};
use crate::process::{cargo, root, run};

/// Makes a verifier in a folder.
pub fn spin(file: &str, macros: &[&str], dir: &Path, flags: &[&str]) -> Result<String> {
    fs::create_dir_all(dir)?;
    // exactly the states of the model: no statement merged with the next, nothing forgotten
    let mut spin = Command::new("spin");
    spin.args(["-o2", "-o3", "-a"]).args(macros).arg(root().join("tests/peers").join(file));
    run(spin.current_dir(dir))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR"]).args(flags);
    run(gcc.args(["-o", "pan", "pan.c"]).current_dir(dir))?;
    Ok(text(&dir.join("pan")))
}

pub fn stateright(dir: &Path) -> Result<String> {
    let manifest = path("tests/peers/stateright/Cargo.toml")?;
    let build = ["build", "--locked", "--release", "--manifest-path", &manifest];
    run(cargo().args(build).arg("--target-dir").arg(dir))?;
    Ok(text(&dir.join("release/peers")))
}

/// Makes a verifier of a model that has to end.
pub fn rumur(file: &str, dir: &Path) -> Result<String> {
    let (source, made) = (root().join("tests/peers").join(file), dir.join("rumur"));
    let mut rumur = Command::new("rumur");
    rumur.args(["--threads", "1", "--deadlock-detection", "off", "--symmetry-reduction", "off"]);
    run(rumur.arg("--output").arg(made.with_extension("c")).arg(source))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-O3", "-w", "-march=native", "-mcx16", "-o"]).arg(&made);
    run(gcc.arg(made.with_extension("c")).arg("-lpthread"))?;
    Ok(text(&made))
}

/// What Rumur's verifier says at the end.
pub fn explored(printed: &str) -> Option<Found> {
    let (before, rest) = printed.rsplit_once(" states, ")?;
    let transitions = rest.split_once(" rules fired")?.0;
    Some(Found {
        states: before.split_whitespace().next_back()?.parse().ok()?,
        transitions: transitions.parse().ok()?,
        bytes: None,
        ahead: None,
        user: None,
    })
}
