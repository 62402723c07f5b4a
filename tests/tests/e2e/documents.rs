//! Documents as pages: found, searched, read by everybody, and printed.
use std::fs;

use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    keyboard,
    page::{Page, on_page, with_browser},
};
use thirtyfour::Key;

use crate::reader::{
    address_has, click, everybody_can_read, fits, leave, says, script, text, until,
};

const VIEWS: [View; 3] = [View::DESKTOP, View::PHONE, View::TABLET];

/// Whether some element of a selector is drawn.
const IS_SEEN: &str = "return [...document.querySelectorAll(arguments[0])]
    .some(it => it.checkVisibility({ visibilityProperty: true }))";

async fn is_seen(page: &Page, css: &str) -> Result<bool> {
    Ok(script(page, IS_SEEN, vec![json!(css)]).await? == json!(true))
}

async fn look_for(page: &Page, words: &str) -> Result<()> {
    const TYPE: &str = "const it = document.querySelector('#wanted');
        it.focus();
        it.value = arguments[0];
        it.dispatchEvent(new Event('input', { bubbles: true }))";
    script(page, TYPE, vec![json!(words)]).await?;
    Ok(())
}

/// From the gallery to a document, by the search to a heading of another one, by keyboard.
#[tokio::test]
async fn what_is_looked_for_is_found_at_its_heading() -> Result<()> {
    const AT: &str =
        "const { top } = document.getElementById(arguments[0]).getBoundingClientRect();
        return top >= 0 && top < innerHeight / 2";
    on_page("", View::DESKTOP, async |page| {
        click(page, "Documents").await?;
        says(page, "h1", "Documents").await?;
        ensure!(page.site.hits("/search.json") == 0, "nobody has searched yet");
        look_for(page, "exit code").await?;
        says(page, "#hits li:first-child", "The command line › Exit codes").await?;
        for key in [Key::Down, Key::Down, Key::Up] {
            keyboard::press(&page.driver, key).await?;
        }
        ensure!(keyboard::focused(&page.driver).await?.contains("Exit codes"));
        keyboard::press(&page.driver, Key::Enter).await?;
        says(page, "h1", "The command line").await?;
        address_has(page, "command-line.html#exit-codes").await?;
        until(page, AT, vec![json!("exit-codes")]).await?;
        // the best by Enter, in the words of others, on this very page too; and an algorithm by its author
        for (words, best, to) in [
            ("linearizability histories", "The command line › Histories", "#histories"),
            ("Szymanski", "Algorithms › Szymański’s lock", "szymanski.html"),
        ] {
            look_for(page, words).await?;
            says(page, "#hits li:first-child", best).await?;
            keyboard::press(&page.driver, Key::Enter).await?;
            address_has(page, to).await?;
        }
        Ok(())
    })
    .await
}

/// Nothing that is typed does harm, and Escape leads back.
#[tokio::test]
async fn bad_words_find_nothing() -> Result<()> {
    on_page("links.html", View::PHONE, async |page| {
        let long = "x".repeat(9999);
        for words in ["<img src=x onerror=alert(1)>", "((((zz", "\u{202e}\u{0}qqq", &long] {
            look_for(page, words).await?;
            says(page, "#found", "Nothing matches").await?;
            fits(page, View::PHONE).await?;
        }
        look_for(page, "fairness").await?;
        says(page, "#found", "places").await?;
        keyboard::press(&page.driver, Key::Down).await?;
        keyboard::press(&page.driver, Key::Escape).await?;
        ensure!(keyboard::focused(&page.driver).await?.contains("Find"), "back in the field");
        keyboard::press(&page.driver, Key::Escape).await?;
        ensure!(!is_seen(page, "#panel").await?);
        for nothing in ["", " ", "a"] {
            look_for(page, nothing).await?;
            until(page, "return document.querySelector('#panel').hidden", vec![]).await?;
        }
        Ok(())
    })
    .await
}

/// If the index does not come that is said, and it is tried again.
#[tokio::test]
async fn a_search_that_did_not_arrive_is_told() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let index = fs::read_to_string(tests::root().join("dist/search.json"))?;
        // nor did what makes it in a site without documents
        page.site.replace("/search.json", None);
        page.site.replace("/load.js", None);
        page.visit("stability.html").await?;
        look_for(page, "fairness").await?;
        says(page, "#found", "The search did not arrive.").await?;
        page.site.replace("/search.json", Some(index));
        look_for(page, "fairness").await?;
        says(page, "#hits li:first-child", "How it works › Fairness").await
    })
    .await
}

