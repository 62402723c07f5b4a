//! The page's time: questions before a step, other branches, and loops.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{axe, browser::View, keyboard, page::on_page};
use thirtyfour::Key;

use crate::reader::{address_has, click, says, script, until};

/// Two customers with equal tickets, from the eighth step on.
const RUN: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

#[tokio::test]
async fn the_reader_says_what_happens_next() -> Result<()> {
    on_page(RUN, View::DESKTOP, async |page| {
        let driver = &page.driver;
        click(page, "Ask me what happens next").await?;
        address_has(page, "&ask=1&").await?;
        click(page, "From the start").await?;
        // what lies ahead is not told
        let marks = "return document.querySelectorAll('.spacetime-sheet .event').length === 0";
        until(page, marks, vec![]).await?;
        says(page, ".quiz [role=status]", "What happens next in this run? One of these 2").await?;
        axe::audit(driver).await?;
        // a digit answers, and takes no step of the scheduler
        keyboard::press(driver, "2").await?;
        says(page, ".quiz [role=status]", "This run goes on with “leave the remainder section” by")
            .await?;
        says(
            page,
            ".quiz [role=status]",
            "by process 1 was possible, too. Foreseen so far: 0 of 1.",
        )
        .await?;
        says(page, ".where", "step 1 of 14").await?;
        axe::audit(driver).await?;
        // an answer by its button, which keeps the focus
        click(page, "Next question").await?;
        says(page, ".quiz [role=status]", "What happens next in this run?").await?;
        let first = "document.querySelector('.quiz button').focus()";
        script(page, first, vec![]).await?;
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".quiz [role=status]", "As you said: “write choosing[0] ← true” by process 0.")
            .await?;
        says(page, ".quiz [role=status]", "Foreseen so far: 1 of 2.").await?;
        ensure!(keyboard::focused(driver).await?.contains("you and the run"));
        // it is answered: a digit more leaves no run
        keyboard::press(driver, "2").await?;
        says(page, ".where", "step 2 of 14").await?;
        says(page, ".quiz [role=status]", "Foreseen so far: 1 of 2.").await?;
        // who steps on is not held up
        keyboard::press(driver, Key::Right).await?;
        says(page, ".quiz [role=status]", "What happens next in this run?").await?;
        keyboard::press(driver, Key::Right).await?;
        says(page, ".where", "step 3 of 14").await?;
        // the reader's own way becomes a branch
        says(page, ".quiz [role=status]", "What happens next in this run?").await?;
        keyboard::press(driver, "1").await?;
        click(page, "Go my way instead").await?;
        says(page, ".where", "step 4 of 4").await?;
        says(page, "[popovertarget=branches]", "1 branch").await?;
        click(page, "1 branch").await?;
        says(page, "#branches button", "process 1: 11 steps, breaks mutual exclusion").await
    })
    .await
}

#[tokio::test]
async fn farthest_out_the_whole_run_is_seen() -> Result<()> {
    const OUT: &str = "const out = document.querySelector('[aria-label=\"Zoom out\"]');
        if (!out.disabled) out.click();
        return out.disabled";
    const WHOLE: &str =
        "const { scrollWidth, clientWidth } = document.querySelector('.spacetime-frame');
        return scrollWidth <= clientWidth + 1";
    const LINK: &str = "row-lock.html#row-lock?v=1&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG";
    on_page(LINK, View::PHONE, async |page| {
        says(page, ".where", "step 26 of 26").await?;
        until(page, OUT, vec![]).await?;
        until(page, WHOLE, vec![]).await?;
        let strokes = "return document.querySelectorAll('.strokes:not(.is-span)').length === 5
            && !document.querySelector('.spacetime-sheet .event')";
        until(page, strokes, vec![]).await?;
        axe::audit(&page.driver).await
    })
    .await
}

/// Where a message will arrive is what is asked.
#[tokio::test]
async fn arrows_to_what_is_asked_are_hidden() -> Result<()> {
    const LINK: &str =
        "row-lock.html#row-lock?ask=1&v=1&at=20&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG";
    const ARROWS: &str = "return document.querySelectorAll('.spacetime-sheet .arrow').length";
    on_page(LINK, View::DESKTOP, async |page| {
        says(page, ".quiz [role=status]", "One of these 5, of 11 that can").await?;
        let asked = script(page, ARROWS, vec![]).await?.as_u64();
        click(page, "Ask me what happens next").await?;
        until(page, "return !document.querySelector('.quiz [role=status]')", vec![]).await?;
        let all = script(page, ARROWS, vec![]).await?.as_u64();
        ensure!(asked > Some(0) && asked < all, "{asked:?} of {all:?}");
        Ok(())
    })
    .await
}

