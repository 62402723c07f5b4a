//! What a failure needs, below its verdict and in the diagram of time.
use anyhow::{Result, ensure};
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{address_has, click, says, script, until};

const BROKEN: &str = "bakery.html#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

async fn has_bracket(page: &Page, is_there: bool) -> Result<()> {
    const HAS: &str =
        "return (document.querySelector('.spacetime .bracket') !== null) === arguments[0]";
    until(page, HAS, vec![is_there.into()]).await
}

#[tokio::test]
async fn a_failure_says_what_it_needs_and_shows_a_simpler_run() -> Result<()> {
    on_page(BROKEN, View::DESKTOP, async |page| {
        says(page, ".needs", "It needs one interruption: process 0 between steps 3 and 7.").await?;
        says(page, ".needs", "This run has 3 interruptions, and one is enough.").await?;
        has_bracket(page, true).await?;
        axe::audit(&page.driver).await?;
        click(page, "Show such a run").await?;
        says(page, ".needs", "It needs one interruption: process 0 between steps 3 and 9.").await?;
        // before the step that interrupts nothing fails yet
        click(page, "Go there").await?;
        says(page, ".transport", "step 3 of 14").await?;
        has_bracket(page, false).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn the_interrupted_line_as_one_step_is_tried_by_a_press() -> Result<()> {
    on_page(BROKEN, View::PHONE, async |page| {
        click(page, "Verdicts").await?;
        says(page, ".needs", "Line 22 as one step?").await?;
        click(page, "Try it").await?;
        address_has(page, "text=").await?;
        let text = script(page, "return document.querySelector('.editor textarea').value", vec![]);
        let text = text.await?.as_str().unwrap_or_default().to_owned();
        ensure!(text.contains("    atomic:\n      number[i] ←"), "{text}");
        console::no_errors(&page.driver).await
    })
    .await
}
