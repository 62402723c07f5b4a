//! Who stays long leaves nothing behind: what a page no longer shows, it no longer listens to.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{click, script, turn_to, until};

const ARE_DRAWN: &str = "const all = [...document.querySelectorAll('interleave-run')];
    return all.length === arguments[0] && all.every(it => it.shadowRoot.querySelector('.stage-sheet'))";

/// How many listeners the browser keeps, after all that nobody holds is gone.
async fn listeners(page: &Page) -> Result<f64> {
    let cdp = page.driver.cdp();
    cdp.send_raw("Performance.enable", json!({})).await?;
    // what the first round lets go may hold something that the second one finds
    for _ in 0..3 {
        cdp.send_raw("HeapProfiler.collectGarbage", json!({})).await?;
    }
    let answer = cdp.send_raw("Performance.getMetrics", json!({})).await?;
    let metrics = answer["metrics"].as_array().context("metrics")?;
    let count = metrics.iter().find(|metric| metric["name"] == "JSEventListeners");
    count.and_then(|count| count["value"].as_f64()).context("a count")
}

/// Whatever comes and goes once more, there are as many listeners as after the first times.
async fn stay_as_many(page: &Page, mut round: impl AsyncFnMut() -> Result<()>) -> Result<()> {
    for _ in 0..2 {
        round().await?;
    }
    let before = listeners(page).await?;
    ensure!(before > 0.0, "nothing is listened to");
    for _ in 0..4 {
        round().await?;
    }
    let after = listeners(page).await?;
    // a timer or a transition may just be on its way
    ensure!(after <= before + 8.0, "{before} listeners have become {after}");
    console::no_errors(&page.driver).await
}

#[tokio::test]
async fn other_sides_are_compared() -> Result<()> {
    on_page("compare.html#a=bakery&b=jones-bakery", View::DESKTOP, async |page| {
        until(page, ARE_DRAWN, vec![json!(2)]).await?;
        stay_as_many(page, async || {
            turn_to(page, "a=peterson&b=dekker&c=token-ring").await?;
            until(page, ARE_DRAWN, vec![json!(3)]).await?;
            turn_to(page, "a=bakery&b=jones-bakery").await?;
            until(page, ARE_DRAWN, vec![json!(2)]).await
        })
        .await
    })
    .await
}

#[tokio::test]
async fn a_widget_comes_and_goes() -> Result<()> {
    const GO: &str = "window.gone = document.querySelector('interleave-run');
        window.after = gone.nextSibling;
        window.around = gone.parentNode;
        gone.remove();
        around.insertBefore(gone, after);
        gone.shadowRoot.querySelector('button').click()";
    const IS_DRAWN: &str = "return !!gone.shadowRoot.querySelector('.stage-sheet')";
    on_page("examples/blog.html", View::DESKTOP, async |page| {
        stay_as_many(page, async || {
            script(page, GO, Vec::new()).await?;
            until(page, IS_DRAWN, Vec::new()).await
        })
        .await
    })
    .await
}

#[tokio::test]
async fn faces_and_the_editor_are_opened_and_left() -> Result<()> {
    const IS: &str = "return !!document.querySelector(arguments[0])";
    on_page("assign23.html", View::DESKTOP, async |page| {
        stay_as_many(page, async || {
            for (words, shown) in [
                ("Decisions", ".chart-map"),
                ("Variants", ".variants"),
                ("Lines", ".lines-for"),
                ("Picture", ".stage-sheet"),
                ("Edit", ".sheet textarea"),
                ("Done", ".lab:not(:has(.sheet textarea))"),
            ] {
                click(page, words).await?;
                until(page, IS, vec![json!(shown)]).await?;
            }
            Ok(())
        })
        .await
    })
    .await
}
