//! A page for every algorithm: to be read without script, to be linked to, to be gone back to.
use std::fs;

use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console, keyboard,
    page::{Page, on_page, with_browser},
};

use crate::reader::{
    address_has, click, everybody_can_read, frame, leave, says, script, text, turn_to, until,
};

const MOMENT: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const SEEN: &str = "return [...document.querySelectorAll(arguments[0])]
    .some(it => it.checkVisibility({ visibilityProperty: true }))";

async fn is_seen(page: &Page, css: &str) -> Result<bool> {
    Ok(script(page, SEEN, vec![json!(css)]).await? == json!(true))
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
        let dares = entry.dares.iter().map(|dare| &dare.title);
        let texts = [entry.name, entry.paper.title, "need JavaScript", "holds in all"];
        for words in texts.iter().chain(article.idea).chain(article.found).chain(dares) {
            ensure!(all.contains(words), "{words:?} is not in {all}");
        }
        ensure!(all.contains(article.lead), "the lead");
        for css in ["svg.stage-sheet", ".code", ".verdicts", "#about"] {
            ensure!(is_seen(page, css).await?, "{css} is not to be seen");
        }
        ensure!(page.site.hits("/start.js") == 0, "a script has run");
        // nothing is offered that needs one
        page.driver.goto(page.site.url("compare.html")).await?;
        ensure!(text(page, "main").await?.contains("needs JavaScript"));
        ensure!(!is_seen(page, "#add").await?);
        Ok(())
    })
    .await
}

/// The picture in the document is that of the card's moment, and shown for no other.
#[tokio::test]
async fn a_page_can_be_read_where_the_engine_does_not_arrive() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        page.driver.cdp().send_raw("Network.enable", json!({})).await?;
        let blocked = json!({ "urls": ["*/engine_bg.wasm"] });
        page.driver.cdp().send_raw("Network.setBlockedURLs", blocked).await?;
        let entry = catalog::entry("bakery").expect("the bakery is there");
        let opening = session::path::opening(entry);
        for (fragment, picture) in [
            (format!("#{opening}"), true),
            (format!("#{MOMENT}"), false),
            ("#bakery?view=embed".into(), false),
            (String::new(), true),
        ] {
            page.load(&format!("bakery.html{fragment}")).await?;
            says(page, "#unstarted", "could not be started").await?;
            ensure!(is_seen(page, "#elsewhere").await? != picture, "{fragment:?}: told");
            for css in [".preview svg.stage-sheet", ".preview .verdicts"] {
                ensure!(is_seen(page, css).await? == picture, "{fragment:?}: {css}");
            }
            ensure!(is_seen(page, "#about").await?, "{fragment:?}: article");
        }
        everybody_can_read(page, "body", &[View::DESKTOP, View::PHONE, View::TABLET]).await?;
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