/// On a phone, where what is said has the top of the window.
#[tokio::test]
async fn a_run_that_fails_is_shown_below_its_words() -> Result<()> {
    const BELOW: &str = "const [words, picture] = ['.narration', '.scene'].map(it =>
            document.querySelector(it).getBoundingClientRect());
        return words.top > -1 && picture.top > words.bottom - 2 && picture.top < innerHeight / 2";
    on_page("row-lock.html#row-lock?replicas=1", View::PHONE, async |page| {
        says(page, ".checking", "All 314 states").await?;
        script(page, "document.querySelector('.verdicts').scrollIntoView()", vec![]).await?;
        click(page, "show me").await?;
        says(page, ".narration", "Broken here: mutual exclusion").await?;
        until(page, BELOW, vec![]).await
    })
    .await
}

/// What is told of a picked step is below the diagram, where the window may end.
#[tokio::test]
async fn what_is_told_of_a_picked_step_comes_into_sight() -> Result<()> {
    const SEEN: &str =
        "return document.querySelector('.spacetime-foot').getBoundingClientRect().bottom
        < innerHeight + 1";
    on_page("row-lock.html", View::DESKTOP, async |page| {
        says(page, ".where", "step 20 of 20").await?;
        let pick = "document.querySelector('.event[data-step=\"13\"]')
            .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))";
        script(page, pick, vec![]).await?;
        says(page, ".spacetime-foot", "concurrent").await?;
        until(page, SEEN, vec![]).await
    })
    .await
}

/// Below the buttons, on a small screen.
#[tokio::test]
async fn what_is_asked_comes_into_sight() -> Result<()> {
    const SEEN: &str =
        "const { top, bottom } = document.querySelector('.quiz').getBoundingClientRect();
        return top >= 0 && bottom > top && bottom < innerHeight + 1";
    on_page(RUN, View::PHONE, async |page| {
        click(page, "Ask me what happens next").await?;
        says(page, ".quiz [role=status]", "This is where the run is now.").await?;
        until(page, SEEN, vec![]).await?;
        script(page, "scrollTo(0, 0)", vec![]).await?;
        click(page, "To the start").await?;
        says(page, ".quiz [role=status]", "What happens next in this run?").await?;
        until(page, SEEN, vec![]).await?;
        // the answers are the steps, which are there once
        until(page, "return !document.querySelector('.offers')", vec![]).await?;
        click(page, "Step forward").await?;
        says(page, ".where", "step 1 of 14").await?;
        click(page, "To the end").await?;
        until(page, "return document.querySelector('.offers') != null", vec![]).await
    })
    .await
}

#[tokio::test]
async fn an_embed_asks_if_its_link_says_so() -> Result<()> {
    let route = RUN.replace("&v=1", "&view=embed&ask=1&v=1&at=3");
    on_page(&route, View::PHONE, async |page| {
        says(page, ".quiz", "What happens next in this run?").await?;
        axe::audit(&page.driver).await?;
        click(page, "Step forward").await?;
        says(page, ".where", "step 4 of 14").await?;
        // where there is no sentence, there is one for the question
        page.visit(&route.replace("&ask=1", "&panels=stage,transport&ask=1")).await?;
        says(page, ".quiz", "What happens next in this run?").await
    })
    .await
}

#[tokio::test]
async fn other_branches_leave_where_they_leave() -> Result<()> {
    on_page(RUN, View::DESKTOP, async |page| {
        let driver = &page.driver;
        page.visit(&RUN.replace("&v=1", "&v=1&at=3")).await?;
        keyboard::press(driver, "1").await?;
        says(page, ".where", "step 4 of 4").await?;
        axe::audit(driver).await?;
        let fork = "document.querySelector('.spacetime .fork').focus()";
        script(page, fork, vec![]).await?;
        let name = "Another branch leaves after step 3, 11 steps long: go there";
        ensure!(keyboard::focused(driver).await?.contains(name));
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".where", "step 3 of 14").await?;
        // the other one is kept, and the focus stays where both part
        let name = "Another branch leaves after step 3, 1 step long: go there";
        ensure!(keyboard::focused(driver).await?.contains(name));
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".where", "step 3 of 4").await
    })
    .await
}

#[tokio::test]
async fn a_loop_is_drawn_and_gone_round() -> Result<()> {
    let route = "#semaphore-server?entries=unbounded&queue=lifo&v=1&loop=9\
                 &run=YBUZOVliI65CUZXVliI7.1C5E";
    on_page(route, View::PHONE, async |page| {
        says(page, ".caption", "after step 19 it goes on again from step 10").await?;
        let drawn = "return document.querySelector('.spacetime .loop text').textContent";
        ensure!(script(page, drawn, vec![]).await? == json!("again from step 10"));
        click(page, "Step forward").await?;
        says(page, ".where", "step 10 of 19").await?;
        says(page, ".where", "round 2").await?;
        let told = "const label = document.querySelector('.spacetime-sheet').ariaLabel;
            return label.endsWith('goes on again from step 10. This is round 2 of the loop')";
        until(page, told, vec![]).await?;
        axe::audit(&page.driver).await
    })
    .await
}
