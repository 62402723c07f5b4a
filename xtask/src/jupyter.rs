//! The package for notebooks: what `pip` installs, with the element and the engine of the package for npm.
use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::{
    assemble,
    package::LICENSES,
    process::{root, target_dir},
};

const PARTS: [&str; 5] = ["interleave-run.js", "style.js", "letters.js", "engine.js", "worker.js"];
const ENGINE: &str = "engine_bg.wasm";
/// In the place of the version, which is that of everything here.
const NO_VERSION: &str = "version = \"0.0.0\"";

/// Makes `target/jupyter` of a package for npm.
pub fn pack(package: &Path) -> Result<()> {
    let dir = target_dir()?.join("jupyter");
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;
    assemble::copy_all(&root().join("web/jupyter"), &dir)?;
    for name in LICENSES {
        fs::copy(package.join(name), dir.join(name))?;
    }
    let about = fs::read_to_string(dir.join("pyproject.toml"))?;
    ensure!(about.contains(NO_VERSION), "no {NO_VERSION}");
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(dir.join("pyproject.toml"), about.replace(NO_VERSION, &version))?;
    let module = dir.join("interleave_run");
    for name in PARTS {
        fs::copy(package.join(name), module.join(name)).with_context(|| name.to_owned())?;
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(package.join(ENGINE))?)?;
    fs::write(module.join(format!("{ENGINE}.gz")), packed.finish()?)?;
    println!("{}", dir.display());
    Ok(())
}
