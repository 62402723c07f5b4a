//! `interleave mcp`: tools for a program that speaks the Model Context Protocol, a JSON message a line on standard
//! input and output. <https://modelcontextprotocol.io/specification>
//!
//! Each tool is a command of this program, run as a process of its own: so it has a bound in time and in memory, and
//! says what the command says.

mod process;
mod tools;

use crate::{Answer, Failure};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};
use tools::TOOLS;

/// Those whose messages these are, the newest first.
const VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// The longest message: a text, and what stands around it.
const MESSAGE_MAX: u64 = 1_000_000;

/// What teaches the language, and how it is used.
const SKILL: &str = include_str!("../../../skills/interleave/SKILL.md");

/// Until nobody asks any more.
pub fn run() -> Result<Answer, Failure> {
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let mut line = Vec::new();
        from.by_ref().take(MESSAGE_MAX).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Answer::Good);
        }
        if line.len() as u64 == MESSAGE_MAX {
            return Err(Failure::Usage("A message is longer than a megabyte.".into()));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        if let Some(answer) = answer(&line) {
            writeln!(to, "{answer}")?;
            to.flush()?;
        }
    }
}

/// None to what is no question.
fn answer(line: &[u8]) -> Option<Value> {
    let Ok(message) = serde_json::from_slice::<Value>(line) else {
        return Some(failure(&Value::Null, -32700, "This is no JSON."));
    };
    let id = message.get("id")?;
    let params = &message["params"];
    let result = match message["method"].as_str()? {
        "initialize" => initialize(params),
        "ping" => json!({}),
        "tools/list" => {
            json!({ "tools": TOOLS.iter().map(tools::Tool::described).collect::<Vec<_>>() })
        }
        "tools/call" => {
            let name = params["name"].as_str().unwrap_or_default();
            match TOOLS.iter().find(|tool| tool.name == name) {
                Some(tool) => tool.call(&params["arguments"]),
                None => return Some(failure(id, -32602, &format!("There is no tool `{name}`."))),
            }
        }
        method => {
            return Some(failure(id, -32601, &format!("There is no answer to `{method}`.")));
        }
    };
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn failure(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn initialize(params: &Value) -> Value {
    let asked = VERSIONS.iter().find(|version| params["protocolVersion"] == **version);
    json!({
        "protocolVersion": asked.unwrap_or(&VERSIONS[0]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "interleave", "version": env!("CARGO_PKG_VERSION") },
        "instructions": SKILL.rsplit_once("---\n").map_or(SKILL, |it| it.1),
    })
}
