//! `poster LINK [FILE]` writes the picture of a moment as an SVG file that stands alone.

use anyhow::{Context, Result};
use catalog::Scenario;
use std::{env, fs};
use web::state::State;

fn main() -> Result<()> {
    let mut args = env::args().skip(1);
    let link = args.next().context("usage: poster LINK [FILE]")?;
    let State { scenario, notices, .. } = State::open(&Scenario::parse(&link)?);
    for notice in notices {
        eprintln!("{notice}");
    }
    let picture = prerender::poster(&scenario)?;
    match args.next() {
        Some(file) => fs::write(&file, picture).context(file)?,
        None => print!("{picture}"),
    }
    Ok(())
}
