//! `cargo xtask`: everything from a fresh machine with Rust to a served, tested site.
mod assemble;
mod bench;
mod format;
mod lighthouse;
mod order;
mod package;
mod process;
mod serve;
mod setup;
mod shorten;
mod size;
mod test;
mod wasm;

use std::{env, process::ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND
  serve [PORT]   build the site and serve it on http://127.0.0.1:8080/
  build          build the site into dist/
  build --site ADDRESS
                 with what takes the address that it will have, such as https://example.org/lab/
  test [STAGE]   check and test everything, or one stage of:
                 fmt, clippy, unit, wasm (in a browser), size, e2e (in a browser)
  bench [ROUNDS] time our search against SPIN and stateright (needs spin, gcc and node)
  lighthouse     build the site, and have Lighthouse judge the gallery and a playground
  package        build what npm installs into target/package/
  poster LINK [FILE]
                 write the picture of a link's moment as an SVG file
  fmt            format every source file, also those that `cargo fmt` does not see
  screenshots    build, then photograph the pages into target/screenshots/, and those that the
                 README shows into docs/pictures/";

fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["serve"] => serve::run(serve::PORT),
        ["serve", port] => {
            serve::run(port.parse().with_context(|| format!("{port:?} is not a port"))?)
        }
        ["build"] => assemble::build(None),
        ["build", "--site", address] => assemble::build(Some(address)),
        ["test"] => test::all(),
        ["test", stage] => test::one(stage),
        ["bench"] => bench::run_all(bench::ROUNDS),
        ["bench", rounds] => bench::run_all(
            rounds.parse().with_context(|| format!("{rounds:?} is no number of rounds"))?,
        ),
        ["lighthouse"] => lighthouse::audit(),
        ["package"] => package::build(),
        ["poster", ref args @ ..] => assemble::poster(args),
        ["fmt"] => format::run(false),
        ["screenshots"] => test::screenshots(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("{USAGE}"),
    }
}
