//! A run as a file: from the button to the clipboard, and what others make of the files.
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    keyboard::press,
    page::{Page, on_page},
    root,
};
use thirtyfour::Key;

use crate::reader::{CLIPBOARD, click, everybody_can_read, says, script, text, turn_to, until};

const TIE: &str = "#bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const MERMAID: &str = "node_modules/mermaid/dist/mermaid.min.js";

/// Not by its words, which the page behind the dialog has, too.
pub const COPY: &str = "document.querySelector('dialog .choices button').click()";

/// Keeps the name of a picture that is saved, and its size, and saves nothing.
const SAVED: &str = "HTMLAnchorElement.prototype.click = async function () {
    const { width, height } = await createImageBitmap(await (await fetch(this.href)).blob());
    window.saved = `${this.download} ${width} ${height}`;
}";

/// A short run, to be filmed in the dialog.
const FILMED: &str = "#bakery?processes=2&tie-break=none&v=1&steps=10-12&run=AAVBQX.fBdw";

/// The size of what was made, and of a video how long it is, in milliseconds.
const FILM: &str = "const [image, video] = ['img', 'video'].map(name => document.querySelector(`dialog .film ${name}`));
    if (image) return [image.naturalWidth, image.naturalHeight];
    return video && [video.videoWidth, video.videoHeight, Math.round(video.duration * 1000)]";

/// Chooses in one of the dialog's lists, the first of which is that of formats.
const CHOOSE: &str = "const list = document.querySelectorAll('dialog select')[arguments[0]];
    list.selectedIndex = [...list].findIndex(({ textContent }) => textContent.includes(arguments[1]));
    list.dispatchEvent(new Event('change'))";

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
        everybody_can_read(page, "dialog", &[View::DESKTOP, View::TABLET]).await?;
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
        a_refused_clipboard_is_told_and_the_text_is_selected(page).await?;
        press(&page.driver, Key::Escape).await?;
        the_link_is_shown_as_a_code(page).await?;
        what_does_not_arrive_is_told(page).await
    })
    .await
}

async fn a_refused_clipboard_is_told_and_the_text_is_selected(page: &Page) -> Result<()> {
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
}

async fn the_link_is_shown_as_a_code(page: &Page) -> Result<()> {
    const OPEN: &str =
        "const show = (engine) => import('./qr.js').then(it => it.show(engine, arguments[0]));
        import('./load.js').then(it => it.load()).then(show)";
    const SHUT: &str = "return !document.querySelector('dialog')";
    View::PHONE.apply(&page.driver).await?;
    turn_to(page, &format!("{TIE}&theme=dark")).await?;
    until(page, "return document.querySelector('.lab').dataset.theme === 'dark'", vec![]).await?;
    ensure!(page.site.hits("/qr.js") == 0, "loaded unasked");
    click(page, "QR code of the link").await?;
    let drawn = "const it = document.querySelector('dialog .qr img');
        return it?.naturalWidth > 0 && it.alt !== ''";
    until(page, drawn, vec![]).await?;
    // the link that is copied, too: colours are the reader's own affair
    let link = page.site.url(&format!("bakery.html{TIE}"));
    ensure!(text(page, "dialog .address").await? == link);
    everybody_can_read(page, "dialog", &[View::PHONE]).await?;
    press(&page.driver, Key::Escape).await?;
    until(page, SHUT, vec![]).await?;
    // one that is too long is told
    let link = page.site.url(&format!("bakery.html#{}", "a".repeat(3_000)));
    script(page, OPEN, vec![json!(link)]).await?;
    says(page, "dialog [role=alert]", "too many for a QR code").await?;
    ensure!(text(page, "dialog .address").await? == link);
    press(&page.driver, Key::Escape).await?;
    until(page, SHUT, vec![]).await
}

async fn what_does_not_arrive_is_told(page: &Page) -> Result<()> {
    page.driver.cdp().send_raw("Network.enable", json!({})).await?;
    let blocked = json!({ "urls": ["*/embed.js"] });
    page.driver.cdp().send_raw("Network.setBlockedURLs", blocked).await?;
    click(page, "Embed").await?;
    says(page, ".lab", "did not arrive; trying again may help").await
}

async fn film(page: &Page, format: &str, size: &str) -> Result<serde_json::Value> {
    script(page, CHOOSE, vec![json!(0), json!(format)]).await?;
    script(page, CHOOSE, vec![json!(1), json!(size)]).await?;
    click(page, "Make it").await?;
    says(page, "dialog .film [role=status]", "The file has").await?;
    until(page, &format!("return (() => {{ {FILM} }})()?.every(part => part > 0)"), vec![]).await?;
    script(page, FILM, vec![]).await
}

#[tokio::test]
async fn a_run_is_filmed() -> Result<()> {
    on_page(FILMED, View::DESKTOP, async |page| {
        click(page, "Export the run").await?;
        says(page, "dialog label span", "bakery.mmd").await?;
        ensure!(page.site.hits("/film.js") == 0, "loaded unasked");
        let gif = film(page, "GIF", "584 × 528").await?;
        ensure!(gif == json!([584, 528]), "{gif}");
        let words = text(page, "dialog .film p").await?;
        ensure!(words == "Lamport’s bakery, steps 11 to 12, 6 seconds.", "{words}");
        everybody_can_read(page, "dialog", &[View::DESKTOP, View::PHONE]).await?;
        let video = film(page, "WebM", "1168 × 1054").await?;
        ensure!(
            video.as_array().is_some_and(|all| all[..2] == [json!(1168), json!(1054)]),
            "{video}"
        );
        ensure!(video[2].as_u64().is_some_and(|ms| (5_000..7_000).contains(&ms)), "{video}");
        // another choice drops it
        script(page, CHOOSE, vec![json!(1), json!("584")]).await?;
        until(page, "return !document.querySelector('dialog video')", vec![]).await?;
        let missing = "window.Worker = class { postMessage() { this.onerror() } terminate() {} }";
        script(page, missing, vec![]).await?;
        click(page, "Make it").await?;
        says(page, "dialog .film [role=status]", "did not arrive; trying again may help").await
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

/// The real Mermaid reads every algorithm's runs as sequence diagrams; in a quick run those of some.
#[tokio::test]
async fn mermaid_reads_what_is_written() -> Result<()> {
    // its variables are global ones
    const ADD: &str = "const script = document.createElement('script');
        script.textContent = arguments[0];
        document.head.append(script);";
    on_page("", View::DESKTOP, async |page| {
        let mermaid =
            fs::read_to_string(root().join(MERMAID)).context("no Mermaid: run `npm ci`")?;
        script(page, ADD, vec![json!(mermaid)]).await?;
        let (mut failed, mut count) = (Vec::new(), 0);
        for entry in catalog::entries().iter().step_by(golden::quick_or(9, 1)) {
            let read = page.driver.execute_async(READ, vec![json!(entry.slug)]).await?;
            failed.extend(read.json()[0].as_array().context("no list")?.iter().cloned());
            count += read.json()[1].as_u64().unwrap_or_default();
        }
        ensure!(failed.is_empty(), "{failed:#?}");
        ensure!(count > golden::quick_or(10, 100), "only {count}");
        Ok(())
    })
    .await
}
