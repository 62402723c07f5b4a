//! A moment as a page that is one file: from the button to a disk, and opened there without a network.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::hosts::Host;
use crate::reader::{click, everybody_can_read, says, script, text, until};

const TIE: &str = "bakery.html#bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const HELD: &str = "const [done] = arguments;
    const save = document.querySelector('dialog a[download]');
    fetch(save.href).then(it => it.text()).then(text => done([save.download, text]))";
/// The page itself, and not its picture.
const STARTED: &str = "return !!document.querySelector('.lab:not(.preview *) .where')";

#[tokio::test]
async fn a_moment_is_a_page_that_is_one_file() -> Result<()> {
    on_page(TIE, View::DESKTOP, async |page| {
        ensure!(page.site.hits("/file.js") == 0, "loaded unasked");
        click(page, "Save as one file").await?;
        says(page, "dialog [role=status]", "It needs no network").await?;
        everybody_can_read(page, "dialog", &[View::DESKTOP, View::PHONE]).await?;
        View::DESKTOP.apply(&page.driver).await?;
        let held = page.driver.execute_async(HELD, vec![]).await?.json().clone();
        let name = held[0].as_str().context("a name")?;
        ensure!(name == "bakery-step-12-XL6N.html", "{name}");
        let disk = Host::new("one-file").await?;
        disk.write(name, held[1].as_str().context("a page")?)?;

        it_is_made_where_no_document_is(page).await?;
        page.site.go_down();
        page.driver.goto("about:blank").await?;
        page.driver.goto(format!("file://{}/{name}", disk.dir.display())).await?;
        until(page, STARTED, vec![]).await?;
        says(page, ".where", "step 12 of 14").await?;
        it_is_stepped_and_checked(page).await?;
        it_knows_where_it_comes_from(page).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// As `cargo xtask serve` has it.
async fn it_is_made_where_no_document_is(page: &Page) -> Result<()> {
    let unmade = include_str!("../../../web/unmade.html");
    page.site.replace("/bakery.html", Some(unmade.into()));
    click(page, "Close").await?;
    click(page, "Save as one file").await?;
    says(page, "dialog [role=status]", "It needs no network").await?;
    let held = page.driver.execute_async(HELD, vec![]).await?.json().clone();
    let text = held[1].as_str().context("a page")?;
    ensure!(text.contains("id=\"app\"") && text.contains("class=\"preview\""));
    Ok(())
}

async fn it_is_stepped_and_checked(page: &Page) -> Result<()> {
    says(page, ".verdicts", "fails: shortest run 14 steps").await?;
    click(page, "Export the run").await?;
    until(page, "return document.querySelector('dialog textarea').value !== ''", vec![]).await?;
    click(page, "Close").await?;
    script(page, "document.querySelector('.lab:not(.preview *) .forward').click()", vec![]).await?;
    says(page, ".where", "step 13 of 14").await
}

/// Links that are passed on are the site's, as are those to other pages.
async fn it_knows_where_it_comes_from(page: &Page) -> Result<()> {
    click(page, "QR code of the link").await?;
    let link = text(page, "dialog .address").await?;
    ensure!(link.starts_with(&page.site.url("bakery.html#bakery?")), "{link}");
    click(page, "Close").await?;
    let leads = "const link = document.querySelector('.lab:not(.preview *) .brand');
        link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
        return link.href";
    ensure!(script(page, leads, vec![]).await? == json!(page.site.url("")));
    click(page, "Save as one file").await?;
    says(page, "dialog [role=status]", "You are reading such a file").await
}
