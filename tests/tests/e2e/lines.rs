//! What each line is for: asked below the listing, answered beside each line, and shown by a run.
use anyhow::{Result, ensure};
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{click, fits, says, script, until};

const FACE: &str = "return document.querySelector('.scene').dataset.face === arguments[0]";

#[tokio::test]
async fn each_line_says_what_breaks_without_it() -> Result<()> {
    on_page("#peterson", View::DESKTOP, async |page| {
        click(page, "What is each line for?").await?;
        says(page, ".face-title", "Four lines, and every one is needed.").await?;
        says(page, ".lines-legend", "3 keep something bad from happening").await?;
        says(page, ".lines-legend", "1 keep somebody from waiting for ever").await?;
        says(page, ".lines-code", "Without it both are inside after 6 steps.").await?;
        axe::audit(&page.driver).await?;
        opens_the_run(page).await?;
        View::PHONE.apply(&page.driver).await?;
        fits(page, View::PHONE).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// Behind a line stand its run, and what other changes come to; what was found is there when the reader is back.
async fn opens_the_run(page: &Page) -> Result<()> {
    const LINE: &str = "const all = [...document.querySelectorAll('.lines-code summary')];
        all.find(it => it.textContent.startsWith(arguments[0])).click()";
    script(page, LINE, vec!["✕14".into()]).await?;
    says(page, ".lines-code .more", "Behind turn ← 1 − i, both are inside after 9 steps.").await?;
    let shown = "return document.querySelectorAll('.lines-code details[open]').length";
    ensure!(script(page, shown, vec![]).await? == 1, "one line is open");
    click(page, "Play this run").await?;
    until(page, FACE, vec!["picture".into()]).await?;
    says(page, ".transport", "6").await?;
    says(page, ".differs", "line differs from the published text.").await?;
    page.driver.back().await?;
    says(page, ".where", "step").await?;
    click(page, "What is each line for?").await?;
    says(page, ".face-title", "Four lines, and every one is needed.").await
}
