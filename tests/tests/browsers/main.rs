//! The built site in Firefox and in `WebKit`: the gallery opens, a playground draws a moment, checks
//! it and takes a step.
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests::site::Site;

mod firefox;
mod webkit;

/// What both tests say when a browser does not start.
const INSTALL: &str =
    "it does not start; `apt-get install --yes firefox-esr webkit2gtk-driver xvfb` installs it";
/// A run of two processes that breaks mutual exclusion in its last step.
const MOMENT: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
const LEFT: char = '\u{e012}';
const PATIENCE: Duration = Duration::from_mins(1);
const POLL: Duration = Duration::from_millis(50);

/// What the two protocols have in common.
trait Browser {
    async fn open(&mut self, url: &str) -> Result<()>;
    /// The value of an expression in the page, if JSON can express it.
    async fn evaluate(&mut self, expression: &str) -> Result<Value>;
    async fn press(&mut self, key: char) -> Result<()>;
    /// Errors in the console since the browser has started.
    async fn errors(&mut self) -> Result<Vec<String>>;
}

async fn works_in(browser: &mut impl Browser) -> Result<()> {
    let site = Site::built().await?;
    browser.open(&site.url("")).await?;
    has_text(browser, "h1", "Be the scheduler").await?;

    // who leaves while letters are on their way is told of it by Firefox
    until(browser, "document.readyState === 'complete' && document.fonts.status === 'loaded'")
        .await?;
    // from elsewhere: a change of nothing but the hash loads nothing
    browser.open("about:blank").await?;
    browser.open(&site.url(MOMENT)).await?;
    has_text(browser, ".where", "step 14 of 14").await?;
    let drawn =
        "document.querySelector('.scene svg.stage-sheet')?.getBoundingClientRect().width > 0";
    until(browser, drawn).await?;
    has_text(browser, ".verdicts", "fails: shortest run 14 steps").await?;

    browser.evaluate("document.querySelector('.lab').focus()").await?;
    browser.press(LEFT).await?;
    has_text(browser, ".where", "step 13 of 14").await?;

    // here a line of a field that goes on is set in, as its coloured copy is
    browser.open("about:blank").await?;
    browser.open(&site.url("new.html")).await?;
    until(browser, "!!document.querySelector('.sheet[data-hangs] textarea')").await?;

    let errors = browser.errors().await?;
    ensure!(errors.is_empty(), "errors in the console:\n{}", errors.join("\n"));
    Ok(())
}

/// Waits until an element has these words in its text.
async fn has_text(browser: &mut impl Browser, selector: &str, words: &str) -> Result<()> {
    let (selector, words) = (json!(selector), json!(words));
    until(browser, &format!("document.querySelector({selector})?.innerText.includes({words})"))
        .await
}

/// Waits until an expression is true.
async fn until(browser: &mut impl Browser, expression: &str) -> Result<()> {
    let start = Instant::now();
    while browser.evaluate(expression).await? != json!(true) {
        if start.elapsed() > PATIENCE {
            let text = browser.evaluate("document.body.innerText").await?;
            let errors = browser.errors().await?;
            ensure!(false, "never true: {expression}\nerrors: {errors:?}\npage: {text}");
        }
        tokio::time::sleep(POLL).await;
    }
    Ok(())
}
