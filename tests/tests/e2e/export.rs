//! A run as a file: from the button to the clipboard, and what others make of the files.
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    keyboard::press,
    page::{Page, on_page},
    root,
};
use thirtyfour::Key;

use crate::reader::{CLIPBOARD, click, says, script, text, until};

const TIE: &str = "#bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const MERMAID: &str = "node_modules/mermaid/dist/mermaid.min.js";

/// Not by its words, which the page behind the dialog has, too.
const COPY: &str = "document.querySelector('dialog .choices button').click()";

/// Keeps the name of a picture that is saved, and its size, and saves nothing.
const SAVED: &str = "HTMLAnchorElement.prototype.click = async function () {
    const { width, height } = await createImageBitmap(await (await fetch(this.href)).blob());
    window.saved = `${this.download} ${width} ${height}`;
}";

async fn file(page: &Page) -> Result<String> {
    let text = script(page, "return document.querySelector('dialog textarea').value", vec![]);
    Ok(text.await?.as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_run_is_taken_along_by_keyboard() -> Result<()> {
    const FIND: &str = "document.getElementById('share').showPopover();
        document.querySelector('#share button').focus()";
    on_page(TIE, View::DESKTOP, async |page| {
        script(page, CLIPBOARD, vec![json!(true)]).await?;
        ensure!(page.site.hits("/export.js") == 0, "loaded unasked");
        script(page, FIND, vec![]).await?;
        press(&page.driver, Key::Enter).await?;
        says(page, "dialog label span", "bakery.mmd").await?;
        ensure!(page.site.hits("/export.js") == 1);
        ensure!(file(page).await?.starts_with("sequenceDiagram\n"));
        // the select has the focus: to the picture
        press(&page.driver, Key::Down).await?;
        says(page, "dialog label span", "bakery.svg").await?;
        for theme in Theme::BOTH {
            View::DESKTOP.theme(theme).apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
        let saved = "const save = document.querySelector('dialog a[download]');
            return save.download === 'bakery.svg' && save.href.startsWith('blob:')";
        ensure!(script(page, saved, vec![]).await? == json!(true));
        // what it looks like, and in dots, twice as many as that
        script(page, SAVED, vec![]).await?;
        click(page, "Download as PNG").await?;
        let painted = "const { naturalWidth, naturalHeight } =
                document.querySelector('dialog .taken img');
            return window.saved === `bakery.png ${naturalWidth * 2} ${naturalHeight * 2}`";
        until(page, painted, vec![]).await?;
        script(page, COPY, vec![]).await?;
        until(page, "return window.copied?.startsWith('<svg ')", vec![]).await?;
        says(page, "dialog [role=status]", "Copied").await?;
        press(&page.driver, Key::Escape).await?;
        until(page, "return !document.querySelector('dialog')", vec![]).await?;
        // the keys are the playground's again
        ensure!(text(page, ".where").await?.contains("step 12 of 14"));
        Ok(())
    })
    .await
}

/// Of a long file the beginning is shown, and all of it is taken along.
#[tokio::test]
async fn a_long_run_is_taken_along_whole() -> Result<()> {
    const JSON: &str = "const format = document.querySelector('dialog select');
        format.selectedIndex = [...format.options].findIndex(it => it.text.includes('JSON'));
        format.onchange();";
    const DOWNLOAD: &str = "fetch(document.querySelector('dialog a[download]').href)
        .then(reply => reply.json())
        .then(({ trace }) => arguments[0](trace.steps.length))";
    let mut scenario = catalog::Scenario::parse("semaphore-server?entries=unbounded")?.scenario;
    while scenario.run.len() < 1_000 {
        let moment = scenario.moment();
        let steps: Vec<_> = moment.steps().map(|it| it.action).collect();
        scenario.run.push(steps[catalog::pick(5, scenario.at, steps.len())]);
        scenario.at += 1;
    }
    on_page(&format!("#{scenario}"), View::DESKTOP, async |page| {
        script(page, CLIPBOARD, vec![json!(true)]).await?;
        click(page, "Export").await?;
        says(page, "dialog label span", "semaphore-server.mmd").await?;
        script(page, JSON, vec![]).await?;
        says(page, "dialog .snippet > p", "These are the first 20,000 of ").await?;
        ensure!(file(page).await?.chars().count() == 20_000);
        script(page, COPY, vec![]).await?;
        until(page, "return window.copied?.length > 20_000 && !!JSON.parse(window.copied)", vec![])
            .await?;
        let steps = page.driver.execute_async(DOWNLOAD, vec![]).await?;
        ensure!(*steps.json() == json!(1_000), "{:?}", steps.json());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_refused_clipboard_is_told_and_the_text_is_selected() -> Result<()> {
    on_page(TIE, View::PHONE, async |page| {
        script(page, CLIPBOARD, vec![json!(false)]).await?;
        click(page, "Export").await?;
        says(page, "dialog label span", "bakery.mmd").await?;
        script(page, COPY, vec![]).await?;
        says(page, "dialog [role=status]", "does not let a button copy").await?;
        let selected = "const { value, selectionStart, selectionEnd } =
                document.querySelector('dialog textarea');
            return selectionStart === 0 && selectionEnd === value.length";
        ensure!(script(page, selected, vec![]).await? == json!(true));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_does_not_arrive_is_told() -> Result<()> {
    on_page(TIE, View::DESKTOP, async |page| {
        page.driver.cdp().send_raw("Network.enable", json!({})).await?;
        let blocked = json!({ "urls": ["*/export.js"] });
        page.driver.cdp().send_raw("Network.setBlockedURLs", blocked).await?;
        click(page, "Export").await?;
        says(page, ".lab", "did not arrive; trying again may help").await?;
        Ok(())
    })
    .await
}

/// Of each of an algorithm's card and dares: what cannot be read, and how many can.
const READ: &str = "
    const [slug, done] = arguments;
    (async () => {
        const { load } = await import('./interleave-run.js');
        const engine = await load();
        const { card, dares } = engine.algorithms().find(it => it.slug === slug);
        const failed = [];
        let count = 0;
        for (const link of [card, ...dares.map(it => it.link)]) {
            try {
                const { diagramType } = await window.mermaid.parse(engine.export_run(slug + link, 'mermaid')[1]);
                if (diagramType === 'sequence') count += 1;
            } catch (error) {
                failed.push(slug + link + ': ' + error);
            }
        }
        return [failed, count];
    })().then(done, error => done([[String(error)], 0]));";

/// The real Mermaid reads every algorithm's runs as sequence diagrams.
#[tokio::test]
async fn mermaid_reads_what_is_written() -> Result<()> {
    // its variables are global ones
    const ADD: &str = "const script = document.createElement('script');
        script.textContent = arguments[0];
        document.head.append(script);";
    on_page(TIE, View::DESKTOP, async |page| {
        let mermaid =
            fs::read_to_string(root().join(MERMAID)).context("no Mermaid: run `npm ci`")?;
        script(page, ADD, vec![json!(mermaid)]).await?;
        let (mut failed, mut count) = (Vec::new(), 0);
        for entry in catalog::entries() {
            let read = page.driver.execute_async(READ, vec![json!(entry.slug)]).await?;
            failed.extend(read.json()[0].as_array().context("no list")?.iter().cloned());
            count += read.json()[1].as_u64().unwrap_or_default();
        }
        ensure!(failed.is_empty(), "{failed:#?}");
        ensure!(count > 100, "only {count}");
        Ok(())
    })
    .await
}
