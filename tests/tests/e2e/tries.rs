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

/// What the header says of a text that is not as published, where it is seen.
const CHANGED: &str = "return [...document.querySelectorAll('.top .yours a')].filter(it => {
        const box = it.getBoundingClientRect();
        const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return it.contains(seen) && box.right <= innerWidth;
    }).map(it => it.innerText)";

/// Whether the buttons below the text are whole, down to their lower edge.
const WHOLE: &str = "return document.querySelectorAll('.notices p').length > 0
    && [...document.querySelectorAll('.editor-buttons :is(button, .button)')].every(it => {
        const box = it.getBoundingClientRect();
        const at = y => document.elementFromPoint(box.left + box.width / 2, y);
        return it.contains(at(box.top + 2)) && it.contains(at(box.bottom - 2));
    })";

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
        // in the header it says so, and with a notice above it no button below the text is cut
        let differs = script(page, CHANGED, vec![]).await?;
        ensure!(differs == json!(["changed", "undo"]), "{differs}");
        if !is_phone {
            until(page, WHOLE, vec![]).await?;
        }
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
