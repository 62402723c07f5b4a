//! The extension for VS Code: tested, and packed as a file that it installs.
use std::{fs, path::PathBuf};

use anyhow::Result;
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    assemble::{self, Profile},
    process::{cargo, command, root, run, target_dir},
    setup, size, test,
};

/// What is packed.
pub const PACKED: &str = "interleave.vsix";

/// The package with the language server for a worker.
const WORKER: &str = "worker";

pub fn folder() -> PathBuf {
    root().join("editors/vscode")
}

/// With the program beside it, which its grammar and its worker are held to.
pub fn check() -> Result<()> {
    setup::editors()?;
    worker()?;
    run(cargo().arg("build").args(test::NATIVE).arg("--bin=interleave"))?;
    let program = target_dir()?.join("debug").join("interleave");
    run(command("npm").arg("test").env("INTERLEAVE", program).current_dir(folder()))?;
    packed()
}

pub fn pack() -> Result<()> {
    setup::editors()?;
    worker()?;
    packed()
}

/// The language server that is packed, as it is shipped.
fn worker() -> Result<()> {
    setup::wasm_target()?;
    let program = assemble::compile(cargo(), Profile::Site, WORKER, &[])?;
    assemble::bind(&program, Bindgen::new().web(true)?, WORKER, &folder().join("wasm"))
}

fn packed() -> Result<()> {
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(license), folder().join(license))?;
    }
    run(command("npm").args(["run", "package"]).current_dir(folder()))?;
    size::extension(&folder().join(PACKED))
}