/// In both colours, at every width, with large letters; a quick run looks at some.
#[tokio::test]
async fn everybody_can_read_documents() -> Result<()> {
    const FILES: [&str; 12] = [
        "how-it-works.html",
        "documents.html",
        "command-line.html",
        "algorithms.html",
        "links.html",
        "embedding.html",
        "export.html",
        "reductions.html",
        "beyond-one-machine.html",
        "stability.html",
        "changes.html",
        "accessibility.html",
    ];
    with_browser(View::DESKTOP, async |page| {
        for file in FILES.into_iter().take(golden::quick_or(2, FILES.len())) {
            page.visit(file).await?;
            everybody_can_read(page, "body", &VIEWS).await?;
            View::PHONE.apply(&page.driver).await?;
            script(page, "document.documentElement.style.fontSize = '200%'", vec![]).await?;
            fits(page, View::PHONE).await?;
        }
        // what was found, too
        page.visit("how-it-works.html").await?;
        look_for(page, "fairness").await?;
        says(page, "#found", "places").await?;
        everybody_can_read(page, "body", &VIEWS).await?;
        // on a phone the contents open, lead to a heading, and close
        View::PHONE.apply(&page.driver).await?;
        page.visit("links.html").await?;
        ensure!(!is_seen(page, "#contents nav").await?);
        click(page, "Contents").await?;
        leave(page, "document.querySelector('#contents a[href=\"#versions\"]').click()", vec![])
            .await?;
        address_has(page, "links.html#versions").await?;
        ensure!(!is_seen(page, "#contents nav").await?);
        tests::console::no_errors(&page.driver).await
    })
    .await
}

/// A document, and what its search needs, stay where there is no network.
#[tokio::test]
async fn documents_are_searched_without_a_network() -> Result<()> {
    const KEPT: &str = "const done = arguments[0];
        const look = async () => {
            const kept = await caches.open('interleave');
            const all = await Promise.all(['stability.html', 'search.json', 'documents.js'].map(it => kept.match(it)));
            if (all.every(it => it) && navigator.serviceWorker.controller) done(true); else setTimeout(look, 50);
        };
        look()";
    on_page("stability.html", View::DESKTOP, async |page| {
        until(page, "return navigator.serviceWorker.ready.then(() => true)", vec![]).await?;
        page.visit("stability.html").await?;
        look_for(page, "fairness").await?;
        says(page, "#found", "places").await?;
        page.driver.execute_async(KEPT, vec![]).await?;
        page.site.go_down();
        page.visit("stability.html").await?;
        look_for(page, "memory").await?;
        says(page, "#hits", "How it works › Memory").await
    })
    .await
}

/// On paper there is what can be read, and nothing to press.
#[tokio::test]
async fn pages_are_printed_as_what_can_be_read() -> Result<()> {
    const PRESSED: &str = "button, nav, .player, .scheduler, .time, .tabs, search, .top select";
    on_page("bakery.html", View::DESKTOP, async |page| {
        says(page, ".verdicts", "holds in all").await?;
        let print = json!({ "media": "print" });
        page.driver.cdp().send_raw("Emulation.setEmulatedMedia", print.clone()).await?;
        for css in [".top h1", ".stage-sheet", ".narration", ".code", ".verdicts", "#about"] {
            ensure!(is_seen(page, css).await?, "{css} is not printed");
        }
        ensure!(!is_seen(page, PRESSED).await?, "what is pressed is printed");
        let paper = "return getComputedStyle(document.body).backgroundColor";
        ensure!(script(page, paper, vec![]).await? == json!("rgb(255, 255, 255)"));
        page.visit("language.html").await?;
        page.driver.cdp().send_raw("Emulation.setEmulatedMedia", print).await?;
        ensure!(is_seen(page, "main pre").await? && !is_seen(page, PRESSED).await?);
        let outside = "const it = document.querySelector('main a[href^=\"http\"]');
            return !it || getComputedStyle(it, '::after').content.includes(it.href)";
        page.visit("algorithms.html").await?;
        ensure!(script(page, outside, vec![]).await? == json!(true), "addresses are not printed");
        ensure!(text(page, "h1").await?.contains("The algorithms"));
        Ok(())
    })
    .await
}
