//! The small browser of `WebKitGTK` by `WebDriver`, on a display of its own: it has no headless mode.
use std::{net::TcpListener, time::Instant};

use anyhow::{Context, Result};
use serde_json::Value;
use tests::program::Program;
use thirtyfour::{Capabilities, WebDriver};
use tokio::net::TcpStream;

use crate::{Browser, INSTALL, PATIENCE, POLL, works_in};

const DISPLAY: &str = "exec Xvfb -displayfd 1 -nolisten tcp -screen 0 1440x900x24 2>/dev/null";
/// `WebDriver` knows no console, so a page collects its errors, from when it has loaded.
const COLLECT: &str = "
    window.errors = [];
    addEventListener('error', (event) => errors.push(String(event.message)));
    addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
    const { error } = console;
    console.error = (...words) => { errors.push(words.join(' ')); error.apply(console, words) };";

struct Webkit {
    driver: WebDriver,
    /// Those of the pages before this one.
    errors: Vec<String>,
    // the browser ends before its display
    _program: Program,
    _display: Program,
}

#[tokio::test]
async fn webkit() -> Result<()> {
    let mut webkit = Webkit::start().await?;
    let outcome = works_in(&mut webkit).await;
    webkit.driver.quit().await?;
    outcome
}

impl Webkit {
    async fn start() -> Result<Self> {
        let mut screen = Program::start(&["sh", "-c", DISPLAY], &[])?;
        let display = format!(":{}", screen.wait_for("").context(INSTALL)?);
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let port = format!("--port={}", address.port());
        let program = Program::start(&["WebKitWebDriver", &port], &[("DISPLAY", &display)])?;
        let start = Instant::now();
        while let Err(error) = TcpStream::connect(address).await {
            if start.elapsed() > PATIENCE {
                return Err(error).context(INSTALL);
            }
            tokio::time::sleep(POLL).await;
        }
        let driver = WebDriver::builder(format!("http://{address}"), Capabilities::new());
        let driver = driver.request_timeout(PATIENCE).await?;
        Ok(Self { driver, errors: Vec::new(), _program: program, _display: screen })
    }
}

impl Browser for Webkit {
    async fn open(&mut self, url: &str) -> Result<()> {
        self.errors = self.errors().await?;
        self.driver.goto(url).await?;
        self.driver.execute(COLLECT, Vec::new()).await?;
        Ok(())
    }

    async fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let script = format!("return {expression}");
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    async fn press(&mut self, key: char) -> Result<()> {
        Ok(self.driver.action_chain().send_keys(key.to_string()).perform().await?)
    }

    async fn errors(&mut self) -> Result<Vec<String>> {
        let errors = self.driver.execute("return window.errors ?? []", Vec::new()).await?;
        let errors: Vec<String> = errors.convert()?;
        Ok(self.errors.iter().cloned().chain(errors).collect())
    }
}
