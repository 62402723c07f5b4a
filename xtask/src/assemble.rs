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
    let styles = short(&styles()?);
    fs::write(dist.join("style.js"), as_module(&styles))?;
    fs::write(dist.join("style.css"), styles)?;
    let sheets = sorted(&dist)?.into_iter().filter(|it| it.extension() == Some("css".as_ref()));
    for sheet in sheets.filter(|sheet| !sheet.ends_with("style.css")) {
        fs::write(&sheet, short(&fs::read_to_string(&sheet)?))?;
    }
    Ok(())
}

/// A style sheet for `<interleave-run>`: without fonts, which a shadow root cannot bring.
fn as_module(css: &str) -> String {
    let mut parts = css.split("@font-face {");
    let first = parts.next().unwrap_or_default();
    let after = parts.filter_map(|part| Some(part.split_once('}')?.1));
    let rules: String = [first].into_iter().chain(after).collect();
    format!("export default {};\n", serde_json::Value::from(rules.trim_start()))
}

/// A style sheet without comments, and without space around lines: it is loaded before a page is seen.
fn short(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default();
    let after = parts.filter_map(|part| Some(part.split_once("*/")?.1));
    let rules: String = [first].into_iter().chain(after).collect();
    let lines = rules.lines().map(str::trim).filter(|it| !it.is_empty());
    // what stands on several lines stays on several
    let line = |line: &str| match line.ends_with(['{', '}', ';', ',']) {
        true => line.to_owned(),
        false => format!("{line}\n"),
    };
    lines.map(line).collect()
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

/// The style sheets as one, in the order of their names.
fn styles() -> Result<String> {
    let mut sheets = Vec::new();
    for folder in ["web/styles", "crates/picture/styles"] {
        sheets.extend(sorted(&root().join(folder))?);
    }
    sheets.retain(|path| path.extension().is_some_and(|ext| ext == "css"));
    sheets.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    sheets
        .iter()
        .map(|path| fs::read_to_string(path).with_context(|| path.display().to_string()))
        .collect()
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

#[cfg(test)]
mod tests {
    use super::{as_module, short};

    #[test]
    fn a_style_sheet_loses_comments_and_space_around_lines_alone() {
        assert_eq!(short("/* a */\n.b {\n  c: \"x y\"; /* d\n e */\n}\n"), ".b {c: \"x y\";}");
        let areas = ".a,\n.b > c {\n  grid-template-areas:\n    \"d e\"\n    \"f\";\n}\n";
        assert_eq!(short(areas), ".a,.b > c {grid-template-areas:\n\"d e\"\n\"f\";}");
    }

    #[test]
    fn a_module_of_styles_names_no_file() {
        let css = "@font-face {\nsrc: url(\"a.woff2\");\n}\n@font-face {\n}\n.b {\nc: \"x\";\n}";
        assert_eq!(as_module(css), "export default \".b {\\nc: \\\"x\\\";\\n}\";\n");
    }
}
