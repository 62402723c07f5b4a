//! The picture of a moment: in the page, as a file, and natively the same.
use std::{fs, path::Path, thread};

use anyhow::{Context, Result, ensure};
use catalog::Scenario;
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    page::{Page, on_page},
};

use crate::reader::{click, says, script, until};

const TIE: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

async fn value(page: &Page, css: &str) -> Result<String> {
    let value = "return document.querySelector(arguments[0]).value";
    let value = script(page, value, vec![json!(css)]).await?;
    Ok(value.as_str().context("no text")?.to_owned())
}

/// Chooses in the select of the dialog, by the start of what it says.
async fn choose(page: &Page, words: &str) -> Result<()> {
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

/// Of every kind of stage, and whatever the window: the same file as without a browser.
#[tokio::test]
async fn the_page_and_the_command_draw_the_same() -> Result<()> {
    for (view, link) in [
        (View::DESKTOP, TIE),
        (View::PHONE, "ricart-agrawala?v=1&run=UEKJJomRM.F1jc"),
        (View::DESKTOP, "assign23?theme=dark&v=1&run=ABQ.40CW"),
        (View::DESKTOP, "lock-coupling"),
        (View::PHONE, "row-lock"),
    ] {
        on_page(&format!("#{link}"), view, async |page| {
            click(page, "Export").await?;
            says(page, "dialog label span", ".mmd").await?;
            choose(page, "Poster").await?;
            says(page, "dialog label span", ".svg").await?;
            let shown = value(page, "dialog textarea").await?;
            // in a thread of its own, as it starts what drives tasks
            let scenario = Scenario::parse(link)?.scenario;
            let native = thread::spawn(move || export::poster::of(&scenario));
            let native = native.join().expect("no panic").map_err(anyhow::Error::msg)?;
            ensure!(shown == native, "{shown}\n\n{native}");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_moment_is_taken_along_as_picture_and_snippets() -> Result<()> {
    on_page(&format!("#{TIE}"), View::DESKTOP, async |page| {
        ensure!(page.site.hits("/embed.js") == 0, "loaded unasked");
        click(page, "Embed").await?;
        let drawn = "const image = document.querySelector('dialog img');
            return image?.complete && image.naturalWidth > 400";
        until(page, drawn, vec![]).await?;
        for theme in Theme::BOTH {
            View::DESKTOP.theme(theme).apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
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
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pasted");
        fs::create_dir_all(&dir)?;
        fs::write(dir.join("bakery-step-12-XL6N.svg"), file)?;
        fs::write(
            dir.join("index.html"),
            format!("<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>
                <link rel=icon href=data:,><main>{element}</main>"),
        )?;
        let host = tests::site::Site::plain(&dir).await?;
        page.driver.goto(host.url("")).await?;
        until(page, "return document.querySelector('img').naturalWidth > 400", vec![]).await?;
        // as large as it says
        let is_as_large = "const image = document.querySelector('img');
            return image.width === image.naturalWidth && image.height === image.naturalHeight";
        ensure!(script(page, is_as_large, vec![]).await? == json!(true));
        page.driver.find(thirtyfour::By::Css("img")).await?.click().await?;
        crate::embed::widget_says(page, 0, ".where", "step 12 of 14").await?;
        Ok(fs::remove_dir_all(&dir)?)
    })
    .await
}
