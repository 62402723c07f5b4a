//! Long searches: on several cores where the page may share memory, and else on one.
use std::{fs, os::unix::fs::symlink};

use anyhow::{Result, ensure};
use catalog::{Limits, Scenario};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, with_browser},
    root,
    site::Site,
};

use crate::{
    errors::visit_after,
    hosts::Host,
    reader::{click, says, script, until},
};

/// More than is checked unasked, and it does not hold.
const LONG: &str = "semaphore-server?retry=once";
const CUT: &str = "Bounded, not a proof";

/// Which hands run threads is told on a channel, and what the panel says is noted, as it changes fast.
const BEFORE: &str = "
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
    self.hands = new Set();
    new BroadcastChannel('hands').onmessage = ({ data }) => hands.add(data);
    self.told = new Set();
    const note = () => told.add(document.querySelector('.lab .checking')?.innerText);
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });";
/// So that a search is not over before it is stopped, however fast a machine is.
const LINGER: &str = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)";
const HAND: &str = "exports.wasi_thread_start(nth, task)";
const TOLD: &str = "return [...told].some(it => it?.includes(arguments[0]))";

/// Three cores, whatever this machine has, and something that each thread begins with.
fn hands(site: &Site, begin: &str) -> Result<()> {
    for (file, old, new) in [
        ("crew.js", "navigator.hardwareConcurrency", "3".to_owned()),
        ("hand.js", HAND, format!("{begin}; {HAND}")),
    ] {
        let script = fs::read_to_string(root().join("dist/crew").join(file))?;
        ensure!(script.contains(old), "{file} has become another one");
        site.replace(&format!("/crew/{file}"), Some(script.replace(old, &new)));
    }
    Ok(())
}

/// The panel says of the long search what a single worker finds natively.
async fn all_is_found(page: &Page) -> Result<()> {
    let scenario = Scenario::parse(LONG).map_err(|it| anyhow::anyhow!("{it}"))?.scenario;
    let mut search = scenario.search(Limits::default());
    while search.advance(usize::MAX) {}
    let report = search.report();
    let states = catalog::grouped(report.states);
    let all = format!("All {states} states explored, {} steps deep", report.depth);
    says(page, ".checking", &all).await?;
    for (nth, verdict) in report.verdicts.iter().enumerate() {
        let place = format!(".verdicts li:nth-of-type({}) .outcome", nth + 1);
        says(page, &place, &verdict.sentence(&report)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_long_search_has_all_cores_and_finds_the_same() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        hands(&page.site, &format!("new BroadcastChannel('hands').postMessage(nth); {LINGER}"))?;
        visit_after(page, BEFORE, &format!("#{LONG}")).await?;
        says(page, ".checking", CUT).await?;
        ensure!(page.site.hits("/crew/crew.js") == 0, "loaded unasked");
        ensure!(script(page, TOLD, vec![json!("cores")]).await? == json!(false));
        click(page, "Check further").await?;
        // one listens, and three search
        until(page, "return hands.size === 4", vec![]).await?;
        click(page, "Stop").await?;
        says(page, ".checking", "Stopped after ").await?;
        axe::audit(&page.driver).await?;
        click(page, "Go on").await?;
        all_is_found(page).await?;
        ensure!(script(page, TOLD, vec![json!(" on 3 cores")]).await? == json!(true));
        // the run that proves it is one of this page
        click(page, "Show me: no deadlock").await?;
        says(page, ".where", "step 20 of 20").await?;
        click(page, "Check again").await?;
        all_is_found(page).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn a_crew_that_does_not_come_is_told_and_one_worker_goes_on() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        page.site.replace("/crew/crew.wasm", None);
        visit_after(page, BEFORE, &format!("#{LONG}")).await?;
        click(page, "Check further").await?;
        says(page, ".checking", "The checker has stopped: it did not arrive").await?;
        click(page, "Try again").await?;
        all_is_found(page).await?;
        ensure!(script(page, TOLD, vec![json!("cores")]).await? == json!(false));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_thread_that_dies_is_told_and_one_worker_goes_on() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        hands(&page.site, "if (nth === 2) throw new Error('a trap')")?;
        visit_after(page, BEFORE, &format!("#{LONG}")).await?;
        click(page, "Check further").await?;
        says(page, ".checking", "The checker has stopped: it did not arrive").await?;
        click(page, "Try again").await?;
        all_is_found(page).await
    })
    .await
}

/// A host that cannot be told what to send: from the second visit on the service worker says it.
#[tokio::test]
async fn without_headers_there_is_one_core_until_the_second_visit() -> Result<()> {
    const KEPT: &str = "const [done] = arguments;
        navigator.serviceWorker.ready.then(() => {
            const look = () => navigator.serviceWorker.controller ? done(true) : setTimeout(look, 50);
            look();
        })";
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("without-headers").await?;
        for file in fs::read_dir(root().join("dist"))? {
            let file = file?;
            symlink(file.path(), host.dir.join(file.file_name()))?;
        }
        hands(&host.site, "")?;
        let address = host.site.url(&format!("semaphore-server.html#{LONG}"));
        let isolated = "return self.crossOriginIsolated";
        visit_after(page, BEFORE, "").await?;
        page.driver.goto(&address).await?;
        ensure!(script(page, isolated, vec![]).await? == json!(false));
        click(page, "Check further").await?;
        all_is_found(page).await?;
        ensure!(script(page, TOLD, vec![json!("cores")]).await? == json!(false));
        page.driver.execute_async(KEPT, vec![]).await?;
        page.driver.goto("about:blank").await?;
        page.driver.goto(&address).await?;
        ensure!(script(page, isolated, vec![]).await? == json!(true));
        click(page, "Check further").await?;
        all_is_found(page).await?;
        ensure!(script(page, TOLD, vec![json!(" on 3 cores")]).await? == json!(true));
        console::no_errors(&page.driver).await
    })
    .await
}
