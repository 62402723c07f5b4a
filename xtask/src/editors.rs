//! The extension for VS Code: tested, and packed as a file that it installs. And the grammar for editors with tree-sitter.
use std::{ffi::OsStr, fs, path::PathBuf};

use anyhow::{Result, ensure};
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
    run(command("npm").arg("test").env("INTERLEAVE", &program).current_dir(folder()))?;
    packed()?;
    tree_sitter(program.as_os_str())
}

/// The parser is that of the grammar, and reads every text that there is.
fn tree_sitter(program: &OsStr) -> Result<()> {
    let path = setup::wasm_tools(&["tree-sitter-cli"])?;
    let folder = root().join("editors/tree-sitter");
    let tool = |name: &str| {
        let mut tool = command(name);
        tool.env("PATH", &path).current_dir(&folder);
        tool
    };
    let made = target_dir()?.join("tree-sitter");
    run(tool("tree-sitter").args(["generate", "--output"]).arg(&made))?;
    for file in ["parser.c", "grammar.json"] {
        let is_same = fs::read(made.join(file))? == fs::read(folder.join("src").join(file))?;
        ensure!(is_same, "src/{file} is not that of grammar.js: tree-sitter generate");
    }
    run(tool("tree-sitter").arg("test"))?;
    let texts = [root().join("crates/algorithms/listings"), root().join("tests/models")];
    let texts =
        texts.iter().map(|text| assemble::sorted(text)).collect::<Result<Vec<_>>>()?.concat();
    let texts: Vec<_> =
        texts.into_iter().filter(|it| it.extension().is_some_and(|it| it == "ilv")).collect();
    run(tool("tree-sitter").args(["parse", "--quiet"]).args(&texts))?;
    for query in assemble::sorted(&folder.join("queries"))? {
        run(tool("tree-sitter").args(["query", "--quiet"]).arg(query).arg(&texts[0]))?;
    }
    run(tool("node").args(["--test", "test/"]).env("INTERLEAVE", program))
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
