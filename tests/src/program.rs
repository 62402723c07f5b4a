//! Programs that end with this one and leave nothing behind.
use std::{
    env, fs,
    io::{self, BufRead, BufReader, Read},
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{self, Child, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, Result};

/// Runs a program until the standard input ends, then ends it with all that it started, and removes
/// its scratch folder. The input is a pipe from this process: it ends with the process, however
/// that ends. Statics are never dropped, and a Chromium outlives its chromedriver.
const GUARD: &str = r#"setsid "$@" 2>&1 &
exec >/dev/null # or else the program's output never ends
read -r _
kill -TERM "-$!"; wait; kill -KILL "-$!"
rm -rf "$TMPDIR""#;

pub struct Program {
    guard: Child,
    output: Option<BufReader<ChildStdout>>,
}

impl Program {
    /// Starts a program with its arguments. `TMPDIR` and `HOME` name a folder that ends with it.
    pub fn start(command: &[&str], variables: &[(&str, &str)]) -> Result<Self> {
        let scratch = scratch_dir();
        fs::create_dir_all(&scratch)?;
        let mut guard = Command::new("sh")
            .args(["-c", GUARD, "guard"])
            .args(command)
            .envs(variables.iter().copied())
            .env("TMPDIR", &scratch)
            .env("HOME", &scratch)
            // an interrupt from the keyboard must not end the guard before it has cleaned up
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start sh")?;
        let output = guard.stdout.take().map(BufReader::new);
        Ok(Self { guard, output })
    }

    /// Waits until the program prints a line with the marker in it. What follows the marker.
    pub fn wait_for(&mut self, marker: &str) -> Result<String> {
        let mut output = self.output.take().context("already waited for")?;
        let found = output.by_ref().lines().find_map(|line| {
            let line = line.ok()?;
            let (_, rest) = line.split_once(marker)?;
            Some(rest.to_owned())
        });
        // a program stops when nobody reads what it prints
        thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        found.with_context(|| format!("it has ended without printing {marker:?}"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // closes its input first
        let _ = self.guard.wait();
    }
}

/// Chromium leaves a profile of some 20 MB behind, and needs a short path for its socket: so the
/// folder is temporary, and not deep under `target/`.
fn scratch_dir() -> PathBuf {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    env::temp_dir().join(format!("interleave-{}-{number}", process::id()))
}
