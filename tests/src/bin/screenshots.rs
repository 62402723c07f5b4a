//! `cargo xtask screenshots`: every page in every size and theme, to be looked at; and the pictures
//! of the README.
use std::time::Duration;

use anyhow::Result;
use tests::{
    browser::{Theme, View},
    page::{Page, with_browser},
    root, screenshot,
};
use thirtyfour::{By, extensions::query::ElementQueryable};

/// The gallery, and what else has a page of its own.
const PAGES: [&str; 4] = ["", "bakery.html", "compare.html", "#bakery?view=embed"];
/// A playground as it opens and at a moment, for every kind of stage: zones, a clique, a ring, a
/// server, replicas, an array, and cells.
const PLAYGROUNDS: [&str; 12] = [
    "#bakery",
    "#bakery?v=1&run=QGErFJP.OXMs",
    BROKEN,
    "#ricart-agrawala",
    "#ricart-agrawala?v=1&run=UEKJJomRM.F1jc",
    "#token-ring?v=1&run=QKEJ.KteB",
    "#semaphore-server?v=1&run=UBjTrK.8zs9",
    "#row-lock?v=1&run=kAIJBuDCCQYILB-D0Ri0Y4mGLf.vP5b",
    "#assign23",
    "#assign23?v=1&run=ABQ.40CW",
    "#two-phase-locking?v=1&run=ABf.NYxG",
    "#stable-storage?v=1&run=A4gDvq6_Q5MX.N60L",
];
const BROKEN: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
/// What the README shows. The last three stand in a row, all of one height.
const README: [(&str, &str, View); 4] = [
    ("playground", BROKEN, View::DESKTOP),
    ("gallery", "", View::of_size(1200, 800)),
    ("dark", "#two-phase-locking?v=1&run=ABf.NYxG", View::of_size(1440, 960).theme(Theme::Dark)),
    ("phone", BROKEN, View::of_size(360, 800)),
];
/// What a playground has when its search has ended.
const CHECKED: &str = "//button[normalize-space()='Check again']";
const PATIENCE: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(50);
const SIZES: [View; 3] = [View::DESKTOP, View::TABLET, View::PHONE];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        photograph_for_readme(page).await?;
        photograph_all(page).await
    })
    .await
}

async fn photograph_for_readme(page: &Page) -> Result<()> {
    for (name, route, view) in README {
        view.reduced_motion().apply(&page.driver).await?;
        page.visit(route).await?;
        if !route.is_empty() {
            page.driver.query(By::XPath(CHECKED)).wait(PATIENCE, POLL).first().await?;
        }
        let path = root().join(format!("docs/pictures/{name}.webp"));
        screenshot::save_screen(&page.driver, &path).await?;
        println!("{}", path.display());
    }
    Ok(())
}

async fn photograph_all(page: &Page) -> Result<()> {
    for route in PAGES.into_iter().chain(PLAYGROUNDS) {
        for size in SIZES {
            for theme in Theme::BOTH {
                size.theme(theme).reduced_motion().apply(&page.driver).await?;
                page.visit(route).await?;
                let name = format!("{}-{}-{}", file_name(route), size.width, theme.name());
                println!("{}", screenshot::save(&page.driver, &name).await?.display());
            }
        }
    }
    Ok(())
}

/// `#bakery?view=embed` becomes `bakery-view-embed`.
fn file_name(route: &str) -> String {
    let words = route.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    if name.is_empty() { "gallery".to_owned() } else { name }
}