/// In frames of both forms; only pages have an article. And what nobody sees does not move.
#[tokio::test]
async fn an_embed_is_nothing_but_the_playground() -> Result<()> {
    const PLAYING: &str = "document.querySelector('.transport').innerText.includes('Pause')";
    with_browser(View::PHONE, async |page| {
        let (slug, query) = MOMENT.split_once('?').expect("the moment has a query");
        page.visit(&format!("#{MOMENT}")).await?;
        says(page, ".where", "step 12 of 14").await?;
        ensure!(is_seen(page, "#about").await?);
        ensure!(!is_seen(page, ".preview").await?);
        // the run takes longer than this test waits
        let embed = format!("{slug}?view=embed&speed=0.25&{query}");
        let mut embed = catalog::Scenario::parse(&embed)?.scenario;
        embed.at = 0;
        for start in ["index.html", "bakery.html"] {
            page.visit(&format!("{start}#{embed}")).await?;
            says(page, ".where", "step 0 of 14").await?;
            ensure!(!is_seen(page, "#about, .preview, #gallery").await?, "{start:?}");
        }
        click(page, "Play").await?;
        until(page, &format!("return {PLAYING}"), vec![]).await?;
        script(page, "document.body.style.paddingTop = '5000px'", vec![]).await?;
        until(page, &format!("return !{PLAYING}"), vec![]).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// Which link leads where is the router's to say; here is what a browser makes of it.
#[tokio::test]
async fn links_lead_to_their_page_or_are_told() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        for (old, new) in [
            (format!("?from=afar#{MOMENT}"), format!("/bakery.html?from=afar#{MOMENT}")),
            (format!("assign23.html#{MOMENT}"), format!("/bakery.html#{MOMENT}")),
        ] {
            page.visit(&old).await?;
            says(page, ".where", "step 12 of 14").await?;
            let at = page.driver.current_url().await?;
            ensure!(at.as_str().ends_with(&new), "{old} leads to {at}");
            ensure!(text(page, ".notices").await?.is_empty(), "{old}");
        }
        // told, and shown as far as they go
        for (link, told) in [
            ("processes=9", "“processes=9” is not a choice (3, 2, 4): 3 was used."),
            ("?run=AAFRf", "The end of the link is missing"),
        ] {
            turn_to(page, link).await?;
            says(page, ".notices", told).await?;
        }
        // who asks for an algorithm that is not there is led to the gallery
        turn_to(page, "bakrey?processes=2").await?;
        says(page, ".lost", "Did you mean “bakery”?").await?;
        says(page, "h1", "Be the scheduler").await?;
        click(page, "Open the one that you may have meant").await?;
        says(page, ".lab h1", "Lamport’s bakery").await?;
        address_has(page, "bakery.html#bakery?processes=2").await?;
        // in somebody's frame there is room for the sentence only
        frame(page, "index.html#bakrey?view=embed").await?;
        says(page, ".lost", "Did you mean “bakery”?").await?;
        let gallery = "return getComputedStyle(document.getElementById('gallery')).display";
        ensure!(script(page, gallery, vec![]).await? == "none", "the gallery is shown");
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn readers_go_from_page_to_page_and_back() -> Result<()> {
    const LENGTH: &str = "return history.length";
    const CARD: &str = "Press Play: in four steps both are inside.";
    on_page("", View::DESKTOP, async |page| {
        // a link of the gallery's own leaves no entry in the history
        let before = script(page, LENGTH, vec![]).await?.as_u64();
        turn_to(page, MOMENT).await?;
        says(page, ".where", "step 12 of 14").await?;
        let after = script(page, LENGTH, vec![]).await?.as_u64();
        ensure!(
            after == before.map(|before| before + 1),
            "{before:?} entries have become {after:?}"
        );
        page.driver.back().await?;
        says(page, "h1", "Be the scheduler").await?;
        page.driver.forward().await?;
        says(page, ".where", "step 12 of 14").await?;
        click(page, "interleave").await?;
        says(page, "h1", "Be the scheduler").await?;

        let dare = catalog::entry("bakery").expect("the bakery is there").dares[1];
        click(page, "Lamport’s bakery").await?;
        // without a fragment: before the event of its best moment
        says(page, ".said", CARD).await?;
        ensure!(page.driver.current_url().await?.as_str().ends_with("/bakery.html"));
        // a dare from the article is shown where the playground is
        let follow = "const all = [...document.querySelectorAll('#about .dares a')];
            const it = all.find(it => it.innerText === arguments[0]);
            it.scrollIntoView();
            it.click()";
        leave(page, follow, vec![json!(dare.title)]).await?;
        says(page, ".guide", dare.title).await?;
        until(page, "return scrollY === 0", vec![]).await?;
        address_has(page, &format!("/bakery.html#bakery{}", dare.link)).await?;
        // or tried from the start
        let itself = "const all = [...document.querySelectorAll('#about .dares a')];
            all.find(it => it.ariaLabel === `Try it yourself: ${arguments[0]}`).click()";
        leave(page, itself, vec![json!(dare.title)]).await?;
        says(page, ".where", "step 0 of 0").await?;
        page.driver.back().await?;
        page.driver.back().await?;
        says(page, ".said", CARD).await?;
        // where the reader was is there again, whatever came after it
        let card = text(page, ".where").await?;
        keyboard::press(&page.driver, "1").await?;
        until(
            page,
            "return document.querySelector('.where').innerText !== arguments[0]",
            vec![json!(card)],
        )
        .await?;
        let place = text(page, ".where").await?;
        click(page, "Jones’ bakery").await?;
        says(page, ".lab h1", "Jones’ bakery").await?;
        page.driver.back().await?;
        says(page, ".where", &place).await?;
        page.driver.back().await?;
        says(page, "h1", "Be the scheduler").await?;
        page.driver.forward().await?;
        says(page, ".where", &place).await?;
        page.driver.forward().await?;
        says(page, ".lab h1", "Jones’ bakery").await?;
        click(page, "interleave").await?;
        click(page, "The semaphore server").await?;
        // not the preview of it
        says(page, ".lab h1", "The semaphore server").await?;
        says(page, ".lab .verdicts", "holds in all").await?;
        leave(page, "history.go(-2)", vec![]).await?;
        says(page, ".lab h1", "Jones’ bakery").await?;
        says(page, ".lab .verdicts", "holds in all").await
    })
    .await
}

/// As `cargo xtask serve` has it, which makes no document beforehand.
#[tokio::test]
async fn documents_can_be_made_on_a_visit() -> Result<()> {
    let engine = fs::read_to_string(tests::root().join("dist/engine.js"))?;
    if !engine.contains("export function document(") {
        ensure!(golden::is_everything(), "only the engine that is shipped makes no documents");
        return Ok(());
    }
    let unmade = fs::read_to_string(tests::root().join("web/unmade.html"))?;
    with_browser(View::DESKTOP, async |page| {
        for path in ["/", "/bakery.html", "/bakrey.html"] {
            page.site.replace(path, Some(unmade.clone()));
        }
        page.visit("").await?;
        until(page, "return document.querySelectorAll('.card').length > 20", vec![]).await?;
        // its own scripts run
        until(page, "return !document.getElementById('search').hidden", vec![]).await?;
        page.visit(&format!("bakery.html#{MOMENT}")).await?;
        says(page, ".where", "step 12 of 14").await?;
        says(page, "#about", "the lowest number is served").await?;
        console::no_errors(&page.driver).await?;
        page.load("bakrey.html").await?;
        says(page, "main", "There is no such page").await
    })
    .await
}
