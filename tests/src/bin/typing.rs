//! `cargo xtask typing`: times how long the page takes after a key, in the editor of the bakery.
//!
//! Each edit adds a comment, so every one has the same states. The run is replayed and drawn when the
//! verdicts of the text before are gone. The verdicts on single states are there when all states are
//! known, and all verdicts when whole runs are judged as well. No time is asserted.

use anyhow::{Context, Result};
use std::time::Duration;
use tests::{
    browser::View,
    page::{Page, with_browser},
};
use thirtyfour::{By, extensions::query::ElementQueryable};

const EDITS: usize = 21;
/// The first ones, in which the page's code is still being compiled, are not counted.
const WARM_UP: usize = 3;
/// A moment after some steps.
const ROUTE: &str = "#bakery?v=1&run=QGErFJP.OXMs";
const CHECKED: &str = "//button[normalize-space()='Check again']";
const EDIT: &str = "//button[normalize-space()='Edit']";
const PATIENCE: Duration = Duration::from_mins(1);
const POLL: Duration = Duration::from_millis(50);

/// Types into the editor, and gives the milliseconds until the run is replayed, until the verdicts on
/// states, and until all verdicts.
const TYPE: &str = r#"
    const [nth, done] = arguments;
    const field = document.querySelector(".editor textarea");
    const isKnown = () => document.querySelector(".checking")?.textContent.includes("every one visited");
    const isSettled = () => document.querySelector(".verdicts ul").textContent.includes("holds in all");
    let replayed, settled;
    const observer = new MutationObserver(() => {
        const now = performance.now() - begun;
        if (replayed === undefined && !isKnown()) replayed = now;
        if (replayed !== undefined && isSettled()) settled ??= now;
        if (settled !== undefined && isKnown()) {
            observer.disconnect();
            done([replayed, settled, now, document.querySelector(".checking").textContent]);
        }
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    const end = field.value.indexOf("\n", field.value.indexOf("critical:"));
    field.focus();
    field.setSelectionRange(field.value.indexOf("critical:") + "critical:".length, end);
    const begun = performance.now();
    document.execCommand("insertText", false, `    # ${nth}`);
"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    with_browser(View::DESKTOP, async |page| time(page).await).await
}

async fn time(page: &Page) -> Result<()> {
    page.visit(ROUTE).await?;
    page.driver.query(By::XPath(CHECKED)).wait(PATIENCE, POLL).first().await?;
    page.driver.query(By::XPath(EDIT)).first().await?.click().await?;
    page.driver.set_script_timeout(PATIENCE).await?;
    let [mut replayed, mut settled, mut all] = [const { Vec::new() }; 3];
    let mut told = String::new();
    for nth in 0..WARM_UP + EDITS {
        // as between two words
        tokio::time::sleep(Duration::from_millis(600)).await;
        let times = page.driver.execute_async(TYPE, vec![nth.into()]).await?;
        let ms = |at: usize| times.json()[at].as_f64().context("a time");
        if nth >= WARM_UP {
            replayed.push(ms(0)?);
            settled.push(ms(1)?);
            all.push(ms(2)?);
        }
        told = times.json()[3].as_str().map(str::to_owned).unwrap_or_default();
    }
    println!("{EDITS} edits: {told}");
    let figures =
        [("the replayed run", replayed), ("verdicts on states", settled), ("all verdicts", all)];
    for (what, mut times) in figures {
        times.sort_by(f64::total_cmp);
        let (least, median, most) = (times[0], times[EDITS / 2], times[EDITS - 1]);
        println!("from the key to {what}: {median:.0} ms, {least:.0} to {most:.0}");
    }
    Ok(())
}
