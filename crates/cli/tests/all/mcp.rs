//! Tools for agents, by a client on standard input and output.

use super::history::STALE;
use super::texts::{LOCK, TIDY, UNTIDY};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u32,
}

impl Client {
    fn start() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_interleave"))
            .arg("mcp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = server.stdin.take();
        let from = BufReader::new(server.stdout.take().unwrap());
        let mut client = Client { server, to, from, asked: 0 };
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {} });
        let says = client.ask("initialize", params);
        assert_eq!(says["result"]["protocolVersion"], "2025-06-18");
        assert!(says["result"]["instructions"].as_str().unwrap().contains("```interleave\n"));
        // no answer comes to this
        client
            .write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        client
    }

    fn write(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").expect("the server listens");
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect("a message a line")
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let question =
            json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params });
        self.write(&question.to_string());
        let answer = self.read();
        assert_eq!((&answer["id"], &answer["jsonrpc"]), (&json!(self.asked), &json!("2.0")));
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        self.ask("tools/call", params)["result"].take()
    }

    fn end(mut self) -> i32 {
        drop(self.to.take());
        self.server.wait().unwrap().code().expect("it ends by itself")
    }
}

fn text(of: &Value) -> &str {
    of["content"][0]["text"].as_str().unwrap()
}

#[test]
fn a_failure_is_checked_played_and_exported() {
    let mut client = Client::start();
    let checked = client.call("check", json!({ "text": LOCK }));
    assert_eq!(checked["isError"], false, "a property that fails is an answer");
    let found = &checked["structuredContent"];
    assert_eq!((&found["ok"], &found["format_version"]), (&json!(false), &json!(1)));
    let verdict = &found["sentences"][0];
    assert_eq!(verdict["property"], "mutual exclusion");
    let link = verdict["link"].as_str().unwrap();
    let played = client.call("play", json!({ "link": link }));
    assert!(text(&played).contains("Broken: mutual exclusion."), "{played}");
    let (_, run) = link.split_once("run=").unwrap();
    let asked = json!({ "text": LOCK, "run": run, "at": 2, "watch": ["lock"] });
    let played = client.call("play", asked);
    assert!(text(&played).contains("After 2 steps of 6"), "{played}");
    let asked = json!({ "text": LOCK, "run": run, "format": "mermaid" });
    let exported = client.call("export", asked);
    assert!(text(&exported).starts_with("sequenceDiagram"), "{exported}");

    let options = json!({ "order": "set-first" });
    let checked = client.call("check", json!({ "text": LOCK, "options": options }));
    assert_eq!(checked["structuredContent"]["sentences"][0]["link"], Value::Null, "{checked}");
    let checked = client.call("check", json!({ "link": "peterson" }));
    assert_eq!(checked["structuredContent"]["states"], 58);
    let expecting = format!("{LOCK}expect mutual exclusion: holds\n");
    let tested = client.call("test", json!({ "text": expecting }));
    assert_eq!(tested["structuredContent"]["failed"], 1, "{tested}");
    assert_eq!(client.end(), 0);
}

#[test]
fn a_log_is_followed() {
    let mut client = Client::start();
    let log = "{\"process\": 1, \"write\": \"lock\", \"value\": true}\n{\"process\": 1, \"enter\": \"critical\"}\n";
    let asked = json!({ "text": LOCK, "log": log });
    let followed = client.call("follow", asked.clone());
    let found = &followed["structuredContent"];
    assert_eq!((&followed["isError"], &found["fits"]), (&json!(false), &json!(true)), "{followed}");
    let played = client.call("play", json!({ "link": found["run"] }));
    assert!(text(&played).contains("enters the critical section"), "{played}");
    // a log with names of its own, and one line that the text has not
    let own = "{\"pid\": 1, \"write\": \"mutex\", \"value\": true}\n{\"pid\": 1, \"write\": \"mutex\", \"value\": true}\n";
    let mut named =
        json!({ "text": LOCK, "log": own, "names": { "pid": "process", "mutex": "lock" } });
    assert_eq!(client.call("follow", named.clone())["structuredContent"]["fits"], false);
    named["known"] = json!([{ "write": "lock", "value": true }]);
    let passed = client.call("follow", named);
    assert_eq!(passed["structuredContent"]["fits"], true, "{passed}");
    assert_eq!(passed["structuredContent"]["passed"][0]["line"], 2, "{passed}");
    let mut bounded = asked;
    bounded["states_max"] = json!(1);
    assert_eq!(client.call("follow", bounded)["structuredContent"]["fits"], Value::Null);
    let twice =
        client.call("follow", json!({ "link": "peterson", "log": "{\"write\": \"lock\"}" }));
    assert!(text(&twice).contains("-:1: There is no shared variable `lock`."), "{twice}");
    let none = client.call("follow", json!({ "link": "peterson" }));
    assert!(text(&none).contains("Give a `log`"), "{none}");
    let wrong = client.call("follow", json!({ "text": "algorithm", "log": log }));
    assert_eq!(wrong["isError"], true, "{wrong}");
}

