//! The picture of a moment: in the page, as a file, and natively the same.

use std::fs;

use anyhow::{Context, Result, ensure};
use catalog::Scenario;
use serde_json::json;
use tests::{
    browser::View,
    keyboard,
    page::{Page, on_page},
    root,
};
use thirtyfour::Key;

use crate::{
    embed::widget_says,
    hosts::Host,
    reader::{click, everybody_can_read, says, script, until},
};

const TIE: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

pub async fn value(page: &Page, css: &str) -> Result<String> {
    let value = "return document.querySelector(arguments[0]).value";
    let value = script(page, value, vec![json!(css)]).await?;
    Ok(value.as_str().context("no text")?.to_owned())
}

/// Chooses in the select of the dialog, by the start of what it says.
pub async fn choose(page: &Page, words: &str) -> Result<()> {
    const CHOOSE: &str = "
        const select = document.querySelector('dialog select');
        select.selectedIndex = [...select.options]
            .findIndex(it => it.text.startsWith(arguments[0]));
        for (const kind of ['input', 'change']) {
            select.dispatchEvent(new Event(kind, { bubbles: true }));
        }";
    script(page, CHOOSE, vec![json!(words)]).await?;
    Ok(())
}

/// Writes into the fields for steps.
async fn fill(page: &Page, range: [&str; 2]) -> Result<()> {
    const FILL: &str = "
        const fields = document.querySelectorAll('dialog input[type=number]');
        fields.forEach((it, nth) => it.value = arguments[0][nth]);
        fields[0].dispatchEvent(new Event('input', { bubbles: true }))";
    script(page, FILL, vec![json!(range)]).await?;
    Ok(())
}

/// The shortcode that `cargo xtask test hosts` builds a site with, and a call of it.
async fn for_hugo_by_a_shortcode(page: &Page) -> Result<()> {
    let shortcode = value(page, "dialog .snippet:nth-of-type(6) textarea").await?;
    let built = root().join("tests/hosts/hugo/layouts/shortcodes/interleave.html");
    let built = fs::read_to_string(built)?;
    let (script, element) = shortcode.split_once('\n').context("one line")?;
    ensure!(element == built.trim_end() && script.contains("interleave-run.js"), "{shortcode}");
    let call = value(page, "dialog .snippet:nth-of-type(7) textarea").await?;
    ensure!(call.starts_with("{{< interleave link=\"bakery?"), "{call}");
    ensure!(call.contains(" >}}<a href=") && call.ends_with("</a>{{< /interleave >}}"), "{call}");
    Ok(())
}

