//! Tests that run as wasm in a real browser.
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{self, Command},
};

use anyhow::{Context, Result, ensure};

use crate::{
    assemble::{Profile, as_for_page, sorted},
    process::{command, linting, root, run_and_read},
    setup::{self, WASM},
};

/// A crate takes part by having `tests/web.rs`.
const TEST: &str = "web";

/// The packages that take part, each in a folder of its name.
pub fn suites() -> Result<Vec<String>> {
    let mut dirs = sorted(&root().join("crates"))?;
    dirs.push(root().join("web"));
    let takes_part =
        |folder: &PathBuf| folder.join("tests").join(TEST).with_extension("rs").exists();
    let name = |folder: PathBuf| Some(folder.file_name()?.to_string_lossy().into_owned());
    Ok(dirs.into_iter().filter(takes_part).filter_map(name).collect())
}

/// What runs a test in a browser, on the PATH that is given back.
pub fn runner() -> Result<OsString> {
    setup::wasm_tools(&["wasm-bindgen-cli"])
}

pub fn tests() -> Result<Command> {
    let packages = suites()?.into_iter().map(|suite| format!("--package={suite}"));
    let mut test = linting();
    // as the engine of the tests is compiled: most of it is there already
    test.args(["test", "--target", WASM, "--profile", Profile::Quick.name(), "--test", TEST])
        .args(Profile::Quick.features())
        .args(packages)
        .args(as_for_page()?);
    Ok(test)
}

pub fn run() -> Result<()> {
    setup::wasm_target()?;
    setup::browser()?;
    let scratch = Scratch::new()?;
    let suites = suites()?;
    let printed = run_and_read(in_browser(tests()?.env("PATH", runner()?), &scratch))?;
    let count = printed.matches("test result: ok. ").count();
    ensure!(count == suites.len() && passed(&printed) > 0, "not every suite ran: {suites:?}");
    Ok(())
}

/// The same by `wasm-pack test`, as a reader of its book would.
pub fn run_by_wasm_pack() -> Result<()> {
    setup::wasm_target()?;
    setup::browser()?;
    let path = setup::wasm_tools(&["wasm-bindgen-cli", "wasm-pack"])?;
    let scratch = Scratch::new()?;
    for suite in suites()? {
        let dir =
            if suite == "web" { root().join("web") } else { root().join("crates").join(&suite) };
        let mut test = command("wasm-pack");
        test.args(["test", "--headless", "--chrome", "--mode", "no-install"])
            .arg(dir)
            .args(["--locked", "--test", TEST, "--profile", Profile::Site.name()])
            .env("PATH", &path)
            // the larger rows of the golden table, too: it is asked for when the tests are compiled
            .env("INTERLEAVE_TEST", "everything");
        let printed = run_and_read(in_browser(&mut test, &scratch))?;
        ensure!(passed(&printed) > 0, "no test ran in {suite}");
    }
    Ok(())
}

/// What wasm-bindgen's runner reads.
fn in_browser<'a>(test: &'a mut Command, scratch: &Scratch) -> &'a mut Command {
    test.env("TMPDIR", scratch.path())
        // without it, suites that do not ask for a browser are skipped in silence
        .env("WASM_BINDGEN_USE_BROWSER", "1")
        .env("WASM_BINDGEN_TEST_TIMEOUT", "900")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("webdriver.json"))
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
