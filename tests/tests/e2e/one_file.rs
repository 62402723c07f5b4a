//! A moment as a page that is one file: from the button to a disk, and opened there without a network.
use std::{env, ffi::OsStr, fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, on_page},
    root,
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

/// `interleave page`, of the same site: what runs in it is the same, and so is what can be done with it.
#[tokio::test]
async fn the_command_line_makes_the_same_page() -> Result<()> {
    on_page(TIE, View::DESKTOP, async |page| {
        click(page, "Save as one file").await?;
        says(page, "dialog [role=status]", "It needs no network").await?;
        let held = page.driver.execute_async(HELD, vec![]).await?.json().clone();
        let in_browser = held[1].as_str().context("a page")?;
        let disk = Host::new("one-file-by-command").await?;
        let path = disk.dir.join("moment.html");
        let home = page.site.url("");
        let (_, link) = TIE.split_once('#').context("a link")?;
        let made = Command::new(program()?)
            .args(["page", link, "--playground", &home, "--site"])
            .args([root().join("dist").as_os_str(), OsStr::new("-o"), path.as_os_str()])
            .output()?;
        ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let by_command = fs::read_to_string(&path)?;
        for what in ["style", "script"] {
            let [mine, theirs] = [&by_command, in_browser].map(|page| contents(page, what));
            ensure!(!mine.is_empty() && mine == theirs, "the {what} is not the same");
        }
        page.site.go_down();
        page.driver.goto("about:blank").await?;
        page.driver.goto(format!("file://{}", path.display())).await?;
        until(page, STARTED, vec![]).await?;
        says(page, ".where", "step 12 of 14").await?;
        it_is_stepped_and_checked(page).await?;
        it_knows_where_it_comes_from(page).await
    })
    .await
}

/// The command line, which cargo builds beside the tests.
fn program() -> Result<PathBuf> {
    let tests = env::current_exe()?;
    let path = tests.ancestors().nth(2).context("a folder")?.join("interleave");
    ensure!(path.exists(), "no program yet: run `cargo build --bin interleave`");
    Ok(path)
}

/// What stands in each element of a name, without how the engine is compressed.
fn contents(page: &str, element: &str) -> Vec<String> {
    let inner = |text: &str| {
        let (_, text) = text.split_once('>').unwrap_or_default();
        let (before, rest) = text.split_once("\"engine\":\"").unwrap_or((text, ""));
        before.to_owned() + rest.split_once('"').map_or("", |(_, rest)| rest)
    };
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let all = page.split(&start).skip(1).filter_map(|text| text.split_once(&end));
    all.map(|(text, _)| inner(text)).collect()
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
