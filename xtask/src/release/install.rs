//! Each file of a release is installed in a clean place, and does its main job there.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{VERSION, build, folder, platform};
use crate::{
    editors,
    process::{cargo, run, target_dir},
    serve, setup,
};

const RIGHT: &str = "expect mutual exclusion: holds";
const WRONG: &str = "expect mutual exclusion: fails";

pub fn check() -> Result<()> {
    build()?;
    let place = Place(target_dir()?.join("installed"));
    let program = the_program(&place)?;
    the_site(&place)?;
    the_package(&place)?;
    the_extension(&place)?;
    the_source(&place)?;
    the_action(&place, &program)?;
    the_hooks(&place, &program)?;
    eprintln!("not built here: the container file, whose base comes from a registry of images");
    Ok(())
}

/// Where everything is installed.
struct Place(PathBuf);

impl Place {
    /// A folder of its own, with nothing in it.
    fn clean(&self, name: &str) -> Result<PathBuf> {
        let dir = self.0.join(name);
        if dir.exists() {
            fs::remove_dir_all(&dir)?;
        }
        fs::create_dir_all(&dir)?;
        Ok(dir)
    }

    fn unpacked(&self, name: &str, file: &str) -> Result<PathBuf> {
        let dir = self.clean(name)?;
        run(Command::new("tar").arg("-xzf").arg(folder()?.join(file)).arg("-C").arg(&dir))?;
        Ok(dir)
    }
}

/// Writes a lock, and finds that it does what it expects.
fn the_program(place: &Place) -> Result<PathBuf> {
    let file = format!("interleave-{}.tar.gz", platform(None)?);
    let dir = place.unpacked("program", &file)?;
    let program = dir.join("interleave");
    says(Command::new(&program).arg("--version"), 0, VERSION)?;
    let locks = place.clean("locks")?;
    says(Command::new(&program).args(["new", "lock.ilv"]).current_dir(&locks), 0, "is written")?;
    let tested = Command::new(&program).args(["test", "."]).current_dir(&locks).output()?;
    let printed = String::from_utf8(tested.stdout)?;
    ensure!(tested.status.success() && printed.contains(" passed, 0 failed"), "{printed}");
    ensure!(fs::read_to_string(locks.join("lock.ilv"))?.contains(RIGHT), "{printed}");
    Ok(program)
}

/// A page is opened, and its engine takes it over.
fn the_site(place: &Place) -> Result<()> {
    setup::browser()?;
    let dir = place.unpacked("site", "interleave-site.tar.gz")?;
    let address = serve::beside(&dir)?;
    let mut browser = Command::new("chromium");
    browser.args(["--headless", "--no-sandbox", "--virtual-time-budget=30000", "--dump-dom"]);
    // only the engine reads what is behind `#`
    let link = "peterson.html#peterson?order=turn-first&v=1&run=ABVA.SjzM";
    says(browser.arg(format!("http://{address}/{link}")), 0, "step 9 of 9")
}

/// It is imported where there is no browser, which does nothing, and has what it exports.
fn the_package(place: &Place) -> Result<()> {
    let dir = place.clean("package")?;
    fs::write(dir.join("package.json"), "{ \"private\": true, \"type\": \"module\" }")?;
    run(Command::new("npm")
        .args(["install", "--offline", "--no-audit", "--no-fund", "--silent"])
        .arg(folder()?.join(format!("interleave-run-{VERSION}.tgz")))
        .current_dir(&dir))?;
    let script = "await import('interleave-run'); console.log('imported')";
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", script]).current_dir(&dir);
    says(&mut node, 0, "imported")?;
    let engine = dir.join("node_modules/interleave-run/engine_bg.wasm");
    ensure!(engine.exists(), "no {}", engine.display());
    Ok(())
}

/// Its program can be loaded by an editor, and all that it names is there.
fn the_extension(place: &Place) -> Result<()> {
    let dir = place.clean("extension")?;
    run(Command::new("unzip").arg("-q").arg(folder()?.join(editors::PACKED)).arg("-d").arg(&dir))?;
    let dir = dir.join("extension");
    let about: Value = serde_json::from_str(&fs::read_to_string(dir.join("package.json"))?)?;
    let gives = &about["contributes"];
    for file in [
        &gives["languages"][0]["configuration"],
        &gives["grammars"][0]["path"],
        &gives["snippets"][0]["path"],
    ] {
        let file = dir.join(file.as_str().context("a file")?);
        let _: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    }
    // all that an editor gives, as far as it is asked for while the program loads
    let script = "
        const Any = new Proxy(class {}, { get: (it, name) => name in it ? it[name] : Any });
        const { _load } = require('module');
        require('module')._load = (name, ...more) => name === 'vscode' ? Any : _load(name, ...more);
        console.log(typeof require(process.argv[1]).activate);";
    for place in ["main", "browser"] {
        let program = dir.join(about[place].as_str().context("a program")?);
        says(Command::new("node").args(["--eval", script]).arg(program), 0, "function")?;
    }
    // the server that it brings
    let script = "
        const { Worker } = require('worker_threads');
        const [, folder] = process.argv;
        const worker = new Worker(folder + '/dist/worker.js');
        worker.postMessage(require('fs').readFileSync(folder + '/wasm/worker_bg.wasm'));
        worker.postMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } });
        worker.on('message', ({ result }) => {
          console.log(result.serverInfo);
          worker.terminate();
        });";
    says(Command::new("node").args(["--eval", script]).arg(dir), 0, VERSION)
}

