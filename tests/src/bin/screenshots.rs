//! `cargo xtask screenshots`: every page in every size and theme, to be looked at.
use anyhow::Result;
use tests::{
    browser::{Theme, View},
    page::{Page, with_browser},
    screenshot,
};

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
const SIZES: [View; 3] = [View::DESKTOP, View::TABLET, View::PHONE];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    with_browser(View::DESKTOP, photograph_all).await
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
