//! A page for every algorithm: to be read without script, to be linked to, to be gone back to.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    page::{Page, on_page, with_browser},
};

use crate::reader::{address_has, click, frame, says, script, text, until};

const MOMENT: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const SEEN: &str = "return [...document.querySelectorAll(arguments[0])]
    .some(it => it.checkVisibility({ visibilityProperty: true }))";

async fn is_seen(page: &Page, css: &str) -> Result<bool> {
    Ok(script(page, SEEN, vec![json!(css)]).await? == json!(true))
}

/// From now on no engine arrives.
async fn without_engines(page: &Page) -> Result<()> {
    page.driver.cdp().send_raw("Network.enable", json!({})).await?;
    let blocked = json!({ "urls": ["*/engine_bg.wasm"] });
    page.driver.cdp().send_raw("Network.setBlockedURLs", blocked).await?;
    Ok(())
}

#[tokio::test]
async fn a_page_can_be_read_without_script() -> Result<()> {
    with_browser(View::PHONE, async |page| {
        let off = json!({ "value": true });
        page.driver.cdp().send_raw("Emulation.setScriptExecutionDisabled", off).await?;
        page.driver.goto(page.site.url("bakery.html")).await?;
        let entry = catalog::entry("bakery").expect("the bakery is there");
        ensure!(page.driver.title().await? == "Lamport’s bakery · Interleave");
        let all = text(page, "body").await?;
        let article = entry.about().article;
        let dares = entry.dares.iter().map(|it| &it.title);
        let texts = [entry.name, entry.paper.title, "need JavaScript", "holds in all"];
        for words in texts.iter().chain(article.idea).chain(article.found).chain(dares) {
            ensure!(all.contains(words), "{words:?} is not in {all}");
        }
        ensure!(all.contains(article.lead), "the lead");
        for css in ["svg.stage-sheet", ".code", ".verdicts", "#about"] {
            ensure!(is_seen(page, css).await?, "{css} is not to be seen");
        }
        ensure!(page.site.hits("/start.js") == 0, "a script has run");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn nothing_is_offered_that_needs_a_script() -> Result<()> {
    with_browser(View::PHONE, async |page| {
        let off = json!({ "value": true });
        page.driver.cdp().send_raw("Emulation.setScriptExecutionDisabled", off).await?;
        page.driver.goto(page.site.url("compare.html")).await?;
        ensure!(text(page, "main").await?.contains("needs JavaScript"));
        ensure!(!is_seen(page, "#add").await?);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_page_can_be_read_where_the_engine_does_not_arrive() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        without_engines(page).await?;
        for view in [View::DESKTOP, View::TABLET, View::PHONE] {
            for theme in Theme::BOTH {
                view.theme(theme).apply(&page.driver).await?;
                page.load("bakery.html").await?;
                says(page, "#unstarted", "could not be started").await?;
                ensure!(is_seen(page, ".preview svg.stage-sheet").await?);
                axe::audit(&page.driver).await?;
                let wide = "return document.documentElement.scrollWidth > innerWidth";
                ensure!(script(page, wide, vec![]).await? == json!(false), "scrolls sideways");
            }
        }
        Ok(())
    })
    .await
}

/// The picture in the document is that of the card's moment, and shown for no other.
#[tokio::test]
async fn no_wrong_picture_is_shown_before_the_right_one() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        without_engines(page).await?;
        let card = catalog::entry("bakery").expect("the bakery is there").card;
        for (fragment, picture) in [
            (String::new(), true),
            (format!("#bakery{card}"), true),
            (format!("#{MOMENT}"), false),
            ("#bakery?view=embed".into(), false),
        ] {
            page.load(&format!("bakery.html{fragment}")).await?;
            says(page, "#unstarted", "could not be started").await?;
            ensure!(is_seen(page, "#elsewhere").await? != picture, "{fragment:?}: told");
            for css in [".preview svg", ".preview .verdicts"] {
                ensure!(is_seen(page, css).await? == picture, "{fragment:?}: {css}");
            }
            ensure!(is_seen(page, "#about").await?, "{fragment:?}: article");
        }
        // in somebody's frame there is room for the sentence only
        frame(page, "bakery.html#bakery?view=embed").await?;
        says(page, "#unstarted", "could not be started").await?;
        for css in [".preview", "#about"] {
            ensure!(!is_seen(page, css).await?, "framed: {css}");
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn old_links_lead_to_the_page_of_the_algorithm() -> Result<()> {
    const LENGTH: &str = "return history.length";
    with_browser(View::DESKTOP, async |page| {
        let encoded = MOMENT.replace('?', "%3F").replace('&', "%26");
        for (old, new) in [
            (format!("#{MOMENT}"), format!("/bakery.html#{MOMENT}")),
            (format!("index.html#{MOMENT}"), format!("/bakery.html#{MOMENT}")),
            (format!("?from=afar#{MOMENT}"), format!("/bakery.html?from=afar#{MOMENT}")),
            (format!("#/{MOMENT}"), format!("/bakery.html#/{MOMENT}")),
            (format!("#{encoded}"), format!("/bakery.html#{encoded}")),
            (format!("assign23.html#{MOMENT}"), format!("/bakery.html#{MOMENT}")),
        ] {
            page.visit(&old).await?;
            says(page, ".where", "step 12 of 14").await?;
            let at = page.driver.current_url().await?;
            ensure!(at.as_str().ends_with(&new), "{old} leads to {at}");
            ensure!(text(page, ".notices").await?.is_empty(), "{old}");
        }
        // no entry of its own in the history
        page.visit("").await?;
        let before = script(page, LENGTH, vec![]).await?.as_u64();
        script(page, "location.hash = arguments[0]", vec![json!(MOMENT)]).await?;
        says(page, ".where", "step 12 of 14").await?;
        let after = script(page, LENGTH, vec![]).await?.as_u64();
        ensure!(after == before.map(|it| it + 1), "{before:?} entries have become {after:?}");
        page.driver.back().await?;
        says(page, "h1", "Be the scheduler").await?;
        page.driver.forward().await?;
        says(page, ".where", "step 12 of 14").await
    })
    .await
}

#[tokio::test]
async fn readers_go_from_page_to_page_and_back() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        let dare = catalog::entry("bakery").expect("the bakery is there").dares[1];
        click(page, "Lamport’s bakery").await?;
        // without a fragment: the card's moment
        says(page, ".said", "Process 1 reads number[0] = 1 while it picks its ticket.").await?;
        ensure!(page.driver.current_url().await?.as_str().ends_with("/bakery.html"));
        // a dare from the article is shown where the playground is
        let follow = "const all = [...document.querySelectorAll('#about .dares a')];
            const it = all.find(it => it.innerText === arguments[0]);
            it.scrollIntoView();
            it.click()";
        script(page, follow, vec![json!(dare.title)]).await?;
        says(page, ".guide", dare.title).await?;
        until(page, "return scrollY === 0", vec![]).await?;
        address_has(page, &format!("/bakery.html#bakery{}", dare.link)).await?;
        // or tried from the start
        let itself = "const all = [...document.querySelectorAll('#about .dares a')];
            all.find(it => it.ariaLabel === `Try it yourself: ${arguments[0]}`).click()";
        script(page, itself, vec![json!(dare.title)]).await?;
        says(page, ".where", "step 0 of 0").await?;
        page.driver.back().await?;
        page.driver.back().await?;
        says(page, ".said", "Process 1 reads number[0] = 1 while it picks its ticket.").await?;
        click(page, "Jones’ bakery").await?;
        says(page, "h1", "Jones’ bakery").await?;
        page.driver.back().await?;
        says(page, ".said", "Process 1 reads number[0] = 1 while it picks its ticket.").await?;
        page.driver.back().await?;
        says(page, "h1", "Be the scheduler").await?;
        page.driver.forward().await?;
        page.driver.forward().await?;
        says(page, "h1", "Jones’ bakery").await
    })
    .await
}

/// In frames of both forms; only pages have an article.
#[tokio::test]
async fn an_embed_is_nothing_but_the_playground() -> Result<()> {
    with_browser(View::PHONE, async |page| {
        let (slug, query) = MOMENT.split_once('?').expect("the moment has a query");
        for start in ["", "index.html", "bakery.html"] {
            page.visit(&format!("{start}#{slug}?view=embed&{query}")).await?;
            says(page, ".where", "step 12 of 14").await?;
            ensure!(!is_seen(page, "#about, .preview, #gallery").await?, "{start:?}");
        }
        page.visit(&format!("#{MOMENT}")).await?;
        ensure!(is_seen(page, "#about").await?);
        ensure!(!is_seen(page, ".preview").await?);
        Ok(())
    })
    .await
}