#[test]
fn a_history_is_judged() {
    let mut client = Client::start();
    let asked = json!({ "object": "register", "calls": STALE });
    let judged = client.call("history", asked);
    let found = &judged["structuredContent"];
    assert_eq!(
        (&judged["isError"], &found["linearizable"]),
        (&json!(false), &json!(false)),
        "{judged}"
    );
    let late = STALE.replace("\"return\": 2", "\"return\": 1");
    let asked = json!({ "object": "register", "calls": late, "initial": 5, "seconds": 5 });
    let found = client.call("history", asked)["structuredContent"].take();
    assert_eq!((&found["linearizable"], &found["initial"]), (&json!(true), &json!(5)), "{found}");
    for (arguments, says) in [
        (json!({ "calls": STALE }), "`object` is one of register, cas-register, mutex"),
        (json!({ "object": "--help", "calls": STALE }), "`object` is one of register"),
        (json!({ "object": "queue" }), "Give `calls`"),
        (json!({ "object": "queue", "text": "" }), "`history` takes no `text`."),
        (json!({ "object": "queue", "calls": STALE }), "-:1: A queue has no operation `write`."),
    ] {
        let answer = client.call("history", arguments);
        assert_eq!(answer["isError"], true, "{answer}");
        assert!(text(&answer).contains(says), "{answer}");
    }
}

/// Peterson's lock needs the fence behind `turn`, and the fence is a line that makes it hold.
#[test]
fn fences_are_found() {
    let mut client = Client::start();
    let found = client.call("fences", json!({ "link": "peterson", "memory": "tso", "buffer": 1 }));
    let data = &found["structuredContent"];
    assert_eq!((&found["isError"], &data["complete"]), (&json!(false), &json!(true)), "{found}");
    let fence = &data["sets"][0]["fences"][0];
    assert!(fence["behind"].as_str().unwrap().contains("turn"), "{data}");
    assert_eq!(data["sets"].as_array().unwrap().len(), 1);
    let checked = client.call("check", json!({ "link": data["sets"][0]["link"] }));
    assert_eq!(checked["structuredContent"]["ok"], true, "{checked}");
    let bounded = json!({ "link": "peterson", "memory": "pso", "states_max": 10 });
    let bounded = client.call("fences", bounded);
    assert_eq!(bounded["isError"], false, "an answer: {bounded}");
    for (arguments, says) in [
        (json!({ "link": "peterson" }), "--memory"),
        (json!({ "link": "peterson", "memory": "arm" }), "possible values: tso, pso"),
        (json!({ "link": "peterson", "memory": "tso", "buffer": 9 }), "9 is not in 1..=8"),
        (json!({ "link": "peterson", "memory": "tso", "property": "peace" }), "no claim “peace”"),
        (json!({ "link": "peterson", "run": "AA" }), "`fences` takes no `run`."),
    ] {
        let answer = client.call("fences", arguments);
        assert_eq!(answer["isError"], true, "{answer}");
        assert!(text(&answer).contains(says), "{answer}");
    }
}

#[test]
fn errors_are_edits_and_texts_are_formatted() {
    let mut client = Client::start();
    let wrong = LOCK.replace("lock ← false", "lokc ← false");
    for tool in ["check", "play", "test"] {
        let answer = client.call(tool, json!({ "text": wrong }));
        assert_eq!(answer["isError"], true);
        assert!(text(&answer).contains("Did you mean `lock`?"), "{answer}");
        let edit = &answer["structuredContent"]["errors"][0]["edits"][0];
        assert_eq!(edit["text"], "lock");
        let at = |nth: usize| edit["bytes"][nth].as_u64().unwrap() as usize;
        assert_eq!(&wrong[at(0)..at(1)], "lokc");
    }
    let tidy = client.call("fmt", json!({ "text": UNTIDY }));
    assert_eq!((text(&tidy), &tidy["isError"]), (TIDY.trim_end(), &json!(false)));
}

#[test]
fn tools_have_bounds() {
    let mut client = Client::start();
    let large = "algorithm Large\nshared x[0..9]: 0..9\nprocess i of 6, for ever:\n  a:\n    for each k in 0..9:\n      \
                 x[k] ← (x[k] + i) mod 10\n";
    let checked = client.call("check", json!({ "text": large, "states_max": 1000 }));
    let found = &checked["structuredContent"];
    assert_eq!(found["coverage"]["bounded"][0]["states-max"], 1000, "{found}");
    let asked = json!({ "text": large, "states_max": 20_000_000, "seconds": 1 });
    let checked = client.call("check", asked);
    assert_eq!(checked["isError"], true);
    assert!(text(&checked).starts_with("There is no answer within 1 s."), "{checked}");
}

#[test]
fn what_makes_no_sense_is_said() {
    let mut client = Client::start();
    let tools = client.ask("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["check", "play", "test", "fmt", "export", "follow", "history", "fences"]);
    assert_eq!(tools[0]["inputSchema"]["properties"]["text"]["type"], "string");
    for (arguments, says) in [
        (json!({}), "Give one of `text` and `link`."),
        (json!({ "text": LOCK, "link": "bakery" }), "Give one of `text` and `link`."),
        (json!({ "link": "--help" }), "Give one of `text` and `link`."),
        (json!({ "text": LOCK, "depth": 3 }), "`check` takes no `depth`."),
        (json!({ "text": LOCK, "states_max": "many" }), "`states_max` is a number."),
        (json!({ "link": "bakery?colour=red" }), "Nothing was checked"),
        (json!({ "text": LOCK, "options": { "order": "none" } }), "Nothing was checked"),
    ] {
        let answer = client.call("check", arguments);
        assert_eq!(answer["isError"], true, "{answer}");
        assert!(text(&answer).contains(says), "{answer}");
    }
    let params = json!({ "name": "delete" });
    assert_eq!(client.ask("tools/call", params)["error"]["code"], -32602);
    assert_eq!(client.ask("resources/list", json!({}))["error"]["code"], -32601);
    client.write("no JSON");
    assert_eq!(client.read()["error"]["code"], -32700);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}
