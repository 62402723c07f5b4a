//! Firefox by `WebDriver BiDi`: JSON over a web socket, which Firefox speaks without a driver.
use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tests::program::Program;
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use crate::{Browser, INSTALL, works_in};

const START: &str =
    "exec firefox-esr --headless --no-remote --remote-debugging-port=0 --profile \"$TMPDIR\"";

struct Firefox {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    commands: u64,
    /// The tab.
    context: Value,
    errors: Vec<String>,
    _program: Program,
}

#[tokio::test]
async fn firefox() -> Result<()> {
    works_in(&mut Firefox::start().await?).await
}

impl Firefox {
    async fn start() -> Result<Self> {
        let mut program = Program::start(&["sh", "-c", START], &[])?;
        let address = program.wait_for("WebDriver BiDi listening on ").context(INSTALL)?;
        let (socket, _) = connect_async(format!("{address}/session")).await?;
        let (commands, context, errors) = (0, Value::Null, Vec::new());
        let mut firefox = Self { socket, commands, context, errors, _program: program };
        firefox.send("session.new", json!({ "capabilities": {} })).await?;
        firefox.send("session.subscribe", json!({ "events": ["log.entryAdded"] })).await?;
        let tree = firefox.send("browsingContext.getTree", json!({})).await?;
        firefox.context = tree["contexts"][0]["context"].clone();
        ensure!(firefox.context.is_string(), "Firefox has no tab: {tree}");
        Ok(firefox)
    }

    /// Sends a command and waits for its result. Meanwhile errors in the console may arrive.
    async fn send(&mut self, method: &str, params: Value) -> Result<Value> {
        self.commands += 1;
        let command = json!({ "id": self.commands, "method": method, "params": params });
        self.socket.send(Message::text(command.to_string())).await?;
        loop {
            let message = self.socket.next().await.context("Firefox has closed the socket")??;
            let Message::Text(text) = message else { continue };
            let mut message: Value = serde_json::from_str(&text)?;
            if message["method"] == "log.entryAdded" && message["params"]["level"] == "error" {
                self.errors.push(message["params"]["text"].to_string());
            } else if message["id"] == self.commands {
                ensure!(message["type"] == "success", "{command}: {message}");
                return Ok(message["result"].take());
            }
        }
    }
}

impl Browser for Firefox {
    async fn open(&mut self, url: &str) -> Result<()> {
        let params = json!({ "context": self.context, "url": url, "wait": "complete" });
        self.send("browsingContext.navigate", params).await?;
        Ok(())
    }

    async fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let target = json!({ "context": self.context });
        let expression = format!("JSON.stringify({expression}) ?? 'null'");
        let params = json!({ "expression": expression, "target": target, "awaitPromise": false });
        let answer = self.send("script.evaluate", params).await?;
        match answer["result"]["value"].as_str() {
            Some(json) => Ok(serde_json::from_str(json)?),
            None => bail!("{expression}: {answer}"),
        }
    }

    async fn press(&mut self, key: char) -> Result<()> {
        let keys = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
        let actions = json!([{ "type": "key", "id": "keyboard", "actions": keys }]);
        let params = json!({ "context": self.context, "actions": actions });
        self.send("input.performActions", params).await?;
        Ok(())
    }

    async fn errors(&mut self) -> Result<Vec<String>> {
        // events arrive in order, so all of them come before the result of one more command
        self.send("session.status", json!({})).await?;
        Ok(self.errors.clone())
    }
}
