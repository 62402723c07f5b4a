//! The program as its users meet it: arguments in; text, JSON and an exit code out.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

mod catalogue;
mod check;
mod complete;
mod cover;
mod expect;
mod export;
mod fences;
mod fmt;
mod follow;
mod format;
mod github;
mod grade;
mod hidden;
mod history;
mod inductive;
mod litmus;
mod lsp;
mod machines;
mod mcp;
mod mdbook;
mod mutate;
mod needs;
mod page;
mod paste;
mod play;
mod robust;
mod skill;
mod swarm;
mod sweep;
mod texts;
mod update;
mod usage;

fn interleave(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
    command.args(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap().replace('\u{202f}', " ")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a command prints that cannot be carried out.
fn usage_error(args: &[&str]) -> String {
    let output = interleave(args);
    assert_eq!(code(&output), 2, "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}
