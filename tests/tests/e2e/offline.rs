//! What was visited once needs no network.
use anyhow::{Result, ensure};
use axum::http::header::VARY;
use serde_json::{Value, json};
use tests::{
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{says, script, until};

const CONTROLLED: &str = "return navigator.serviceWorker.controller !== null";

#[tokio::test]
async fn goes_on_without_a_network() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        until_kept(page, &page.site.url("")).await?;
        until(page, CONTROLLED, vec![]).await?;
        // what was never there is the host's to tell
        let missing = "fetch('barkey.html').then((it) => arguments[0](it.status))";
        ensure!(ask(page, missing).await? == json!(404));
        console::errors(&page.driver).await?; // which it told, too
        page.visit("#bakery?processes=2").await?;
        says(page, ".verdicts", "holds in all").await?;
        let engine = ["engine.js", "engine_bg.wasm", "worker.js"];
        for file in engine.into_iter().chain(["style.css", "bakery.html"]) {
            until_kept(page, &page.site.url(file)).await?;
        }
        // one copy of a file, whatever its query
        for query in ["?from=afar", "?from=near"] {
            page.visit(&format!("404.html{query}")).await?;
        }
        until_kept(page, &page.site.url("404.html")).await?;
        let kept = "caches.open('interleave').then((it) => it.keys())
            .then((keys) => arguments[0](keys.map(it => it.url)))";
        let kept = ask(page, kept).await?.to_string();
        ensure!(kept.contains("404.html") && !kept.contains("from="), "{kept}");

        page.site.go_down();
        page.visit("#bakery?processes=2&tie-break=none").await?;
        says(page, ".verdicts", "fails").await?;
        page.visit("bakery.html").await?;
        says(page, ".verdicts", "holds in all").await?;
        page.visit("").await?;
        says(page, "h1", "Be the scheduler").await?;
        // what was not visited is told, with what was
        page.driver.goto(page.site.url("token-ring.html")).await?;
        says(page, "h1", "Not reached").await?;
        says(page, "ul", "bakery").await
    })
    .await
}

/// Over the storage quota of its origin, or where the host says that nothing may be kept, a page that
/// has a service worker still comes.
#[tokio::test]
async fn what_cannot_be_kept_is_shown_all_the_same() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        until_kept(page, &page.site.url("")).await?;
        until(page, CONTROLLED, vec![]).await?;
        page.site.send(VARY, "*");
        page.visit("bakery.html").await?;
        says(page, ".verdicts", "holds in all").await?;
        page.site.send(VARY, "origin");
        let full = json!({ "origin": page.site.url(""), "quotaSize": 1 });
        page.driver.cdp().send_raw("Storage.overrideQuotaForOrigin", full).await?;
        page.visit("assign23.html").await?;
        says(page, ".verdicts", "holds in all").await?;
        ensure!(script(page, CONTROLLED, vec![]).await? == json!(true));
        Ok(())
    })
    .await
}

/// Runs a script that hands its answer over.
async fn ask(page: &Page, script: &str) -> Result<Value> {
    Ok(page.driver.execute_async(script, vec![]).await?.json().clone())
}

async fn until_kept(page: &Page, url: &str) -> Result<()> {
    const KEPT: &str = "const [url, done] = arguments;
        const look = async () => {
            const kept = await caches.open('interleave');
            if (await kept.match(url)) done(true); else setTimeout(look, 50);
        };
        look()";
    page.driver.execute_async(KEPT, vec![json!(url)]).await?;
    Ok(())
}
