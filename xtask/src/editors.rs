//! The extension for VS Code: tested, and packed as a file that it installs.
use std::path::PathBuf;

use anyhow::Result;

use crate::{
    process::{cargo, command, root, run, target_dir},
    setup, test,
};

/// What is packed.
pub const PACKED: &str = "interleave.vsix";

pub fn folder() -> PathBuf {
    root().join("editors/vscode")
}

/// With the program beside it, whose colours its grammar is held to.
pub fn check() -> Result<()> {
    setup::editors()?;
    run(cargo().arg("build").args(test::NATIVE).arg("--bin=interleave"))?;
    let program = target_dir()?.join("debug").join("interleave");
    run(command("npm").arg("test").env("INTERLEAVE", program).current_dir(folder()))?;
    pack()
}

pub fn pack() -> Result<()> {
    setup::editors()?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        std::fs::copy(root().join(license), folder().join(license))?;
    }
    run(command("npm").args(["run", "package"]).current_dir(folder()))
}
