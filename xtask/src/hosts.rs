//! Sites of the tools that people write with, each with figures of ours: installed, built, and opened in a browser.
use std::{
    env, fs, iter,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    assemble, package,
    process::{cargo, command, root, run, target_dir},
    setup, test,
};

/// The page that most of them have.
const POST: &str = "post.md";

/// Builds each site of `tests/hosts` with the package and the site that are there, and opens them all.
pub fn check() -> Result<()> {
    setup::hosts()?;
    package::pack()?;
    for host in assemble::sorted(&root().join("tests/hosts"))? {
        if host.is_dir() {
            build(&host).with_context(|| host.display().to_string())?;
        }
    }
    run(cargo().arg("test").args(test::NATIVE).args([
        "--test=e2e",
        "--",
        "--ignored",
        "sites_of_other_tools",
    ]))
}

/// In a folder of its own, from nothing.
fn build(host: &Path) -> Result<()> {
    let name = host.file_name().context("no name")?;
    let site = target_dir()?.join("hosts").join(name);
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    fs::create_dir_all(&site)?;
    assemble::copy_all(host, &site)?;
    fs::copy(root().join("tests/hosts").join(POST), site.join(POST))?;
    if site.join("package.json").exists() {
        fs::copy(package::packed()?, site.join("interleave-run.tgz"))?;
        let install = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"];
        run(command("npm").args(install).current_dir(&site))?;
        return run(command("npm").args(["run", "build"]).current_dir(&site));
    }
    let programs =
        if site.join("requirements.txt").exists() { python(&site)? } else { site.clone() };
    let old = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(programs).chain(env::split_paths(&old)))?;
    run(command("sh").args(["-e", "build.sh"]).env("PATH", path).current_dir(&site))
}

/// The folder with the programs that a site needs from `PyPI`.
fn python(site: &Path) -> Result<PathBuf> {
    // not below the site: some tools take all that lies there for pages
    let folder = target_dir()?.join("hosts-python").join(site.file_name().context("no name")?);
    run(command("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let programs = folder.join("bin");
    let install = ["install", "--quiet", "--requirement", "requirements.txt"];
    run(Command::new(programs.join("pip")).args(install).current_dir(site))?;
    Ok(programs)
}
