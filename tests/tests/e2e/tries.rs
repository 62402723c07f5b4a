//! A prepared change of the listing: what it breaks is shown, beside its line, with one way back.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{click, leave, says, script, until};

async fn histories(page: &Page) -> Result<u64> {
    let count = script(page, "return history.length", vec![]).await?;
    Ok(count.as_u64().unwrap_or_default())
}

/// Whether the changed line is within what the reader sees.
const IN_SIGHT: &str = "const line = document.querySelector('.editor .row.changed');
    if (!line) return false;
    const box = line.getBoundingClientRect();
    const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return seen !== null && seen.closest('.editor') !== null";

async fn breaks_and_comes_back(view: View, is_phone: bool) -> Result<()> {
    on_page("peterson.html#peterson", view, async |page| {
        if is_phone {
            click(page, "Listing").await?;
        }
        let before = histories(page).await?;
        click(page, "Keep the turn").await?;
        says(page, ".narration", "Two are in the critical section.").await?;
        ensure!(histories(page).await? == before + 1);
        // compared with the published text
        let was = "return [...document.querySelectorAll('.ever .verdicts li')].some(it =>
            it.querySelector('.property').textContent === arguments[0] && it.textContent.includes('was true'))";
        until(page, was, vec![json!("mutual exclusion")]).await?;
        until(page, IN_SIGHT, vec![]).await?;
        axe::audit(&page.driver).await?;
        leave(page, "history.back()", vec![]).await?;
        says(page, ".transport", "step 0").await?;
        let text = script(page, "return location.hash.includes('text=')", vec![]).await?;
        ensure!(text == json!(false));
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn a_try_shows_what_it_breaks() -> Result<()> {
    breaks_and_comes_back(View::DESKTOP, false).await
}

#[tokio::test]
async fn a_try_shows_what_it_breaks_on_a_phone() -> Result<()> {
    breaks_and_comes_back(View::PHONE, true).await
}
