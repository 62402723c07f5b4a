//! A run as a file: from the button to the clipboard, and what others make of the files.
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    console,
    keyboard::press,
    page::{Page, on_page},
    root,
};
use thirtyfour::Key;

use crate::reader::{click, says, script, text, until};

const TIE: &str = "#bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const MERMAID: &str = "node_modules/mermaid/dist/mermaid.min.js";

/// The clipboard of this test, or none.
const CLIPBOARD: &str = "
    const writeText = async text => { window.copied = text };
    const refuse = async () => { throw new DOMException('no') };
    Object.defineProperty(navigator, 'clipboard',
        { value: { writeText: arguments[0] ? writeText : refuse }, configurable: true });";

async fn file(page: &Page) -> Result<String> {
    let text = script(page, "return document.querySelector('dialog textarea').value", vec![]);
    Ok(text.await?.as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_run_is_taken_along_by_keyboard() -> Result<()> {
    on_page(TIE, View::DESKTOP, async |page| {
        script(page, CLIPBOARD, vec![json!(true)]).await?;
        ensure!(page.site.hits("/exporter/web_bg.wasm") == 0, "loaded unasked");
        const FIND: &str = "[...document.querySelectorAll('header button')]
            .find(it => it.innerText === 'Export').focus()";
        script(page, FIND, vec![]).await?;
        press(&page.driver, Key::Enter).await?;
        says(page, "dialog label span", "bakery.mmd").await?;
        ensure!(page.site.hits("/exporter/web_bg.wasm") == 1);
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
        click(page, "Copy").await?;
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

#[tokio::test]
async fn a_refused_clipboard_is_told_and_the_text_is_selected() -> Result<()> {
    on_page(TIE, View::PHONE, async |page| {
        script(page, CLIPBOARD, vec![json!(false)]).await?;
        click(page, "Export").await?;
        says(page, "dialog label span", "bakery.mmd").await?;
        click(page, "Copy").await?;
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
        says(page, ".lab", "What makes files did not arrive").await?;
        ensure!(!console::errors(&page.driver).await?.is_empty(), "nothing was blocked");
        Ok(())
    })
    .await
}

/// Every algorithm's card: the real Mermaid reads each as a sequence diagram.
#[tokio::test]
async fn mermaid_reads_what_is_written() -> Result<()> {
    on_page(TIE, View::DESKTOP, async |page| {
        let mermaid =
            fs::read_to_string(root().join(MERMAID)).context("no Mermaid: run `npm ci`")?;
        page.driver.execute(mermaid, Vec::new()).await?;
        const READ: &str = "
            const done = arguments[0];
            (async () => {
                const { default: init, export_run } = await import('./exporter/web.js');
                const { load } = await import('./interleave-run.js');
                await init();
                const failed = [];
                let count = 0;
                const modules = (await (await fetch('modules.js')).text()).match(/{.*?}/)[0];
                const slugs = Object.keys(JSON.parse(modules));
                for (const slug of slugs) {
                    const engine = await load(slug);
                    for (const { slug: own, card, dares } of engine.algorithms()) {
                        if (own !== slug) continue;
                        for (const link of [card, ...dares.map(it => it.link)]) {
                            const run = JSON.stringify(engine.document_of(slug + link, false));
                            const text = export_run(run, 'mermaid');
                            try {
                                const { diagramType } = await mermaid.parse(text);
                                if (diagramType === 'sequence') count += 1;
                            } catch (error) { failed.push(slug + link + ': ' + error) }
                        }
                    }
                }
                const rendered = await mermaid.render('it', export_run(JSON.stringify(
                    (await load('bakery')).document_of(location.hash, false)), 'mermaid'));
                return [failed, count, rendered.svg.includes('mutual exclusion')];
            })().then(done, error => done([[String(error)], 0, false]));";
        let read = page.driver.execute_async(READ, Vec::new()).await?;
        let read = read.json();
        ensure!(read[0] == json!([]) && read[1].as_u64() > Some(100), "{read}");
        ensure!(read[2] == json!(true), "not drawn");
        Ok(())
    })
    .await
}
