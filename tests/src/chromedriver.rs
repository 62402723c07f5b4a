//! A private chromedriver on a free port.
use std::{
    env, fs,
    io::{BufRead, BufReader, Read},
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{self, Child, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use anyhow::{Context, Result};

/// Runs a program until the standard input ends, then kills it with all that it started, and removes
/// its scratch folder. The input is a pipe from this process: it ends with the process, however
/// that ends. Statics are never dropped, and a Chromium outlives its chromedriver.
const GUARD: &str = r#"setsid "$@" & read -r _; kill -KILL "-$!"; wait; rm -rf "$TMPDIR""#;

pub struct Chromedriver {
    guard: Child,
    url: String,
    /// Kept open: chromedriver goes on writing to it.
    stdout: BufReader<ChildStdout>,
}

const TRIES: usize = 4;

impl Chromedriver {
    /// Takes `chromedriver` from the PATH, or what the variable `CHROMEDRIVER` names.
    pub fn start() -> Result<Self> {
        // the port that it has chosen may be taken before it listens there
        (1..TRIES).find_map(|_| Self::start_once().ok()).map_or_else(Self::start_once, Ok)
    }

    fn start_once() -> Result<Self> {
        let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let scratch = scratch_dir();
        fs::create_dir_all(&scratch)?;
        let mut guard = Command::new("sh")
            // chromedriver chooses a free port and prints it, so that concurrent tests never collide
            .args(["-c", GUARD, "guard", &program, "--port=0"])
            .env("TMPDIR", &scratch)
            // an interrupt from the keyboard must not end the guard before it has cleaned up
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start sh")?;
        let stdout = BufReader::new(guard.stdout.take().expect("piped"));
        let mut driver = Self { guard, url: String::new(), stdout };
        let port = driver.read_port();
        let port = port
            .with_context(|| format!("{program} does not start; `cargo xtask test` installs it"))?;
        driver.url = format!("http://127.0.0.1:{port}");
        Ok(driver)
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    fn read_port(&mut self) -> Result<u16> {
        let mut lines = self.stdout.by_ref().lines();
        let line = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        line.context("chromedriver did not print its port")
    }
}

impl Drop for Chromedriver {
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
