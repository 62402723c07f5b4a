//! A client as an editor is one: it starts the program and speaks the protocol over its standard input and output.

use serde_json::{Value, json};
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Far longer than anything takes.
const PATIENCE: Duration = Duration::from_mins(2);

pub const ADDRESS: &str = "file:///texts/a%20lock.ilv";
pub const PLAYGROUND: &str = "https://example.org/lab";

pub struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    /// What came while something else was waited for.
    aside: Vec<Value>,
    requests: Cell<i32>,
    version: i32,
}

impl Client {
    /// One that can do all that the server makes use of.
    pub fn start(args: &[&str]) -> Client {
        Client::with(
            args,
            json!({
                "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
                "window": { "showDocument": { "support": true } },
                "workspace": { "codeLens": { "refreshSupport": true } },
            }),
        )
        .0
    }

    /// The client, and what the server says of itself.
    pub fn with(args: &[&str], capabilities: Value) -> (Client, Value) {
        let mut server = Command::new(env!("CARGO_BIN_EXE_interleave"))
            .args(["lsp", "--playground", PLAYGROUND])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = server.stdin.take();
        let out = BufReader::new(server.stdout.take().unwrap());
        let (sender, from) = channel();
        thread::spawn(move || read_all(out, |message| sender.send(message).is_ok()));
        let requests = Cell::new(0);
        let mut client = Client { server, to, from, aside: Vec::new(), requests, version: 0 };
        let says = client.ask("initialize", json!({ "capabilities": capabilities }));
        client.tell("initialized", json!({}));
        (client, says)
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The result, or the error.
    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.requests.get() + 1;
        self.requests.set(id);
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut answer = self.wait(|it| it["id"] == id && it["method"].is_null());
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].take()),
        }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// A question about the open text.
    pub fn ask_of(&mut self, what: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({ "uri": ADDRESS });
        self.ask(&format!("textDocument/{what}"), params)
    }

    /// A question about a place of it.
    pub fn ask_at(&mut self, what: &str, position: Value) -> Value {
        self.ask_of(what, json!({ "position": position }))
    }

    pub fn open(&mut self, text: &str) {
        self.version += 1;
        let document = json!({
            "uri": ADDRESS, "languageId": "interleave", "version": self.version, "text": text,
        });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, text: &str) {
        self.version += 1;
        let document = json!({ "uri": ADDRESS, "version": self.version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    pub fn close(&mut self) {
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": ADDRESS } }));
    }

    /// What is wrong with the text as it is now.
    pub fn diagnostics(&mut self) -> Vec<Value> {
        let version = self.version;
        let mut found = self.wait(|it| {
            it["method"] == "textDocument/publishDiagnostics" && it["params"]["version"] == version
        });
        serde_json::from_value(found["params"]["diagnostics"].take()).unwrap()
    }

    /// The lenses of the text as it is now, once its search has ended.
    pub fn verdicts(&mut self) -> Vec<Value> {
        loop {
            self.wait(|value| value["method"] == "workspace/codeLens/refresh");
            let lenses = self.lenses();
            if !lenses.is_empty()
                && lenses.iter().all(|lens| lens["command"]["title"] != "checking…")
            {
                return lenses;
            }
        }
    }

    pub fn lenses(&mut self) -> Vec<Value> {
        serde_json::from_value(self.ask_of("codeLens", json!({}))).unwrap()
    }

    /// The first message that is such a one; others wait until they are asked for.
    pub fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.aside.iter().position(&is_it) {
            return self.aside.remove(at);
        }
        loop {
            match self.from.recv_timeout(PATIENCE) {
                Ok(message) if is_it(&message) => return message,
                Ok(message) => self.aside.push(message),
                Err(RecvTimeoutError::Timeout) => panic!("no such message: {:?}", self.aside),
                Err(RecvTimeoutError::Disconnected) => panic!("gone: {:?}", self.aside),
            }
        }
    }

    /// Says goodbye, and gives the exit code.
    pub fn end(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.code()
    }

    /// The client is gone without a word.
    pub fn vanish(mut self) -> i32 {
        drop(self.to.take());
        self.code()
    }

    fn code(&mut self) -> i32 {
        self.server.wait().unwrap().code().expect("it ends by itself")
    }

    fn write(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().unwrap();
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        to.flush().unwrap();
    }
}

/// A test that fails leaves no server behind.
impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn read_all(mut from: BufReader<ChildStdout>, mut take: impl FnMut(Value) -> bool) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if from.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", bytes)) => length = bytes.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        if from.read_exact(&mut bytes).is_err() || !take(serde_json::from_slice(&bytes).unwrap()) {
            return;
        }
    }
}
