//! What a language server answers: messages of the client in, messages to it out. Who reads and writes them, and what
//! runs beside what, is for others to say: `interleave lsp` has standard input and output and a thread that judges, and
//! `editors/worker` the one thread of a worker.
//!
//! It answers from what the page's editor uses (`listing::editor`, `session::editor`). Errors and verdicts are found
//! apart ([`Judge`]), a slice at a time.

mod answers;
mod completion;
mod document;
mod errors;
mod hover;
mod judge;
mod lenses;
mod names;
mod outline;
mod places;
mod sentences;
mod tokens;

pub use judge::{Finding, Judge, News};
pub use sentences::{reason, why, why_of};

use answers::Client;
use document::Document;
use gen_lsp_types::{Diagnostic, PublishDiagnosticsParams};
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::mem;

/// The command that shows a moment on the playground: its argument is the address.
const OPEN: &str = "interleave.open";

/// The command that gives the address of an open text on the playground.
const ADDRESS: &str = "interleave.address";

/// Where the playground is, and how far verdicts are searched, unless a client says otherwise.
pub const PLAYGROUND: &str = "http://127.0.0.1:8080/";
pub const STATES_MAX: usize = 200_000;

/// What the server says.
pub enum Output {
    ToClient(Message),
    ToJudge(News),
}

pub struct Server {
    client: Client,
    /// By their addresses.
    documents: BTreeMap<String, Document>,
    /// How many were made of the client.
    requests: i32,
    outputs: Vec<Output>,
}

impl Server {
    /// By what the client says when it begins; and what it is offered.
    pub fn begin(asked: &Value, playground: &str) -> (Server, Value) {
        let info = json!({ "name": "interleave", "version": env!("CARGO_PKG_VERSION") });
        let offer = json!({ "capabilities": answers::offer(), "serverInfo": info });
        let client = Client::new(asked, playground);
        (Server { client, documents: BTreeMap::new(), requests: 0, outputs: Vec::new() }, offer)
    }

    /// What follows from a message of the client.
    pub fn take(&mut self, message: Message) -> Vec<Output> {
        match message {
            Message::Request(request) => self.answer(request),
            Message::Notification(notification) => self.note(notification),
            Message::Response(_) => {}
        }
        mem::take(&mut self.outputs)
    }

    /// What follows from what was found of a text, unless there is a newer one.
    pub fn find(&mut self, finding: Finding) -> Vec<Output> {
        let Finding { address, version, found } = finding;
        let document =
            self.documents.get_mut(&address).filter(|document| document.version == version);
        let Some(document) = document else { return Vec::new() };
        if document.take(found) {
            let diagnostics = document.diagnostics(&self.client);
            self.publish(address, Some(version), diagnostics);
        }
        if self.client.refreshes_lenses {
            self.ask("workspace/codeLens/refresh", Value::Null);
        }
        mem::take(&mut self.outputs)
    }

    fn answer(&mut self, request: Request) {
        if request.method == "workspace/executeCommand" {
            let argument = request.params["arguments"][0].as_str().unwrap_or_default();
            let given = match request.params["command"].as_str() {
                Some(ADDRESS) => {
                    let text = self.documents.get(argument);
                    text.map(|text| self.client.page(&judge::page(&judge::read(&text.text))))
                }
                _ => {
                    self.show(argument);
                    None
                }
            };
            return self.send(Response::new_ok(request.id, given));
        }
        let document = self.documents.get(&address_in(&request.params));
        let answer = answers::answer(&self.client, document, &request);
        self.send(answer);
    }

    /// Shows an address outside the editor, or says it.
    fn show(&mut self, address: &str) {
        if self.client.shows_documents {
            self.ask("window/showDocument", json!({ "uri": address, "external": true }));
        } else {
            let says = json!({ "type": 3, "message": address });
            self.send(Notification::new("window/showMessage".into(), says));
        }
    }

    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let address = address_in(&params);
        let document = &params["textDocument"];
        let text = match &*method {
            "textDocument/didOpen" => &document["text"],
            // the whole text, as was asked for: the last one counts
            "textDocument/didChange" => match params["contentChanges"].as_array() {
                Some(changes) => changes.last().map_or(&Value::Null, |last| &last["text"]),
                None => return,
            },
            "textDocument/didClose" => &Value::Null,
            _ => return,
        };
        let version = document["version"].as_i64().unwrap_or_default() as i32;
        let text = text.as_str().map(|text| (version, text.to_owned()));
        let news = News { address: address.clone(), text: text.clone() };
        self.outputs.push(Output::ToJudge(news));
        match text {
            Some((version, text)) => {
                self.documents.insert(address.clone(), Document::new(address, version, text));
            }
            None => {
                self.documents.remove(&address);
                self.publish(address, None, Vec::new());
            }
        }
    }

    fn publish(&mut self, address: String, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        let all = PublishDiagnosticsParams { uri: address.into(), version, diagnostics };
        self.send(Notification::new("textDocument/publishDiagnostics".into(), all));
    }

    /// Asks the client for something. Its answer changes nothing.
    fn ask(&mut self, method: &str, params: Value) {
        self.requests += 1;
        self.send(Request::new(self.requests.into(), method.into(), params));
    }

    fn send(&mut self, message: impl Into<Message>) {
        self.outputs.push(Output::ToClient(message.into()));
    }
}

/// The text that a message is about.
fn address_in(params: &Value) -> String {
    params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned()
}
