//! Sites that other tools have built, of `tests/hosts`: their figures start, and nothing complains.
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, with_browser},
    root,
    site::Site,
};

use crate::{
    embed::{inside, widget_says},
    reader::{click, says, script, until},
};

/// The folders with what was built: one or more of each host.
fn built() -> Result<Vec<PathBuf>> {
    let hosts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../hosts");
    let mut all = Vec::new();
    for host in fs::read_dir(hosts).context("no sites yet: run `cargo xtask test hosts`")? {
        let before = all.len();
        for folder in fs::read_dir(host?.path())? {
            let folder = folder?;
            if folder.file_name().to_string_lossy().starts_with("built") {
                all.push(folder.path());
            }
        }
        ensure!(all.len() > before, "a host has built nothing");
    }
    Ok(all)
}

#[tokio::test]
#[ignore = "`cargo xtask test hosts` builds the sites"]
async fn sites_of_other_tools_have_figures() -> Result<()> {
    let sites = built()?;
    let hosts = fs::read_dir(root().join("tests/hosts"))?.count() - 1;
    ensure!(sites.len() >= hosts, "{} sites of {hosts} hosts", sites.len());
    with_browser(View::DESKTOP, async |page| {
        for folder in &sites {
            eprintln!("{}", folder.display());
            opens(page, folder).await.with_context(|| folder.display().to_string())?;
        }
        Ok(())
    })
    .await
}

async fn opens(page: &Page, folder: &Path) -> Result<()> {
    const LISTINGS: &str = "return document.querySelectorAll('interleave-run pre').length === 1";
    const FIGURES: &str = "return document.querySelectorAll('interleave-run').length";
    const HEIGHTS: &str = "return [...document.querySelectorAll('interleave-run')]
        .map(figure => Math.round(figure.getBoundingClientRect().height))";
    const PICTURES: &str = "return [...document.querySelectorAll('interleave-run img')]
        .every(picture => picture.complete && picture.naturalWidth > 400)";
    /// No button of the page lies over it.
    const CORNER: &str = "const figure = document.querySelector('interleave-run');
        figure.scrollIntoView();
        const { right, top } = figure.getBoundingClientRect();
        return [20, 40, 60].every(far => document.elementFromPoint(right - far, top + far) === figure)";
    let ours = folder.join("interleave");
    if !ours.exists() {
        symlink(root().join("dist"), ours)?;
    }
    let icon = folder.join("favicon.ico");
    if !icon.exists() {
        fs::write(icon, "")?;
    }
    let site = Site::plain(folder).await?;
    page.driver.goto(site.url("")).await?;
    until(page, LISTINGS, vec![]).await?;
    until(page, PICTURES, vec![]).await?;
    let before = script(page, HEIGHTS, vec![]).await?;
    let figures = script(page, FIGURES, vec![]).await?.as_u64().context("no figures")?;
    for nth in 0..usize::try_from(figures)? {
        inside(page, nth, "button").await?.click().await?;
        widget_says(page, nth, ".where", "step").await?;
    }
    let listing = "return [...document.querySelectorAll('interleave-run')]
        .some(figure => figure.shadowRoot.querySelector('.code.text')?.innerText.includes('x ← i'))";
    until(page, listing, vec![]).await?;
    until(page, CORNER, vec![]).await?;
    let after = script(page, HEIGHTS, vec![]).await?;
    ensure!(before == after, "{before} px before they start, {after} px after");
    is_hydrated(page).await?;
    console::no_errors(&page.driver).await
}

/// What the framework has drawn answers, if it has drawn something that does: it takes the listing away.
async fn is_hydrated(page: &Page) -> Result<()> {
    const COUNTER: &str = "return document.querySelector('main > button')?.innerText ?? null";
    if script(page, COUNTER, vec![]).await? == json!("Pressed 0 times") {
        click(page, "Pressed 0 times").await?;
        says(page, "main > button", "Pressed 1 times").await?;
        let rest = "return document.querySelectorAll('interleave-run').length === 1 && !document.querySelector('pre')";
        until(page, rest, vec![]).await?;
    }
    Ok(())
}
