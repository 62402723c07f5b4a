//! The page's time: questions before a step, other branches, and loops.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{axe, browser::View, keyboard, page::on_page};
use thirtyfour::Key;

use crate::reader::{address_has, click, says, script, text, until};

/// Two customers with equal tickets, from the eighth step on.
const RUN: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

#[tokio::test]
async fn the_reader_predicts_what_a_step_leads_to() -> Result<()> {
    on_page(RUN, View::DESKTOP, async |page| {
        let driver = &page.driver;
        click(page, "Ask me what happens next").await?;
        address_has(page, "&ask=1&").await?;
        click(page, "From the start").await?;
        // the diagram hides what lies ahead
        let marks = "return document.querySelectorAll('.spacetime-sheet .event').length === 0";
        until(page, marks, vec![]).await?;
        // who goes first is anybody's choice, and no question
        says(page, ".quiz [role=status]", "The next step has nothing to predict.").await?;
        click(page, "Next question").await?;
        says(page, ".quiz [role=status]", "goes next").await?;
        axe::audit(driver).await?;
        // a digit answers, and takes no step of the list
        let before = text(page, ".where").await?;
        keyboard::press(driver, "1").await?;
        says(page, ".quiz [role=status]", "Score: ").await?;
        says(page, ".quiz [role=status]", "of 1.").await?;
        ensure!(text(page, ".where").await? != before, "the run goes on");
        axe::audit(driver).await?;
        // the last question is whether the lock breaks
        page.visit(&RUN.replace("&v=1", "&ask=1&v=1&at=13")).await?;
        says(page, ".quiz [role=status]", "Process 1 goes next: read number[0]. What happens?")
            .await?;
        let third = "document.querySelectorAll('.quiz button')[2].focus()";
        script(page, third, vec![]).await?;
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".quiz [role=status]", "Right. It enters, and “mutual exclusion” breaks.")
            .await?;
        ensure!(keyboard::focused(driver).await?.contains("right, as you said"));
        says(page, ".where", "step 14 of 14").await
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
        click(page, "Time").await?;
        until(page, OUT, vec![]).await?;
        until(page, WHOLE, vec![]).await?;
        let strokes = "return document.querySelectorAll('.strokes:not(.is-span)').length === 5
            && !document.querySelector('.spacetime-sheet .event')";
        until(page, strokes, vec![]).await?;
        axe::audit(&page.driver).await
    })
    .await
}

/// Where a message will arrive may be what is asked.
#[tokio::test]
async fn arrows_to_what_is_asked_are_hidden() -> Result<()> {
    const LINK: &str =
        "row-lock.html#row-lock?ask=1&v=1&at=20&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG";
    const ARROWS: &str = "return document.querySelectorAll('.spacetime-sheet .arrow').length";
    on_page(LINK, View::DESKTOP, async |page| {
        until(page, "return !!document.querySelector('.quiz [role=status]')", vec![]).await?;
        until(page, &format!("{ARROWS} > 0"), vec![]).await?;
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
        click(page, "Verdicts").await?;
        says(page, ".checking", "314 states, every one visited").await?;
        click(page, "show me").await?;
        says(page, ".narration", "Broken: mutual exclusion").await?;
        until(page, BELOW, vec![]).await
    })
    .await
}

/// What is said of a picked step stands over the picture, where the window is low.
#[tokio::test]
async fn what_is_told_of_a_picked_step_comes_into_sight() -> Result<()> {
    const SEEN: &str = "const { top, bottom } = document.querySelector('.spacetime-foot .caption')
        .getBoundingClientRect(); return top >= 0 && bottom < innerHeight + 1";
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

/// In the sheet, on a small screen.
#[tokio::test]
async fn what_is_asked_comes_into_sight() -> Result<()> {
    const SEEN: &str = "const { top } = document.querySelector('.quiz').getBoundingClientRect();
        return top >= 0 && top < innerHeight - 40";
    on_page(RUN, View::PHONE, async |page| {
        click(page, "Ask me what happens next").await?;
        says(page, ".quiz [role=status]", "The run ends here.").await?;
        until(page, SEEN, vec![]).await?;
        click(page, "From the start").await?;
        click(page, "Next question").await?;
        says(page, ".quiz [role=status]", "goes next").await?;
        until(page, SEEN, vec![]).await?;
        // a question takes the place of the steps
        until(page, "return !document.querySelector('.offers')", vec![]).await
    })
    .await
}

#[tokio::test]
async fn an_embed_asks_if_its_link_says_so() -> Result<()> {
    let route = RUN.replace("&v=1", "&view=embed&ask=1&v=1&at=13");
    on_page(&route, View::PHONE, async |page| {
        says(page, ".quiz", "What happens?").await?;
        axe::audit(&page.driver).await?;
        click(page, "Step forward").await?;
        says(page, ".where", "14 of 14").await?;
        // also where there is no sentence
        page.visit(&route.replace("&ask=1", "&panels=stage,transport&ask=1")).await?;
        says(page, ".quiz", "What happens?").await
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
        // the banner names who starves
        says(page, ".narration.is-broken", "Starvation: client 1 waits for ever.").await?;
        click(page, "Time").await?;
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
