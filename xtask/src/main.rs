//! `cargo xtask`: everything from a fresh machine with Rust to a served, tested site.
mod assemble;
mod bench;
mod editors;
mod format;
mod fuzz;
mod hosts;
mod jupyter;
mod lighthouse;
mod package;
mod process;
mod quick;
mod release;
mod serve;
mod setup;
mod size;
mod styles;
mod test;
mod toys;
mod wasm;

use std::{env, process::ExitCode};

use anyhow::{Context, Result, bail};
use assemble::{Documents, Profile};
use process::cargo;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  serve [PORT]   build the site, sooner done and larger than `build` does, and serve it on
                 http://127.0.0.1:8080/
  build          build the site into dist/, as it is shipped
  build --site ADDRESS
                 with what takes the address that it will have, such as https://example.org/lab/
  quick [WORD]   test the language, sooner after a changed line: the tests whose names contain a word,
                 or all but the long ones
  test [STAGE]   check and test what every change has to pass, or one stage of:
                 fmt, build (with clippy), pack (for npm, the site that is there),
                 wasm (in a browser), native (with a browser),
                 site (as it is shipped, and its size); or of what takes longer:
                 clippy-rest, toys, wasm-pack, package, hosts, editors, lighthouse,
                 browsers, release, long-native
  test everything
                 that, long searches, SPIN, the package for npm, sites of other tools that
                 have figures, the extension for VS Code,
                 Lighthouse, other browsers, and each file of a release, installed
  bench [ROUNDS [MODEL ...]]
                 time our search against SPIN, stateright and Rumur (needs spin, gcc, node, and rumur
                 for a row), with all models or some
  typing         build the site, and time the page after keys in its editor
  lighthouse     build the site, and have Lighthouse judge the gallery, a playground and a document
  package        build what npm installs into target/package/, and what pip installs into target/jupyter/
  extension      make the extension for VS Code, with the language server in it: editors/vscode/interleave.vsix
  release        make all that a release consists of in target/release-files/
  release program TARGET
                 only the program, for another machine that this one can link for
  fuzz MINUTES [FIRST]
                 run mutated texts through everything, from case FIRST on or from any
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
        ["build"] => assemble::build(Profile::Site, &Documents::Beforehand(None), cargo),
        ["build", "--site", address] => {
            assemble::build(Profile::Site, &Documents::Beforehand(Some(address)), cargo)
        }
        ["quick"] => quick::run_tests(None),
        ["quick", word] => quick::run_tests(Some(word)),
        ["test"] => test::quick(),
        ["test", "everything"] => test::whole(),
        ["test", stage] => test::one(stage),
        ["bench"] => bench::run_some(bench::ROUNDS, &[]),
        ["bench", rounds, ref models @ ..] => bench::run_some(
            rounds.parse().with_context(|| format!("{rounds:?} is no number of rounds"))?,
            models,
        ),
        ["lighthouse"] => lighthouse::audit(),
        ["package"] => package::build(),
        ["extension"] => editors::pack(),
        ["release"] => release::build(),
        ["release", "program", target] => release::program(target),
        ["fmt"] => format::run(false),
        ["fuzz", minutes] => fuzz::run_for(minutes, None),
        ["fuzz", minutes, first] => fuzz::run_for(minutes, Some(first)),
        ["screenshots"] => test::screenshots(),
        ["typing"] => test::typing(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("{USAGE}"),
    }
}
