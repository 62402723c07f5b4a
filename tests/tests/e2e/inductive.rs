//! A claim that is to carry itself: a state from which a step leads out, and what excludes it.

use crate::reader::{click, everybody_can_read, says};
use anyhow::Result;
use catalog::{Scenario, entry};
use tests::{browser::View, console, page::on_page};

#[tokio::test]
async fn a_claim_says_why_it_holds_and_a_press_helps_it() -> Result<()> {
    let published = Scenario::new(entry("peterson").expect("it is published"));
    let claim = "\ninductive exclusion:\n  at most 1 in critical\n";
    let link = published.with_text(&format!("{}{claim}", published.source())).to_string();
    on_page(&format!("peterson.html#{link}"), View::DESKTOP, async |page| {
        says(page, ".verdicts", "Not its own reason: 2 states in it have a step out of it.")
            .await?;
        everybody_can_read(page, ".verdicts", &[View::DESKTOP, View::PHONE]).await?;
        click(page, "See it").await?;
        says(page, ".narration", "which perhaps no run reaches").await?;
        click(page, "Add this line").await?;
        says(page, ".verdicts", "Each step from one of its 92 states ends in one").await?;
        console::no_errors(&page.driver).await
    })
    .await
}
