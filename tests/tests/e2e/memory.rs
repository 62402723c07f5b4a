//! What verdicts assume of memory, and the others that can be had by a press.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
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

/// Lets the oldest write of process 0 arrive.
const PRESS: &str = "const it = document.querySelector('.stage [data-thing=q0-0]');
    it?.dispatchEvent(new MouseEvent('click', { bubbles: true })); return it !== null";

/// What stands in the editor.
async fn written(page: &Page) -> Result<String> {
    let text = script(page, "return document.querySelector('.editor textarea').value", vec![]);
    Ok(text.await?.as_str().unwrap_or_default().to_owned())
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
        ensure!(written(page).await?.contains("option memory: sequential, tso, pso\n"));
        ensure!(!text(page, ".checking").await?.contains("Sequentially consistent"));
        leave(page, "history.back()", vec![]).await?;
        is_marked(page, "mutual exclusion", "good").await?;
        says(page, ".checking", ASSUMED).await
    })
    .await
}

/// The failing run shows what waits for memory; a worker says which fences are missing, and a press writes them.
#[tokio::test]
async fn the_fences_of_a_lock_are_found_and_written() -> Result<()> {
    on_page("peterson.html#peterson", View::DESKTOP, async |page| {
        click(page, "tso").await?;
        is_marked(page, "mutual exclusion", "bad").await?;
        click(page, "show me").await?;
        says(
            page,
            ".narration",
            "Process 1 read flag[0] = false while process 0’s true was pending.",
        )
        .await?;
        until(page, PRESS, vec![]).await?;
        says(page, ".narration", "flag[0] ← true reaches memory.").await?;
        click(page, "Which fences are needed?").await?;
        says(page, ".fencing", "1 fence is needed:").await?;
        says(
            page,
            ".fencing",
            "Behind turn ← 1 − i, line 16. Without it, “mutual exclusion” fails",
        )
        .await?;
        axe::audit(&page.driver).await?;
        click(page, "Write it into the text").await?;
        is_marked(page, "mutual exclusion", "good").await?;
        let text = written(page).await?;
        ensure!(text.lines().any(|line| line.trim().starts_with("fence")), "{text}");
        console::no_errors(&page.driver).await
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
