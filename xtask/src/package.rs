//! `cargo xtask package`: what npm installs, made of the site: the element, its JavaScript API, and the engine.
use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{
    assemble::{self, Documents, Profile},
    jupyter,
    process::{cargo, command, root, run, target_dir},
    size,
};

const NAME: &str = "interleave-run";

const FROM_SITE: [&str; 11] = [
    "interleave-run.js",
    "interleave-code.js",
    "interleave-run.d.ts",
    "interleave.d.ts",
    "load.js",
    "worker.js",
    "style.js",
    "letters.js",
    "engine.js",
    "engine.d.ts",
    "engine_bg.wasm",
];
/// For what colours fences, and forgets the names of languages that it does not know.
const GRAMMAR: &str = "interleave.tmLanguage.json";
const OWN: [&str; 6] =
    ["README.md", "custom-elements.json", "react.d.ts", "remark.d.ts", "remark.js", "vue.d.ts"];
/// The project's licenses, and that of the letters.
pub const LICENSES: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", OFL];
const OFL: &str = "LICENSE-OFL";

/// Where the site's element finds our pages. A package has none.
const HOME: &str = "const HOME = new URL(\".\", import.meta.url).href;";

/// As it is shipped, and within its budgets.
pub fn build() -> Result<()> {
    assemble::build(Profile::Site, &Documents::Beforehand(None), cargo)?;
    pack()?;
    size::package(&folder()?)
}

/// Makes the package of the site that is there.
pub fn pack() -> Result<()> {
    let dir = folder()?;
    let out = dir.parent().context("no folder for packages")?;
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(&dir)?;
    let npm = root().join("web/npm");
    copy(&assemble::dist(), &FROM_SITE, &dir)?;
    copy(&npm, &OWN, &dir)?;
    copy(&root().join("editors/vscode/syntaxes"), &[GRAMMAR], &dir)?;
    copy(&root(), &LICENSES[..2], &dir)?;
    fs::copy(assemble::dist().join("fonts/OFL.txt"), dir.join(OFL))?;
    let element = dir.join("interleave-run.js");
    let script = fs::read_to_string(&element)?;
    ensure!(script.contains(HOME), "{} has no {HOME}", element.display());
    fs::write(element, script.replace(HOME, "const HOME = \"\";"))?;
    let mut about: Value = serde_json::from_str(&fs::read_to_string(npm.join("package.json"))?)?;
    about["version"] = json!(env!("CARGO_PKG_VERSION"));
    fs::write(dir.join("package.json"), format!("{about:#}\n"))?;
    run(command("npm")
        .args(["pack", "--silent", "--pack-destination"])
        .arg(out)
        .current_dir(&dir))?;
    println!("{}", out.display());
    jupyter::pack(&dir)
}

/// The packed file.
pub fn packed() -> Result<PathBuf> {
    let name = format!("{NAME}-{}.tgz", env!("CARGO_PKG_VERSION"));
    Ok(folder()?.with_file_name(name))
}

/// What is packed, and beside it the packed file.
fn folder() -> Result<PathBuf> {
    Ok(target_dir()?.join("package").join(NAME))
}

fn copy(from: &Path, names: &[&str], to: &Path) -> Result<()> {
    for name in names {
        fs::copy(from.join(name), to.join(name)).with_context(|| (*name).to_owned())?;
    }
    Ok(())
}
