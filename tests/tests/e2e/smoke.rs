//! The page comes up, and for everyone.
use anyhow::{Result, ensure};
use axum::http::header::VARY;
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    page::{Page, on_page},
};

use crate::reader::{address_has, click, says, script, until};

#[tokio::test]
async fn comes_up_accessible_in_both_themes() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        for theme in Theme::BOTH {
            View::DESKTOP.theme(theme).apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn fetches_each_file_once() -> Result<()> {
    on_page("", View::PHONE.reduced_motion(), async |page| {
        let engine = ["/engine.js", "/engine_bg.wasm"];
        for file in engine {
            ensure!(page.site.hits(file) == 0, "the gallery needs no engine");
        }
        page.visit("#bakery").await?;
        for file in engine {
            ensure!(page.site.hits(file) == 1, "{file}: {}", page.site.hits(file));
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn goes_from_one_algorithm_to_another_and_back() -> Result<()> {
    on_page("#bakery?processes=2", View::DESKTOP, async |page| {
        click(page, "interleave").await?;
        click(page, "The semaphore server").await?;
        // not the preview of it
        says(page, ".lab h1", "The semaphore server").await?;
        says(page, ".lab .verdicts", "holds in all").await?;
        script(page, "history.go(-2)", vec![]).await?;
        says(page, ".lab h1", "Lamport’s bakery").await?;
        says(page, ".lab .verdicts", "holds in all").await?;
        address_has(page, "#bakery?processes=2").await?;
        Ok(())
    })
    .await
}

/// What was visited once needs no network.
#[tokio::test]
async fn goes_on_without_a_network() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        until_kept(page, &page.site.url("")).await?;
        page.visit("#bakery?processes=2").await?;
        says(page, ".verdicts", "holds in all").await?;
        let engine = ["engine.js", "engine_bg.wasm", "worker.js"];
        for file in engine.into_iter().chain(["style.css", "bakery.html"]) {
            until_kept(page, &page.site.url(file)).await?;
        }
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
    const CONTROLLED: &str = "return navigator.serviceWorker.controller !== null";
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

#[tokio::test]
async fn one_copy_is_kept_of_a_file_whatever_its_query() -> Result<()> {
    const KEPT: &str = "const [done] = arguments;
        caches.open('interleave').then((it) => it.keys()).then((keys) => done(keys.map(it => it.url)))";
    on_page("", View::DESKTOP, async |page| {
        until_kept(page, &page.site.url("")).await?;
        until(page, "return navigator.serviceWorker.controller !== null", vec![]).await?;
        for query in ["?from=afar", "?from=near"] {
            page.visit(&format!("404.html{query}")).await?;
        }
        until_kept(page, &page.site.url("404.html")).await?;
        let kept = page.driver.execute_async(KEPT, vec![]).await?;
        let kept = kept.json().to_string();
        ensure!(!kept.contains("from="), "{kept}");
        Ok(())
    })
    .await
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
