//! `cargo xtask release`: everything that a release consists of, in one folder.
mod install;

use std::{
    env::consts::{ARCH, EXE_SUFFIX, OS},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

pub use install::check;

use crate::{
    assemble, editors, package,
    process::{cargo, command, root, run, target_dir},
    setup,
};

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Beside a program.
const TEXTS: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"];

pub fn folder() -> Result<PathBuf> {
    Ok(target_dir()?.join("release-files"))
}

/// The program for this machine, and all that is the same for every machine.
pub fn build() -> Result<()> {
    let folder = cleared()?;
    let musl = format!("{ARCH}-unknown-linux-musl");
    let is_static = OS == "linux" && setup::has_target(&musl)?;
    if !is_static {
        eprintln!(
            "no target {musl}: the program needs the C library of this machine, or a newer one"
        );
    }
    program_for(is_static.then_some(&*musl), &folder)?;
    package::build()?;
    let packed = format!("interleave-run-{VERSION}.tgz");
    fs::copy(target_dir()?.join("package").join(&packed), folder.join(packed))?;
    tar(&folder.join("interleave-site.tar.gz"), &assemble::dist(), &["."])?;
    editors::pack()?;
    fs::copy(editors::folder().join(editors::PACKED), folder.join(editors::PACKED))?;
    source(&folder)?;
    fs::copy(root().join("CHANGELOG.md"), folder.join("CHANGELOG.md"))?;
    for file in assemble::sorted(&folder)? {
        println!("{:>10} {}", fs::metadata(&file)?.len(), file.display());
    }
    Ok(())
}

/// The program alone, for a target that this machine can link for.
pub fn program(target: &str) -> Result<()> {
    program_for(Some(target), &cleared()?)
}

fn cleared() -> Result<PathBuf> {
    let folder = folder()?;
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn program_for(target: Option<&str>, folder: &Path) -> Result<()> {
    let mut compile = cargo();
    compile.args(["build", "--release", "--locked", "--package=cli"]);
    run(compile.args(target.map(|it| format!("--target={it}"))))?;
    let built = target_dir()?.join(target.unwrap_or_default()).join("release");
    let staging = target_dir()?.join("release-program");
    fs::create_dir_all(&staging)?;
    let program = format!("interleave{EXE_SUFFIX}");
    fs::copy(built.join(&program), staging.join(&program))?;
    for text in TEXTS {
        fs::copy(root().join(text), staging.join(text))?;
    }
    let files = [&[&*program], &TEXTS[..]].concat();
    tar(&folder.join(format!("interleave-{}.tar.gz", platform(target)?)), &staging, &files)
}

/// As `action.sh` asks for it.
fn platform(target: Option<&str>) -> Result<String> {
    let host = format!("{ARCH}-{OS}");
    let of = target.unwrap_or(&host);
    let known =
        [("linux", "linux"), ("darwin", "macos"), ("macos", "macos"), ("windows", "windows")];
    let system = known.iter().find(|it| of.contains(it.0)).context("a system that is not known")?.1;
    let machine = if of.starts_with("aarch64") { "arm64" } else { "x86_64" };
    ensure!(machine == "arm64" || of.starts_with("x86_64"), "{of}: a machine that is not known");
    Ok(format!("{system}-{machine}"))
}

/// What is committed, from which `cargo install` makes the program, too. It is no package for crates.io: that
/// would take a name there for each of our libraries.
fn source(folder: &Path) -> Result<()> {
    let name = format!("interleave-{VERSION}");
    let file = folder.join(format!("{name}-source.tar.gz"));
    run(command("git")
        .args(["archive", "--format=tar.gz"])
        .arg(format!("--prefix={name}/"))
        .arg("--output")
        .arg(file)
        .arg("HEAD"))
}

fn tar(file: &Path, from: &Path, names: &[&str]) -> Result<()> {
    run(command("tar").arg("-czf").arg(file).arg("-C").arg(from).args(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The workflow's targets are those for which the action has a name.
    #[test]
    fn the_action_asks_for_what_the_workflow_makes() {
        let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
        let workflow = read(".github/workflows/release.yml");
        let targets = workflow.lines().filter_map(|line| line.split("target: ").nth(1));
        let mut made: Vec<String> = targets
            .filter_map(|target| target.split(" }").next())
            .map(|target| platform(Some(target)).unwrap())
            .collect();
        let action = read("action.sh");
        let mut asked: Vec<&str> = action
            .lines()
            .filter_map(|line| line.split_once("platform=")?.1.split(' ').next())
            .collect();
        made.sort();
        asked.sort_unstable();
        assert_eq!(made, asked);
    }

    #[test]
    fn the_newest_changes_are_those_of_this_version() {
        let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
        let first = changes.lines().find_map(|line| line.strip_prefix("## ")).unwrap();
        assert_eq!(first, VERSION);
    }
}
