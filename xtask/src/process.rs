//! Where things are, and how other programs are run.
use std::{
    env,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use anyhow::{Context, Result, ensure};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// Cargo's target folder, wherever its settings put it: this program runs from a folder in it.
pub fn target_dir() -> Result<PathBuf> {
    let exe = env::current_exe()?;
    Ok(exe.ancestors().nth(2).context("not started by cargo")?.to_owned())
}

pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

pub fn cargo() -> Command {
    command(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// Cargo with clippy in the place of the compiler for what is ours, and its warnings as errors: so
/// nothing is looked at a second time only to be linted.
pub fn linting() -> Command {
    let mut cargo = cargo();
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", "-Dwarnings");
    cargo
}

/// Is there such a program on the PATH?
pub fn have(program: &str) -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|dir| dir.join(program).exists())
}

/// The command as one would type it, without its environment.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = [name].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

pub fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    eprintln!("$ {shown}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "failed ({status}): {shown}");
    Ok(())
}

/// Like [`run`], and also gives back what the command printed.
pub fn run_and_read(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    eprintln!("$ {shown}");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {shown}"))?;
    let out = child.stdout.take().expect("piped");
    let err = child.stderr.take().expect("piped");
    let err = thread::spawn(move || echo(err, io::stderr()));
    let mut text = echo(out, io::stdout())?;
    text += &err.join().expect("no panic in echo")?;
    let status = child.wait()?;
    ensure!(status.success(), "failed ({status}): {shown}");
    Ok(text)
}

fn echo(from: impl Read, mut to: impl Write) -> io::Result<String> {
    let mut text = String::new();
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line)? > 0 {
        to.write_all(&line)?;
        to.flush()?;
        text += &String::from_utf8_lossy(&line);
        line.clear();
    }
    Ok(text)
}
