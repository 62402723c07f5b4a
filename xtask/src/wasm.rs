//! Tests that run as wasm in a real browser, by wasm-pack.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

use anyhow::{Context, Result, ensure};

use crate::{
    assemble::sorted,
    process::{command, root, run_and_read},
    setup,
};

/// A crate takes part by having `tests/web.rs`.
pub const TEST: &str = "web";

pub struct Suite {
    dir: PathBuf,
    pub package: String,
}

impl Suite {
    fn of(dir: PathBuf) -> Option<Self> {
        let file = dir.join("tests").join(TEST).with_extension("rs");
        // a crate is called like its folder
        let package = dir.file_name()?.to_string_lossy().into_owned();
        file.exists().then_some(Self { dir, package })
    }
}

pub fn suites() -> Result<Vec<Suite>> {
    let mut dirs = sorted(&root().join("crates"))?;
    dirs.push(root().join("web"));
    Ok(dirs.into_iter().filter_map(Suite::of).collect())
}

pub fn run() -> Result<()> {
    setup::wasm_target()?;
    setup::browser()?;
    let path = setup::wasm_tools()?;
    let scratch = Scratch::new()?;
    let suites = suites()?;
    ensure!(!suites.is_empty(), "no crate has a tests/{TEST}.rs");
    for suite in suites {
        let printed = run_and_read(
            command("wasm-pack")
                .args(["test", "--headless", "--chrome", "--mode", "no-install"])
                .arg(&suite.dir)
                .args(["--locked", "--test", TEST])
                .env("PATH", &path)
                .env("TMPDIR", scratch.path())
                // without it, suites that do not ask for a browser are skipped in silence
                .env("WASM_BINDGEN_USE_BROWSER", "1")
                // for a whole suite, of which one searches millions of states
                .env("WASM_BINDGEN_TEST_TIMEOUT", "900")
                .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("webdriver.json")),
        )?;
        ensure!(passed(&printed) > 0, "no test ran in {}", suite.package);
    }
    Ok(())
}

/// How many tests the runner's summary lines say have passed.
fn passed(printed: &str) -> usize {
    let counts = printed.lines().filter_map(|line| {
        let (_, summary) = line.split_once("test result: ok. ")?;
        summary.split_once(" passed")?.0.parse::<usize>().ok()
    });
    counts.sum()
}

/// Each browser session leaves its profile in the temporary folder: give it one to throw away.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let dir = env::temp_dir().join(format!("interleave-{}", process::id()));
        fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
        Ok(Self(dir))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn a_suite_that_was_skipped_has_passed_nothing() {
        assert_eq!(passed("no tests to run!\n"), 0);
        assert_eq!(passed("test result: ok. 0 passed; 0 failed; 0 ignored\n"), 0);
        assert_eq!(passed("x\ntest result: ok. 12 passed; 0\ntest result: ok. 1 passed;"), 13);
    }
}
