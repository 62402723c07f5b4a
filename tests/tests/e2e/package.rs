//! The package for npm, as its users meet it: a server, types, a strict page, a bundle, a row of boxes.
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, with_browser},
    root,
};

use crate::{
    embed::{inside, widget_says},
    hosts::Host,
    reader::{click, says, script, until},
};

/// The packed file, which `cargo xtask test` makes of the site that it tests.
fn packed() -> Result<PathBuf> {
    let name = concat!("interleave-run-", env!("CARGO_PKG_VERSION"), ".tgz");
    let packed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../package").join(name);
    ensure!(packed.exists(), "no package yet: run `cargo xtask package`");
    Ok(packed.canonicalize()?)
}

/// A folder with the example, and in it the package as npm unpacks it.
fn installed(host: &Host) -> Result<()> {
    host.write("package.json", "{ \"private\": true, \"type\": \"module\" }")?;
    let npm = ["install", "--offline", "--no-audit", "--no-fund", "--silent"];
    host.run(Command::new("npm").args(npm).arg(packed()?))?;
    for file in fs::read_dir(root().join("web/npm/example"))? {
        let file = file?;
        fs::copy(file.path(), host.dir.join(file.file_name()))?;
    }
    Ok(())
}

fn tool(name: &str) -> Command {
    Command::new(root().join("node_modules/.bin").join(name))
}

#[tokio::test]
async fn the_package_works_from_where_npm_puts_it() -> Result<()> {
    with_browser(View::PHONE, async |page| {
        let host = Host::new("package").await?;
        installed(&host)?;
        host.run(Command::new("node").arg("server.mjs"))?;
        host.run(Command::new("node").arg("remark.mjs"))?;
        host.run(&mut tool("tsc"))?;
        let plain = fs::read_to_string(host.dir.join("plain.html"))?;
        host.write("plain.html", &plain.replacen("<meta ", &format!("{}<meta ", policy()?), 1))?;
        page.driver.goto(host.site.url("plain.html")).await?;
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 12 of 14").await?;
        inside(page, 0, "[aria-label='Step forward']").await?.click().await?;
        widget_says(page, 0, ".where", "step 13 of 14").await?;
        // there are no playgrounds in it: their address is told
        let way_out = inside(page, 0, "a.source").await?.attr("href").await?;
        let way_out = way_out.context("no way out")?;
        ensure!(way_out.starts_with("https://example.org/lab/bakery.html#bakery?"), "{way_out}");
        the_checker_starts(page).await
    })
    .await
}

/// All that the package's README tells a page to allow, and nothing else.
fn policy() -> Result<String> {
    let readme = fs::read_to_string(root().join("web/npm/README.md"))?;
    let rules = readme.split('`').skip(1).step_by(2).filter(|text| {
        ["script-src ", "connect-src ", "worker-src ", "require-trusted", "trusted-types "]
            .iter()
            .any(|known| text.starts_with(known))
    });
    let rules: Vec<&str> = rules.collect();
    ensure!(rules.len() == 5, "the documented policy has changed: {rules:?}");
    let rules = format!("default-src 'none'; img-src data:; {}", rules.join("; "));
    Ok(format!("<meta http-equiv=content-security-policy content=\"{rules}\">"))
}

async fn the_checker_starts(page: &Page) -> Result<()> {
    script(
        page,
        "document.querySelector('interleave-run').setAttribute('panels', 'transport verdicts')",
        vec![],
    )
    .await?;
    inside(page, 0, ".checking button").await?.click().await?;
    widget_says(page, 0, ".verdicts", "fails: shortest run 14 steps").await?;
    // the browser complains of the address that is tried first
    let errors = console::errors(&page.driver).await?;
    let is_of_types = |it: &String| it.contains("TrustedScriptURL") || it.contains("TrustedType");
    ensure!(errors.iter().all(is_of_types), "{errors:#?}");
    Ok(())
}

/// Typed, bundled, and served from a folder: engine, styles and checker find each other.
#[tokio::test]
async fn the_package_works_in_a_bundle() -> Result<()> {
    if !golden::is_everything() {
        return Ok(());
    }
    with_browser(View::PHONE, async |page| {
        let host = Host::new("bundle").await?;
        installed(&host)?;
        host.run(tool("vite").args(["build", "--base=./", "--outDir=built", "--logLevel=warn"]))?;
        page.driver.goto(host.site.url("built/")).await?;
        click(page, "Check every interleaving").await?;
        says(page, "#verdict", "877 states: mutual exclusion fails: shortest run 14 steps").await?;
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 14 of 14").await?;
        let no_way_out = "return !document.querySelector('interleave-run').shadowRoot
            .querySelector('a.source')";
        until(page, no_way_out, vec![]).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// Boxes that ask their content how wide it is, and what stands in them.
const BOXES: [(&str, &str); 5] = [
    ("display: flex", "<p>Beside it stands some text of a few words.</p>"),
    ("display: grid; justify-items: start", ""),
    ("display: grid; grid-template-columns: auto auto", "<p>Beside it</p>"),
    ("display: inline-block", ""),
    ("display: flex; flex-direction: column; align-items: center", ""),
];

/// A figure is as wide after its start as before, and on a phone not wider than the page.
#[tokio::test]
async fn a_figure_in_a_row_or_a_grid_keeps_its_width() -> Result<()> {
    const WIDTHS: &str = "const all = [...document.querySelectorAll('interleave-run')];
        return [...all.map(it => Math.round(it.getBoundingClientRect().width)),
            document.documentElement.scrollWidth - document.documentElement.clientWidth]";
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("boxes").await?;
        let boxes = BOXES.map(|(style, beside)| {
            format!("<div style='{style}'><interleave-run link=bakery><p>A poster</p></interleave-run>{beside}</div>")
        });
        host.write(
            "index.html",
            &format!(
                "<!doctype html><html lang=en><meta charset=utf-8><title>Boxes</title>
                 <meta name=viewport content='width=device-width'><link rel=icon href=data:,>
                 <script type=module src='{}'></script><main>{}</main>",
                page.site.url("interleave-run.js"),
                boxes.concat()
            ),
        )?;
        for (view, least) in [(View::DESKTOP, 600), (View::PHONE, 200)] {
            view.apply(&page.driver).await?;
            page.driver.goto(host.site.url("")).await?;
            until(page, "return !!customElements.get('interleave-run')", vec![]).await?;
            let before = script(page, WIDTHS, vec![]).await?;
            for nth in 0..BOXES.len() {
                inside(page, nth, "button").await?.click().await?;
                widget_says(page, nth, ".where", "step 0 of 0").await?;
            }
            let after = script(page, WIDTHS, vec![]).await?;
            ensure!(before == after, "{before} before, {after} after");
            let widths = after.as_array().context("no widths")?;
            let (over, widths) = widths.split_last().context("no widths")?;
            ensure!(*over == json!(0), "{over} px wider than the page");
            ensure!(widths.iter().all(|width| width.as_i64() >= Some(least)), "{after}");
        }
        console::no_errors(&page.driver).await
    })
    .await
}
