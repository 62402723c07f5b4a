//! A teacher's task, its answers and their grades; and the variants of a setting.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, on_page, with_browser},
};

use crate::reader::{click, fits, says, script, until};

/// The address of the link that says so.
async fn leads_to(page: &Page, words: &str) -> Result<String> {
    const FIND: &str = "return [...document.querySelectorAll('a')].find(it => it.innerText === arguments[0])?.href";
    let href = script(page, FIND, vec![json!(words)]).await?;
    Ok(href.as_str().with_context(|| format!("no link {words:?}"))?.to_owned())
}

/// Writes into the field as a hand does.
async fn write(page: &Page, text: &str) -> Result<()> {
    const WRITE: &str = "const it = document.querySelector('textarea');
        it.value = arguments[0];
        it.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    script(page, WRITE, vec![json!(text)]).await?;
    Ok(())
}

/// The sentence beside a property.
async fn is_told(page: &Page, property: &str, begins: &str) -> Result<()> {
    const TOLD: &str = "return [...document.querySelectorAll('.verdicts li')].some(it =>
        it.querySelector('.property').textContent === arguments[0]
        && it.querySelector('.outcome').textContent.startsWith(arguments[1]))";
    until(page, TOLD, vec![json!(property), json!(begins)]).await
}

async fn goes(page: &Page, to: &str) -> Result<()> {
    page.driver.goto("about:blank").await?;
    Ok(page.driver.goto(to).await?)
}

#[tokio::test]
async fn a_task_is_made_answered_and_graded() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        page.load("task.html#make=peterson").await?;
        click(page, "Line 15 is free").await?;
        says(page, "main h2", "PROGRAM · 1 FREE").await?;
        axe::audit(&page.driver).await?;
        let [task, own, grade] = [
            leads_to(page, "See it as a student").await?,
            leads_to(page, "Check your own answer").await?,
            leads_to(page, "Grade answers").await?,
        ];
        goes(page, &task).await?;
        says(page, "main h1", "Write line 15.").await?;
        is_told(page, "mutual exclusion", "fails: shortest run 7 steps").await?;
        let begins =
            script(page, "return document.querySelector('textarea').value", vec![]).await?;
        ensure!(begins == json!("    "), "a line begins where it belongs: {begins}");
        write(page, "    turn ← ").await?;
        says(page, ".task-errors", "line 15: An expression is missing").await?;
        write(page, "    turn ← 1 − i").await?;
        is_told(page, "mutual exclusion", "holds in all").await?;
        axe::audit(&page.driver).await?;
        View::PHONE.apply(&page.driver).await?;
        fits(page, View::PHONE).await?;
        View::DESKTOP.apply(&page.driver).await?;
        goes(page, &grade).await?;
        says(page, "main h1", "Grade answers").await?;
        write(page, &format!("Ada {own}\nBen {task}")).await?;
        click(page, "Check the answers").await?;
        says(page, "main h1", "Everything holds in 1 of 2 answers.").await?;
        says(page, ".grades tbody", "not graded: This is the task, and no answer.").await?;
        axe::audit(&page.driver).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn variants_tell_which_change_repairs() -> Result<()> {
    on_page("bakery.html#processes=2&tie-break=none", View::DESKTOP, async |page| {
        click(page, "Variants").await?;
        says(page, ".face-title", "One change repairs it.").await?;
        let rows = script(
            page,
            "return document.querySelectorAll('.variants-table .smallest').length",
            vec![],
        );
        ensure!(rows.await? == 1, "one row is marked");
        axe::audit(&page.driver).await?;
        // a failure is a run, beside the picture
        click(page, "8 steps").await?;
        says(page, ".transport", "8").await?;
        until(page, "return document.querySelector('.scene').dataset.face === 'picture'", vec![])
            .await?;
        click(page, "Variants").await?;
        any_option_may_change(page).await
    })
    .await
}

/// Each in turn, down to none, and one again; where the reader presses nothing moves.
async fn any_option_may_change(page: &Page) -> Result<()> {
    const CHIPS: &str = "const all = [...document.querySelectorAll('.variants-options .chip')];
        const is_on = it => it.ariaPressed === 'true';";
    const LET_GO: &str = "all.find(is_on).click();
        return all.length";
    const ONE: &str = "all.find(it => it.textContent === 'tie-break').click()";
    click(page, "Which options may change").await?;
    while script(page, &format!("{CHIPS} return all.some(is_on)"), vec![]).await? == true {
        let count = script(page, &format!("{CHIPS} {LET_GO}"), vec![]).await?;
        ensure!(count.as_u64() > Some(1), "{count} options");
    }
    says(page, ".face-title", "Choose an option that may change.").await?;
    script(page, &format!("{CHIPS} {ONE}"), vec![]).await?;
    says(page, ".face-note", "one change of tie-break.").await?;
    let stays = "return document.querySelector('.variants-options').open";
    ensure!(script(page, stays, vec![]).await? == true, "the fold has closed");
    Ok(())
}
