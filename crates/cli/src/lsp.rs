//! `interleave lsp`: a language server on standard input and output.
//!
//! It answers from what the page's editor uses (`listing::editor`, `session::editor`). Errors and verdicts are found
//! in a thread of their own (`judge`), so that no answer waits for them.

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
mod tokens;

use crate::args::Lsp;
use crate::{Answer, Failure};
use answers::Client;
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use document::Document;
use gen_lsp_types::{Diagnostic, PublishDiagnosticsParams};
use judge::{Finding, News};
use lsp_server::{Connection, Message, Notification, ProtocolError, Request, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::thread;

/// The command that shows a moment on the playground: its argument is the address.
const OPEN: &str = "interleave.open";

/// The command that gives the address of an open text on the playground.
const ADDRESS: &str = "interleave.address";

pub fn run(args: &Lsp) -> Result<Answer, Failure> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, args);
    // the writer ends when nobody can send any more
    drop(connection);
    threads.join()?;
    match served {
        // a client that is gone has nothing to be told
        Err(error) if !error.channel_is_disconnected() => {
            Err(Failure::Usage(format!("The client left the protocol: {error}.")))
        }
        _ => Ok(Answer::Good),
    }
}

fn serve(connection: &Connection, args: &Lsp) -> Result<(), ProtocolError> {
    let (id, asked) = connection.initialize_start()?;
    let info = json!({ "name": "interleave", "version": env!("CARGO_PKG_VERSION") });
    let offer = json!({ "capabilities": answers::offer(), "serverInfo": info });
    connection.initialize_finish(id, offer)?;
    let (news, from_server) = unbounded();
    let (to_server, findings) = unbounded();
    let states_max = args.states_max;
    thread::spawn(move || judge::run(&from_server, &to_server, states_max));
    let client = Client::new(&asked, &args.playground);
    let documents = BTreeMap::new();
    Server { connection, client, documents, news, requests: 0 }.run(&findings)
}

struct Server<'a> {
    connection: &'a Connection,
    client: Client,
    /// By their addresses.
    documents: BTreeMap<String, Document>,
    /// What the thread that judges is told.
    news: Sender<News>,
    /// How many were made of the client.
    requests: i32,
}

impl Server<'_> {
    /// Until the client says so, or is gone.
    fn run(mut self, findings: &Receiver<Finding>) -> Result<(), ProtocolError> {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => {
                        if self.connection.handle_shutdown(&request)? {
                            return Ok(());
                        }
                        self.answer(request);
                    }
                    Ok(Message::Notification(notification)) => self.note(notification),
                    Ok(Message::Response(_)) => {}
                    Err(_) => return Ok(()),
                },
                recv(findings) -> finding => {
                    // without that thread nothing would ever be found again
                    self.take(finding.expect("the thread that judges goes on"));
                }
            }
        }
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
        self.send(answers::answer(&self.client, document, &request));
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
        let _ = self.news.send(News { address: address.clone(), text: text.clone() });
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

    /// What was found of a text, unless there is a newer one.
    fn take(&mut self, finding: Finding) {
        let Finding { address, version, found } = finding;
        let document = self.documents.get_mut(&address).filter(|it| it.version == version);
        let Some(document) = document else { return };
        if document.take(found) {
            let diagnostics = document.diagnostics(&self.client);
            self.publish(address, Some(version), diagnostics);
        }
        if self.client.refreshes_lenses {
            self.ask("workspace/codeLens/refresh", Value::Null);
        }
    }

    fn publish(&self, address: String, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        let all = PublishDiagnosticsParams { uri: address.into(), version, diagnostics };
        self.send(Notification::new("textDocument/publishDiagnostics".into(), all));
    }

    /// Asks the client for something. Its answer changes nothing.
    fn ask(&mut self, method: &str, params: Value) {
        self.requests += 1;
        self.send(Request::new(self.requests.into(), method.into(), params));
    }

    /// A client that is gone is seen where messages come in.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }
}

/// The text that a message is about.
fn address_in(params: &Value) -> String {
    params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned()
}