#[tokio::test]
async fn a_moment_is_taken_along_as_picture_and_snippets() -> Result<()> {
    on_page(&format!("#{TIE}"), View::DESKTOP, async |page| {
        the_page_and_the_command_draw_the_same(page).await?;
        ensure!(page.site.hits("/embed.js") == 0, "loaded unasked");
        click(page, "Embed").await?;
        let drawn = "const image = document.querySelector('dialog img');
            return image?.complete && image.naturalWidth > 400";
        until(page, drawn, vec![]).await?;
        everybody_can_read(page, "dialog", &[View::DESKTOP, View::TABLET]).await?;
        let save = "const save = document.querySelector('dialog a[download]');
            return [save.download, await (await fetch(save.href)).text()]";
        let save = format!("const done = arguments[0]; (async () => {{ {save} }})().then(done, it => done(String(it)))");
        let saved = page.driver.execute_async(save, vec![]).await?.json().clone();
        ensure!(saved[0] == "bakery-step-12-XL6N.svg", "{saved}");
        let file = saved[1].as_str().context("no file")?;
        ensure!(file.contains("prefers-color-scheme") && file.contains("enters the critical section"));
        // the element, as a blogger pastes it
        let element = value(page, "dialog .snippet:nth-of-type(2) textarea").await?;
        ensure!(element.contains("<img src=\"bakery-step-12-XL6N.svg\" alt=\"Process 0 reads"), "{element}");
        let markdown = value(page, "dialog .snippet:nth-of-type(3) textarea").await?;
        ensure!(markdown.starts_with("[![Process 0 reads number\\[1\\] = 1"), "{markdown}");
        for_hugo_by_a_shortcode(page).await?;
        choose(page, "Dark").await?;
        let element = value(page, "dialog .snippet:nth-of-type(2) textarea").await?;
        ensure!(element.contains("theme=\"dark\""), "{element}");
        fill(page, ["3", "20"]).await?;
        says(page, "dialog form [role=status]", "No such steps: they go up, from 0 to at most 14").await?;
        fill(page, ["3", "8"]).await?;
        says(page, "dialog form [role=status]", "of step 12, but readers begin at step 3").await?;
        fill(page, ["3", "13"]).await?;
        let element = value(page, "dialog .snippet:nth-of-type(2) textarea").await?;
        ensure!(element.contains(" steps=\"3-13\">"), "{element}");
        // what the author says of it
        let say = "const field = document.querySelector('dialog input[type=text]');
            field.value = arguments[0];
            field.dispatchEvent(new InputEvent('input', { bubbles: true }))";
        script(page, say, vec![json!("Both hold 1 & neither waits")]).await?;
        let captioned = value(page, "dialog .snippet:nth-of-type(2) textarea").await?;
        ensure!(captioned.contains(" caption=\"Both hold 1 &amp; neither waits\""), "{captioned}");
        script(page, say, vec![json!("")]).await?;
        let frames = value(page, "dialog .snippet:nth-of-type(5) textarea").await?;
        ensure!(frames.contains("/frames.js\""), "{frames}");
        let host = Host::new("pasted").await?;
        host.write("bakery-step-12-XL6N.svg", file)?;
        host.write(
            "index.html",
            &format!("<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>
                <link rel=icon href=data:,><main>{element}</main>"),
        )?;
        page.driver.goto(host.site.url("")).await?;
        until(page, "return document.querySelector('img').naturalWidth > 400", vec![]).await?;
        // as large as it says
        let is_as_large = "const image = document.querySelector('img');
            return image.width === image.naturalWidth && image.height === image.naturalHeight";
        ensure!(script(page, is_as_large, vec![]).await? == json!(true));
        page.driver.find(thirtyfour::By::Css("img")).await?.click().await?;
        widget_says(page, 0, ".where", "step 12 of 14").await
    })
    .await
}

/// Of every kind of stage, and whatever the window: the same file as without a browser.
async fn the_page_and_the_command_draw_the_same(page: &Page) -> Result<()> {
    const DRAW: &str = "const [link, done] = arguments;
        (async () => {
            const [{ load }, { moment }] = await Promise.all([import('./load.js'), import('./poster.js')]);
            const engine = await load();
            const { stage, shown: { theme }, words } = await moment(engine, link);
            return engine.poster({ ...words, theme }, stage);
        })().then(done, it => done(String(it)))";
    click(page, "Export").await?;
    says(page, "dialog label span", ".mmd").await?;
    choose(page, "Poster").await?;
    says(page, "dialog label span", ".svg").await?;
    ensure!(value(page, "dialog textarea").await? == native(TIE)?);
    keyboard::press(&page.driver, Key::Escape).await?;
    until(page, "return !document.querySelector('dialog')", vec![]).await?;
    for link in [
        "ricart-agrawala?v=1&run=UEKJJomRM.F1jc",
        "assign23?theme=dark&v=1&run=ABQ.40CW",
        "lock-coupling",
        "row-lock",
    ] {
        let drawn = page.driver.execute_async(DRAW, vec![json!(link)]).await?.json().clone();
        let native = native(link)?;
        ensure!(drawn == native, "{drawn}\n\n{native}");
    }
    Ok(())
}

fn native(link: &str) -> Result<String> {
    export::poster::of(&Scenario::parse(link)?.scenario).map_err(anyhow::Error::msg)
}
