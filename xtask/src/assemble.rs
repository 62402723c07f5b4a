//! Puts the site together in `dist/`.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    process::{root, run, target_dir},
    setup::{self, WASM},
    styles,
    test::{NATIVE, SOCIAL},
};

/// The page's library, and what its program is called on the site.
const PAGE: &str = "web";
pub const ENGINE: &str = "engine";
/// What answers for histories and for litmus tests, and what writes films, each in a module of its own: package and
/// program are called so.
const MODULES: [&str; 3] = ["monitor", "axioms", "film"];

/// How the engine is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As it is shipped.
    Site,
    /// Sooner done, and larger; the search is as fast.
    Quick,
}

impl Profile {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Quick => "quick",
        }
    }

    /// What the page's library has besides.
    pub const fn features(self) -> &'static [&'static str] {
        match self {
            Self::Site => &[],
            // it makes documents for `serve`
            Self::Quick => &["--features=web/documents"],
        }
    }
}

pub fn dist() -> PathBuf {
    root().join("dist")
}

/// When the site's documents are made.
pub enum Documents<'a> {
    /// Beforehand; and the address that the site will have, for what cannot be said without it.
    Beforehand(Option<&'a str>),
    /// In the browser of a visitor, without previews: nothing else has to be compiled for them.
    OnVisit,
}

/// What stands in the place of documents that are made on a visit.
pub const UNMADE: &str = "unmade.html";

/// `cargo` is what compiles: [`cargo`](crate::process::cargo), or with clippy in it.
pub fn build(profile: Profile, made: &Documents, cargo: fn() -> Command) -> Result<()> {
    setup::wasm_target()?;
    let dist = dist();
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::create_dir_all(&dist)?;
    // side by side: each of them often has work for one core only
    thread::scope(|scope| {
        let documents = scope.spawn(|| documents(made, &dist, cargo()));
        engine(profile, &dist, cargo())?;
        for name in MODULES {
            module(name, profile, &dist, cargo())?;
        }
        documents.join().expect("no panic")
    })?;
    copy_all(&root().join("web/static"), &dist)?;
    styles::write(&dist)
}

fn documents(made: &Documents, dist: &Path, mut build: Command) -> Result<()> {
    let &Documents::Beforehand(site) = made else {
        let unmade = root().join("web").join(UNMADE);
        for name in [UNMADE, "index.html"] {
            fs::copy(&unmade, dist.join(name))?;
        }
        return Ok(());
    };
    build.arg("build").args(NATIVE).arg("--bin=prerender");
    // only a site with an address has pictures for social cards
    build.args(site.map(|_| SOCIAL));
    run(&mut build)?;
    let mut prerender = Command::new(target_dir()?.join("debug/prerender"));
    run(prerender.arg(dist).args(site))
}

/// What JavaScript loads of the page's library.
fn engine(profile: Profile, dist: &Path, cargo: Command) -> Result<()> {
    let program = compile(cargo, profile, PAGE, profile.features())?;
    bind(&program, Bindgen::new().web(true)?, ENGINE, dist)
}

/// What the worker of one page loads.
fn module(name: &str, profile: Profile, dist: &Path, cargo: Command) -> Result<()> {
    let program = compile(cargo, profile, name, &[])?;
    bind(&program, Bindgen::new().web(true)?, name, dist)
}

/// Compiles a library for the browser; gives the program.
pub fn compile(
    mut cargo: Command,
    profile: Profile,
    package: &str,
    features: &[&str],
) -> Result<PathBuf> {
    let build = ["build", "--lib", "--target", WASM, "--package", package, "--profile"];
    run(cargo.args(build).arg(profile.name()).args(features).args(as_for_page()?))?;
    let dir = target_dir()?.join(WASM).join(profile.name());
    Ok(dir.join(package).with_extension("wasm"))
}

/// What JavaScript needs to load a program, in a folder.
pub fn bind(program: &Path, target: &mut Bindgen, name: &str, dir: &Path) -> Result<()> {
    target
        .input_path(program)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(dir)
}

/// What cargo is told for the page besides the profile.
pub fn as_for_page() -> Result<[String; 3]> {
    // a panic tells where it was: not where this machine keeps its sources
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).context("no CARGO_HOME")?;
    let sources = sorted(&home.join("registry/src"))?;
    let remap = sources.iter().map(|source| format!("--remap-path-prefix={}=", source.display()));
    // states are copied 16 bytes at a time
    let flags: Vec<_> = remap.chain(["-Ctarget-feature=+simd128".into()]).collect();
    let flags = format!("target.{WASM}.rustflags={flags:?}");
    Ok(["--locked".into(), "--config".into(), flags])
}

/// Every file of a folder and its sub-folders, if there is such a folder.
pub fn copy_all(from: &Path, to: &Path) -> Result<()> {
    for path in sorted(from)? {
        let target = to.join(path.file_name().expect("read_dir gives names"));
        if path.is_dir() {
            fs::create_dir_all(&target)?;
            copy_all(&path, &target)?;
        } else {
            fs::copy(&path, target).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// A folder's entries by name; none if there is no such folder.
pub fn sorted(dir: &Path) -> Result<Vec<PathBuf>> {
    if !dir.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(dir).with_context(|| dir.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
