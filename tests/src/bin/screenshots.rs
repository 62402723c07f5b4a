//! `cargo xtask screenshots`: every page in every size and theme, to be looked at.
use anyhow::Result;
use tests::{
    browser::{Theme, View},
    page::{Page, with_browser},
    screenshot,
};

const ROUTES: [&str; 10] = [
    "",
    "bakery.html",
    "#bakery",
    "#bakery?v=1&run=QGErFJP.OXMs",
    PLAYGROUND,
    "#ricart-agrawala",
    "#ricart-agrawala?v=1&run=UEKJJomRM.F1jc",
    "#assign23",
    "#assign23?v=1&run=ABQ.40CW",
    "#bakery?view=embed",
];

/// The one in the README.
const PLAYGROUND: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
const SIZES: [View; 3] = [View::DESKTOP, View::TABLET, View::PHONE];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    with_browser(View::DESKTOP, photograph_all).await
}

async fn photograph_all(page: &Page) -> Result<()> {
    for route in ROUTES {
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
