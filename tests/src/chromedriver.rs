//! A chromedriver of one's own, on a free port.
use std::{
    env, fs,
    io::{BufRead, BufReader, Read},
    path::PathBuf,
    process::{self, Child, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use anyhow::{Context, Result};

pub struct Chromedriver {
    child: Child,
    url: String,
    scratch: PathBuf,
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
        let mut child = Command::new(&program)
            // it chooses a free one and tells which, so that tests side by side never collide
            .arg("--port=0")
            .env("TMPDIR", &scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {program}; `cargo xtask test` installs it"))?;
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut driver = Self { child, url: String::new(), scratch, stdout };
        let port = driver.read_port()?;
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
        line.context("chromedriver did not say its port")
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// Chromium leaves a profile of some 20 MB behind, and wants the path of its socket short: so a
/// folder to throw away, and not one deep under `target/`.
fn scratch_dir() -> PathBuf {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    env::temp_dir().join(format!("interleave-{}-{number}", process::id()))
}