/// `cargo install` makes the program of it: here the one that interprets, which is sooner built.
fn the_source(place: &Place) -> Result<()> {
    let name = format!("interleave-{VERSION}");
    let dir = place.unpacked("source", &format!("{name}-source.tar.gz"))?;
    let root = place.clean("root")?;
    run(cargo()
        .args(["install", "--path", "crates/cli", "--locked", "--no-default-features", "--debug"])
        .arg("--root")
        .arg(&root)
        .env("CARGO_TARGET_DIR", target_dir()?.join("source"))
        .current_dir(dir.join(name)))?;
    says(Command::new(root.join("bin/interleave")).args(["check", "peterson"]), 0, "58 states")
}

/// As a runner runs it, with the release in the place of the one on the network.
fn the_action(place: &Place, program: &Path) -> Result<()> {
    let source = place.0.join(format!("source/interleave-{VERSION}"));
    let about = fs::read_to_string(source.join("action.yml"))?;
    ensure!(about.contains("bash \"$GITHUB_ACTION_PATH/action.sh\""), "another script: {about}");
    let locks = wrong_lock(place, "action", program)?;
    let platform = platform(None)?;
    let (system, machine) = platform.split_once('-').context("a platform")?;
    let mut action = Command::new("bash");
    action.arg(source.join("action.sh")).current_dir(&locks);
    action
        .env("RUNNER_OS", if system == "macos" { "macOS" } else { "Linux" })
        .env("RUNNER_ARCH", if machine == "arm64" { "ARM64" } else { "X64" })
        .env("RUNNER_TEMP", place.clean("runner")?)
        .env("INTERLEAVE_RELEASE", format!("file://{}", folder()?.display()))
        .env("INTERLEAVE_ARGUMENTS", "--no-progress")
        .env("INTERLEAVE_PATHS", ".");
    says(&mut action, 1, "\n::error file=lock.ilv,line=")
}

/// pre-commit itself runs them on what is to be committed: a text is formatted, and a wrong one is told.
fn the_hooks(place: &Place, program: &Path) -> Result<()> {
    let hooks = place.clean("hooks")?;
    let own = place.0.join(format!("source/interleave-{VERSION}/.pre-commit-hooks.yaml"));
    fs::copy(own, hooks.join(".pre-commit-hooks.yaml"))?;
    repository(&hooks)?;
    let locks = wrong_lock(place, "committed", program)?;
    repository(&locks)?;
    let mut path = vec![program.parent().context("a folder")?.to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let mut tried = Command::new(setup::pre_commit()?);
    tried.args(["try-repo", "--all-files"]).arg(&hooks).current_dir(&locks);
    tried.env("PATH", env::join_paths(path)?).env("PRE_COMMIT_HOME", place.clean("cache")?);
    says(&mut tried, 1, "! lock.ilv:")?;
    let text = fs::read_to_string(locks.join("lock.ilv"))?;
    fs::write(locks.join("lock.ilv"), text.replace(WRONG, RIGHT))?;
    run(Command::new("git").args(["add", "."]).current_dir(&locks))?;
    says(&mut tried, 0, "Passed")
}

/// A lock that fails otherwise than it expects.
fn wrong_lock(place: &Place, name: &str, program: &Path) -> Result<PathBuf> {
    let dir = place.clean(name)?;
    run(Command::new(program).args(["new", "lock.ilv"]).current_dir(&dir))?;
    let lock = dir.join("lock.ilv");
    fs::write(&lock, fs::read_to_string(&lock)?.replace(RIGHT, WRONG))?;
    Ok(dir)
}

fn repository(dir: &Path) -> Result<()> {
    let who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"];
    for words in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "All"]] {
        run(Command::new("git").args(who).args(words).current_dir(dir))?;
    }
    Ok(())
}

/// Runs it to such an exit code; it prints such a text.
fn says(command: &mut Command, code: i32, text: &str) -> Result<()> {
    eprintln!("$ {command:?}");
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.code() == Some(code), "{}: {printed}{errors}", output.status);
    ensure!(printed.contains(text), "no “{text}” in: {printed}{errors}");
    Ok(())
}
