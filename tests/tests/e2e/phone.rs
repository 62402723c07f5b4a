//! What fits on a phone, and comes into sight where the reader is.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{click, says, script, until};

/// A run with a lost update of the lock: two clients are inside.
const ROWS: &str = "row-lock.html#row-lock?v=1&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG";

/// On a phone words, picture, transport and choices are one screen, and the sheet has the rest.
#[tokio::test]
async fn a_phone_has_one_screen_and_a_sheet() -> Result<()> {
    const WHOLE: &str = "scrollTo(0, 0);
        return [...arguments].every(it => {
        const { top, bottom, height } = document.querySelector(it).getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight + 1;
    })";
    const MOMENT: &str = "bakery.html#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
    on_page(MOMENT, View::of_size(360, 780), async |page| {
        let whole = async |parts: &[&str]| {
            until(page, WHOLE, parts.iter().map(|part| json!(part)).collect()).await
        };
        whole(&[".narration", ".scene .stage-frame", ".player .play", ".tabs", ".offers button"])
            .await?;
        for (tab, part) in [("Listing", ".program"), ("Time", ".time"), ("Verdicts", ".ever")] {
            click(page, tab).await?;
            whole(&[part, ".narration", ".scene .stage-frame"]).await?;
        }
        // a finger goes from tab to tab, and over the picture a step back
        let swipe = "const [on, by] = arguments, it = document.querySelector(on);
            const event = (type, clientX) => it.dispatchEvent(new PointerEvent(type, {
                bubbles: true, isPrimary: true, pointerType: 'touch', clientX, clientY: 300 }));
            event('pointerdown', 180);
            event('pointerup', 180 + by);";
        let step = "return document.querySelector('.where').innerText.includes(arguments[0])";
        let tab = "return document.querySelector('.page main').dataset.tab === arguments[0]";
        script(page, swipe, vec![json!(".ever h2"), json!(120)]).await?;
        until(page, tab, vec![json!("time")]).await?;
        click(page, "Verdicts").await?;
        script(page, swipe, vec![json!(".ever h2"), json!(20)]).await?;
        until(page, tab, vec![json!("verdicts")]).await?;
        script(page, swipe, vec![json!(".stage-frame"), json!(120)]).await?;
        until(page, step, vec![json!("13 of 14")]).await?;
        script(page, swipe, vec![json!(".stage-frame"), json!(-120)]).await?;
        until(page, step, vec![json!("14 of 14")]).await?;
        // a cross on the tab says that something fails
        says(page, ".tabs .bad", "something fails").await?;
        // pulled up, the sheet leaves the words alone
        click(page, "Taller").await?;
        let tall = "const [words, sheet] = ['.narration', '.ever']
                .map(it => document.querySelector(it).getBoundingClientRect());
            return sheet.height > innerHeight * 0.55 && sheet.top >= words.bottom";
        until(page, tall, vec![]).await?;
        // a verdict's run is shown where the words and the picture are
        click(page, "show me").await?;
        whole(&[".narration"]).await?;
        what_is_asked_comes_into_sight(page).await
    })
    .await
}

/// In the sheet.
async fn what_is_asked_comes_into_sight(page: &Page) -> Result<()> {
    const SEEN: &str = "const { top } = document.querySelector('.quiz').getBoundingClientRect();
        return top >= 0 && top < innerHeight - 40";
    click(page, "Ask me what happens next").await?;
    says(page, ".quiz [role=status]", "goes next").await?;
    until(page, SEEN, vec![]).await?;
    // a question takes the place of the steps
    until(page, "return !document.querySelector('.offers')", vec![]).await
}

/// A run as a whole, what an option does to it, and where another one fails.
#[tokio::test]
async fn time_and_verdicts_are_read_in_the_sheet() -> Result<()> {
    const OUT: &str = "const out = document.querySelector('[aria-label=\"Zoom out\"]');
        if (!out.ariaDisabled) out.click();
        return !!out.ariaDisabled";
    const WHOLE: &str =
        "const { scrollWidth, clientWidth } = document.querySelector('.spacetime-frame');
        return scrollWidth <= clientWidth + 1";
    on_page(ROWS, View::PHONE, async |page| {
        says(page, ".where", "step 26 of 26").await?;
        click(page, "Time").await?;
        until(page, OUT, vec![]).await?;
        until(page, WHOLE, vec![]).await?;
        let strokes = "return document.querySelectorAll('.strokes:not(.is-span)').length === 5
            && !document.querySelector('.spacetime-sheet .event')";
        until(page, strokes, vec![]).await?;
        axe::audit_part(&page.driver, ".time").await?;
        what_a_knob_does_is_in_sight_of_the_knob(page).await?;
        a_run_that_fails_is_shown_below_its_words(page).await?;
        console::no_errors(&page.driver).await?;
        a_flag_at_the_cursor_is_seen_to_its_end(page).await?;
        console::no_errors(&page.driver).await?;
        a_loop_is_drawn_and_gone_round(page).await
    })
    .await
}

async fn what_a_knob_does_is_in_sight_of_the_knob(page: &Page) -> Result<()> {
    const TURN: &str = "const copies = [...document.querySelectorAll('.knobs label')]
            .find(it => it.textContent.startsWith('Copies of the row')).querySelector('select');
        copies.selectedIndex = 1;
        copies.dispatchEvent(new Event('change', { bubbles: true }))";
    const IN_SIGHT: &str = "const { top, bottom } = document.querySelector('.notices p')
        .getBoundingClientRect(); return bottom > top && top >= 0 && bottom <= innerHeight";
    click(page, "Verdicts").await?;
    script(page, TURN, vec![]).await?;
    says(page, ".notices", "cannot be taken").await?;
    until(page, IN_SIGHT, vec![]).await
}

/// What is said has the top of the window, below a notice with its way back.
async fn a_run_that_fails_is_shown_below_its_words(page: &Page) -> Result<()> {
    const BELOW: &str = "const [words, picture] = ['.narration', '.scene'].map(it =>
            document.querySelector(it).getBoundingClientRect());
        return words.top > -1 && picture.top > words.bottom - 2 && picture.top < innerHeight / 2";
    click(page, "Verdicts").await?;
    says(page, ".checking", "314 states, every one visited").await?;
    click(page, "show me").await?;
    says(page, ".narration", "Two are in the critical section.").await?;
    until(page, BELOW, vec![]).await
}

/// Both properties that are broken at the end are named.
async fn a_flag_at_the_cursor_is_seen_to_its_end(page: &Page) -> Result<()> {
    const WHOLE: &str = "
        const frame = document.querySelector('.spacetime-frame').getBoundingClientRect();
        const words = [...document.querySelectorAll('.flag-words')].pop().getBoundingClientRect();
        return words.right < frame.right + 1 && words.left > frame.left - 1";
    page.visit("cf23.html").await?;
    click(page, "Play 4 steps").await?;
    says(page, ".narration.is-broken", "Client 0 decided A, and client 1 decided B.").await?;
    click(page, "Time").await?;
    until(page, WHOLE, vec![]).await
}

async fn a_loop_is_drawn_and_gone_round(page: &Page) -> Result<()> {
    let route = "#semaphore-server?entries=unbounded&queue=lifo&v=1&loop=9\
                 &run=YBUZOVliI65CUZXVliI7.1C5E";
    page.visit(route).await?;
    // the banner names who starves
    says(page, ".narration.is-broken", "Client 1 is waiting and never in the critical section.")
        .await?;
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
    axe::audit_part(&page.driver, ".narration, .time").await
}
