//! The language server as a wasm module: what a worker is told and says, as JSON. It answers and searches in one thread,
//! so it searches a slice when it is told to.

use lsp_server::{Message, Response};
use serde_json::Value;
use server::{Judge, Output, PLAYGROUND, STATES_MAX, Server};
use wasm_bindgen::prelude::*;

/// How many states are expanded at a time: few, since a message waits for them.
const SLICE: usize = 1 << 9;

#[wasm_bindgen]
pub struct Session {
    /// Once the client has begun.
    server: Option<Server>,
    judge: Judge,
}

#[wasm_bindgen]
impl Session {
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript has no use for it")]
    pub fn new() -> Session {
        catalog::search_by_generated_code();
        Session { server: None, judge: Judge::new(STATES_MAX, SLICE) }
    }

    /// What a message of the client leads to: messages to it.
    pub fn take(&mut self, message: &str) -> Result<String, JsError> {
        let answered = match serde_json::from_str(message)? {
            Message::Request(request) if request.method == "initialize" => {
                Response::new_ok(request.id, self.begin(&request.params))
            }
            Message::Request(request) if request.method == "shutdown" => {
                Response::new_ok(request.id, Value::Null)
            }
            message => {
                let outputs = self.server.as_mut().map(|server| server.take(message));
                return Ok(self.told(outputs.unwrap_or_default()));
            }
        };
        Ok(written(vec![answered.into()]))
    }

    /// Searches on for a little, and gives messages to the client.
    pub fn search(&mut self) -> String {
        let finding = self.judge.advance();
        let outputs = self.server.as_mut().zip(finding).map(|(server, it)| server.find(it));
        self.told(outputs.unwrap_or_default())
    }

    /// Whether nothing is left to search.
    pub fn is_idle(&self) -> bool {
        self.judge.is_idle()
    }

    /// By what the client says of itself; gives what it is offered.
    fn begin(&mut self, asked: &Value) -> Value {
        let options = &asked["initializationOptions"];
        let playground = options["playground"].as_str().unwrap_or(PLAYGROUND);
        let states_max = options["statesMax"].as_u64().map_or(STATES_MAX, |max| max as usize);
        let (server, offer) = Server::begin(asked, playground);
        self.server = Some(server);
        self.judge = Judge::new(states_max, SLICE);
        offer
    }

    fn told(&mut self, outputs: Vec<Output>) -> String {
        let mut messages = Vec::new();
        for output in outputs {
            match output {
                Output::ToClient(message) => messages.push(message),
                Output::ToJudge(news) => self.judge.note(news),
            }
        }
        written(messages)
    }
}

fn written(messages: Vec<Message>) -> String {
    let all = messages.into_iter().map(|message| {
        let mut message = serde_json::to_value(message).expect("plain data");
        message["jsonrpc"] = "2.0".into();
        message
    });
    all.collect::<Value>().to_string()
}
