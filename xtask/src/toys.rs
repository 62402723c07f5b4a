//! What an addition costs: a toy function, a toy statement, a toy claim and a toy picture, each a patch of the sources.

use crate::process::{cargo, command, root, run, run_and_read, target_dir};
use anyhow::{Context, Result, ensure};
use std::{fs, path::Path};

/// Each with how many files of the program it changes, beside the reference and the texts and tests of what is new.
const TOYS: [(&str, usize); 4] = [("function", 1), ("sugar", 2), ("claim", 4), ("picture", 4)];

/// What says so, and what to do.
const ANEW: &str = "Make the change by hand, and write tests/toys/NAME.patch anew: git diff -U1.";

/// That they still fit the sources, and change so many files.
pub fn check() -> Result<()> {
    let patches = TOYS.map(|(name, _)| format!("tests/toys/{name}.patch"));
    run(command("git").args(["apply", "--check"]).args(&patches)).context(ANEW)?;
    for ((name, files), patch) in TOYS.into_iter().zip(patches) {
        let text = fs::read_to_string(root().join(patch))?;
        let changed = text.lines().filter_map(|line| line.strip_prefix("+++ b/"));
        let changed: Vec<&str> =
            changed.filter(|path| path.starts_with("crates/") && path.contains("/src/")).collect();
        ensure!(changed.len() == files, "the toy {name} changes {files} files, not {changed:?}");
    }
    Ok(())
}

/// Compiles a copy of the sources with all of them, and runs the tests that what is new has to pass: its examples in
/// the reference, the tests of completeness, and that it is drawn.
pub fn compile() -> Result<()> {
    check()?;
    let folder = target_dir()?.join("toys");
    let tree = folder.join("tree");
    copy_sources(&tree)?;
    let patches = TOYS.map(|(name, _)| root().join(format!("tests/toys/{name}.patch")));
    // git takes the copy for a part of this repository, and would leave out what is not in it
    let mut apply = command("git");
    apply.current_dir(&tree).env("GIT_CEILING_DIRECTORIES", &folder);
    run(apply.arg("apply").args(patches))?;
    let tests = [
        ("listing", "all", &["complete::", "page::", "verdicts::verdicts", "every_word"][..]),
        ("picture", "pictures", &["lamp"]),
    ];
    for (package, test, names) in tests {
        let mut cargo = cargo();
        cargo.current_dir(&tree).args(["test", "--locked", "--package", package, "--test", test]);
        run(cargo.arg("--target-dir").arg(folder.join("target")).arg("--").args(names))?;
    }
    Ok(())
}

/// All files that git knows, as they are now. What has not changed stays, and is not compiled again.
fn copy_sources(tree: &Path) -> Result<()> {
    let files = run_and_read(command("git").arg("ls-files"))?;
    for file in files.lines() {
        let (from, to) = (root().join(file), tree.join(file));
        fs::create_dir_all(to.parent().context("a file in a folder")?)?;
        if from.exists() && fs::read(&to).ok() != Some(fs::read(&from)?) {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn toys_fit_and_change_few_files() {
        super::check().unwrap();
    }
}
