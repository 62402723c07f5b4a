//! A private chromedriver on a free port.
use std::env;

use anyhow::{Context, Result};

use crate::program::Program;

pub struct Chromedriver {
    url: String,
    _program: Program,
}

const TRIES: usize = 4;

impl Chromedriver {
    /// Takes `chromedriver` from the PATH, or what the variable `CHROMEDRIVER` names.
    pub fn start() -> Result<Self> {
        // the port that it has chosen may be taken before it listens there
        (1..TRIES).find_map(|_| Self::start_once().ok()).map_or_else(Self::start_once, Ok)
    }

    fn start_once() -> Result<Self> {
        let name = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        // it chooses a free port and prints it, so that concurrent tests never collide
        let mut program = Program::start(&[&name, "--port=0"], &[])?;
        let port = program.wait_for("successfully on port ");
        let port =
            port.with_context(|| format!("{name} does not start; `cargo xtask test` installs it"))?;
        let url = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
        Ok(Self { url, _program: program })
    }

    pub fn url(&self) -> &str {
        &self.url
    }
}
