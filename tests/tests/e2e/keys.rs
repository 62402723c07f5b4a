//! A reader without a mouse.
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console, keyboard,
    page::{Page, on_page, with_browser},
};
use thirtyfour::{By, Key};

use crate::reader::{click, says, script, until};

const IN: &str = "return !!document.activeElement.closest(arguments[0])";

#[tokio::test]
async fn keyboard_alone_is_enough() -> Result<()> {
    on_page("#bakery", View::DESKTOP, async |page| {
        let driver = &page.driver;
        // into the playground, as a reader would, by tabbing to the scheduler's first button
        for _ in 0..60 {
            keyboard::press(driver, Key::Tab).await?;
            if script(page, IN, vec![json!(".offers")]).await? == json!(true) {
                break;
            }
        }
        ensure!(keyboard::focused(driver).await?.contains("try to enter"));
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".where", "step 1 of 1").await?;
        keyboard::press(driver, "2").await?;
        says(page, ".where", "step 2 of 2").await?;
        keyboard::press(driver, Key::Left).await?;
        says(page, ".where", "step 1 of 2").await?;
        keyboard::press(driver, Key::Right).await?;
        says(page, ".where", "step 2 of 2").await?;
        keyboard::press(driver, Key::Home).await?;
        says(page, ".where", "step 0 of 2").await?;
        keyboard::press(driver, Key::End).await?;
        says(page, ".where", "step 2 of 2").await?;
        keyboard::press(driver, "?").await?;
        says(page, "dialog[open]", "step").await?;
        keyboard::press(driver, Key::Escape).await?;
        console::no_errors(driver).await?;
        the_focus_is_where_the_next_step_is(page).await?;
        console::no_errors(driver).await?;

        // what lands at a replica is a button in the picture, too
        page.visit("#cf23?v=1").await?;
        click(page, "send propose:0").await?;
        says(page, ".scheduler", "client 0’s propose:0 = A (time 1) reaches replica 0").await?;
        script(page, "document.querySelector('[data-thing=m0]').focus()", vec![]).await?;
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".said", "Replica 0 receives").await?;
        until(page, IN, vec![json!(".lab")]).await?;
        console::no_errors(driver).await?;
        the_line_that_ran_last_is_in_sight(page).await
    })
    .await
}

/// Whoever has clicked a process goes back by the same keys as before.
#[tokio::test]
async fn after_a_click_the_keys_are_the_pages() -> Result<()> {
    on_page("#bakery", View::DESKTOP, async |page| {
        let disc = page.driver.find(By::Css("[data-thing=p1]")).await?;
        page.driver.action_chain().move_to_element_center(&disc).click().perform().await?;
        says(page, ".where", "step 1 of 1").await?;
        keyboard::press(&page.driver, Key::Left).await?;
        says(page, ".where", "step 0 of 1").await?;
        keyboard::press(&page.driver, Key::Right).await?;
        says(page, ".where", "step 1 of 1").await?;
        // who comes by keyboard goes from thing to thing
        keyboard::press(&page.driver, Key::Tab).await?;
        script(page, "document.querySelector('[data-thing=p1]').focus()", vec![]).await?;
        keyboard::press(&page.driver, Key::Right).await?;
        let now = script(page, "return document.activeElement.dataset.thing", vec![]).await?;
        ensure!(now.is_string() && now != "p1", "{now}");
        says(page, ".where", "step 1 of 1").await
    })
    .await
}

/// What was pressed is replaced, or has no more to do: the keys go on all the same.
#[tokio::test]
async fn keys_go_on_after_play_and_after_the_options_are_put_back() -> Result<()> {
    const TIE: &str = "#bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
    const FOCUS: &str = "[...document.querySelectorAll('.lab button')]
        .find(it => it.innerText.startsWith(arguments[0])).focus()";
    on_page(TIE, View::DESKTOP, async |page| {
        let driver = &page.driver;
        says(page, ".player .play", "Play").await?;
        script(page, FOCUS, vec![json!("Play")]).await?;
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".player .play", "Next: ").await?;
        until(page, "return document.activeElement.matches('a.play')", vec![]).await?;
        keyboard::press(driver, Key::Left).await?;
        says(page, ".where", "step 13 of 14").await?;
        // a link is followed by Enter; space plays
        keyboard::press(driver, Key::Right).await?;
        says(page, ".player .play", "Next: ").await?;
        until(page, IN, vec![json!(".lab")]).await?;
        script(page, FOCUS, vec![json!("As published")]).await?;
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".knobs [aria-disabled]", "As published").await?;
        until(page, IN, vec![json!(".lab")]).await?;
        keyboard::press(driver, Key::Home).await?;
        says(page, ".where", "step 0 of").await?;
        keyboard::press(driver, "1").await?;
        says(page, ".where", "step 1 of 1").await?;
        console::no_errors(driver).await
    })
    .await
}

