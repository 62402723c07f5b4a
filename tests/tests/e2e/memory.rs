//! What verdicts assume of memory, and the others that can be had by a press.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    page::{Page, on_page},
};

use crate::reader::{address_has, click, leave, says, script, text, until};

const ASSUMED: &str = "Sequentially consistent memory. With store buffers: tso pso";

/// Whether a property has this mark: `good`, `bad`.
async fn is_marked(page: &Page, property: &str, mark: &str) -> Result<()> {
    const MARKED: &str = "return [...document.querySelectorAll('.ever .verdicts li')].some(it =>
        it.querySelector('.property').textContent === arguments[0] && it.matches(arguments[1]))";
    until(page, MARKED, vec![json!(property), json!(format!(".{mark}"))]).await
}

#[tokio::test]
async fn a_lock_says_that_memory_is_sequential_and_a_press_gives_it_store_buffers() -> Result<()> {
    on_page("peterson.html#peterson", View::DESKTOP, async |page| {
        says(page, ".checking", ASSUMED).await?;
        is_marked(page, "mutual exclusion", "good").await?;
        click(page, "tso").await?;
        // the text has the option, and its search finds the failure
        is_marked(page, "mutual exclusion", "bad").await?;
        address_has(page, "memory=tso").await?;
        let written =
            script(page, "return document.querySelector('.editor textarea').value", vec![]);
        ensure!(
            written
                .await?
                .as_str()
                .unwrap_or_default()
                .contains("option memory: sequential, tso, pso\n")
        );
        ensure!(!text(page, ".checking").await?.contains("Sequentially consistent"));
        leave(page, "history.back()", vec![]).await?;
        is_marked(page, "mutual exclusion", "good").await?;
        says(page, ".checking", ASSUMED).await
    })
    .await
}

#[tokio::test]
async fn where_nobody_sees_a_write_of_others_nothing_is_said_of_memory() -> Result<()> {
    on_page("ricart-agrawala.html", View::DESKTOP, async |page| {
        says(page, ".checking", "states, every one visited").await?;
        ensure!(!text(page, ".checking").await?.contains("memory"));
        Ok(())
    })
    .await
}