/// The focus is on the next step, though the button that was pressed is gone; and in the playground
/// when a challenge has opened it.
async fn the_focus_is_where_the_next_step_is(page: &Page) -> Result<()> {
    const FIND: &str = "[...document.querySelectorAll('.offers button, .dares a')]
        .find(it => it.innerText.includes(arguments[0])).focus()";
    let driver = &page.driver;
    page.visit("#semaphore-server").await?;
    click(page, "To the start").await?;
    click(page, "send P to the server").await?;
    script(page, FIND, vec![json!("receive P")]).await?;
    keyboard::press(driver, Key::Enter).await?;
    says(page, ".where", "step 2 of 2").await?;
    until(page, IN, vec![json!(".offers button")]).await?;
    script(page, FIND, vec![json!("Try it yourself")]).await?;
    keyboard::press(driver, Key::Enter).await?;
    says(page, ".where", "step 0 of 0").await?;
    until(page, IN, vec![json!(".lab")]).await?;
    keyboard::press(driver, "1").await?;
    says(page, ".where", "step 1 of 1").await?;
    // where the editing was begun
    click(page, "Edit").await?;
    until(page, IN, vec![json!(".sheet")]).await?;
    script(page, "document.querySelector('.edit').focus()", vec![]).await?;
    keyboard::press(driver, Key::Enter).await?;
    until(page, IN, vec![json!("main:not([data-editing]) .edit")]).await?;
    // and past what stands above the steps
    script(page, "document.querySelector('.skip').focus()", vec![]).await?;
    keyboard::press(driver, Key::Enter).await?;
    until(page, IN, vec![json!(".scheduler")]).await
}

async fn the_line_that_ran_last_is_in_sight(page: &Page) -> Result<()> {
    const COMMIT: &str = "#two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY";
    const IN_SIGHT: &str =
        "const rect = (it) => document.querySelector(it)?.getBoundingClientRect();
        const [line, head, frame] = [rect('.code .last'), rect('.program-head'), rect('.program')];
        return !!line && line.top >= head.bottom && line.bottom <= frame.bottom";
    // also below many lines each process is at its own one
    const PINNED: &str = "const middle = (it) => {
            const { top, bottom } = it.getBoundingClientRect();
            return (top + bottom) / 2;
        };
        const pins = [...document.querySelectorAll('.code .pin')];
        return pins.length > 0 && pins.every(it => {
            const { top, bottom } = it.closest('li').getBoundingClientRect();
            return top < middle(it) && middle(it) < bottom;
        })";
    page.visit("burns-lynch.html").await?;
    until(page, PINNED, vec![]).await?;
    page.visit(COMMIT).await?;
    click(page, "To the end").await?;
    until(page, IN_SIGHT, vec![]).await?;
    for _ in 0..6 {
        keyboard::press(&page.driver, Key::Left).await?;
        until(page, IN_SIGHT, vec![]).await?;
    }
    Ok(())
}

/// Each element once, and out again: nothing holds the focus. A quick run goes through each page at
/// one size of the window.
#[tokio::test]
async fn tab_goes_through_the_page() -> Result<()> {
    const ROUTES: [&str; 3] = ["#bakery?v=1&run=AAFRf.vzf6", "#new", "#two-phase-commit"];
    with_browser(View::DESKTOP, async |page| {
        for (nth, route) in ROUTES.into_iter().enumerate() {
            for (at, view) in [View::DESKTOP, View::PHONE].into_iter().enumerate() {
                if golden::is_everything() || nth % 2 == at {
                    view.apply(&page.driver).await?;
                    page.visit(route).await?;
                    tab_through(page).await.with_context(|| format!("{route}, {view:?}"))?;
                }
            }
        }
        console::no_errors(&page.driver).await
    })
    .await
}

async fn tab_through(page: &Page) -> Result<()> {
    const NOTE: &str = "const at = document.activeElement;
        if (at === document.body) return 'out';
        const known = at.dataset.seen;
        at.dataset.seen = true;
        return known ? 'again' : '';";
    let mut stops = 0;
    loop {
        keyboard::press(&page.driver, Key::Tab).await?;
        let found = script(page, NOTE, vec![]).await?;
        if found == json!("out") {
            break;
        }
        if found == json!("again") {
            let name = keyboard::focused(&page.driver).await?;
            bail!("back at {name:?} after {stops} stops");
        }
        stops += 1;
    }
    ensure!(stops > 10, "{stops} stops");
    Ok(())
}
