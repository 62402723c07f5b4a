//! The page's time: questions before a step, and what the diagram tells.
use anyhow::{Result, ensure};
use tests::{
    axe,
    browser::View,
    console, keyboard,
    page::{Page, on_page},
};
use thirtyfour::Key;

use crate::reader::{address_has, click, says, script, text, turn_to, until};

/// Two customers with equal tickets, from the eighth step on.
const RUN: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

#[tokio::test]
async fn the_reader_predicts_what_a_step_leads_to() -> Result<()> {
    on_page(RUN, View::DESKTOP, async |page| {
        let driver = &page.driver;
        click(page, "Ask me what happens next").await?;
        address_has(page, "&ask=1&").await?;
        // at the end of the run it goes back to the moment, and asks at once
        says(page, ".scheduler h2", "WHAT HAPPENS NEXT?").await?;
        says(page, ".quiz [role=status]", "goes next").await?;
        // the diagram hides what lies ahead
        let marks = "return document.querySelectorAll('.spacetime-sheet .event').length < 14";
        until(page, marks, vec![]).await?;
        axe::audit_part(driver, ".scheduler, .time").await?;
        // a letter answers, and a digit takes no step of a list that is not there
        let before = text(page, ".where").await?;
        keyboard::press(driver, "1").await?;
        ensure!(text(page, ".where").await? == before, "a digit answers nothing");
        keyboard::press(driver, "a").await?;
        says(page, ".quiz [role=status]", "Score: ").await?;
        says(page, ".quiz [role=status]", "of 1.").await?;
        ensure!(text(page, ".where").await? != before, "the run goes on");
        axe::audit_part(driver, ".scheduler, .time").await?;
        // the last question is about the read that breaks the lock
        turn_to(page, &RUN.replace("&v=1", "&ask=1&v=1&at=13")).await?;
        says(page, ".quiz [role=status]", "Process 1 goes next: read number[0]. What happens?")
            .await?;
        let right = "[...document.querySelectorAll('.quiz button')]
            .find(it => it.textContent.includes('It sees 1, and enters')).focus()";
        script(page, right, vec![]).await?;
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".quiz [role=status]", "Right, it sees 1, and enters.").await?;
        ensure!(keyboard::focused(driver).await?.contains("right, as you said"));
        says(page, ".where", "step 14 of 14").await?;
        console::no_errors(driver).await?;
        an_embed_asks_if_its_link_says_so(page).await
    })
    .await
}

/// Also where there is no sentence.
async fn an_embed_asks_if_its_link_says_so(page: &Page) -> Result<()> {
    View::PHONE.apply(&page.driver).await?;
    let bare = "&view=embed&panels=stage,transport&ask=1&v=1&at=13";
    page.visit(&RUN.replace("&v=1", bare)).await?;
    says(page, ".quiz", "What happens?").await?;
    axe::audit(&page.driver).await?;
    click(page, "Step forward").await?;
    says(page, ".where", "14 of 14").await
}

/// Of a step that is picked, and of a question about where a message will arrive.
#[tokio::test]
async fn the_diagram_tells_of_a_step_and_hides_what_is_asked() -> Result<()> {
    const ARROWS: &str = "return document.querySelectorAll('.spacetime-sheet .arrow').length";
    const SEEN: &str = "const { top, bottom } = document.querySelector('.spacetime-foot .caption')
        .getBoundingClientRect(); return top >= 0 && bottom < innerHeight + 1";
    on_page("row-lock.html", View::DESKTOP, async |page| {
        says(page, ".where", "step 22 of 26").await?;
        let pick = "document.querySelector('.event[data-step=\"13\"]')
            .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))";
        script(page, pick, vec![]).await?;
        says(page, ".spacetime-foot .caption", "concurrent").await?;
        // it stands over the picture, where the window is low
        until(page, SEEN, vec![]).await?;

        turn_to(page, "row-lock?ask=1&v=1&at=20&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG").await?;
        until(page, "return !!document.querySelector('.quiz [role=status]')", vec![]).await?;
        until(page, &format!("{ARROWS} > 0"), vec![]).await?;
        let asked = script(page, ARROWS, vec![]).await?.as_u64();
        click(page, "Stop asking").await?;
        until(page, "return !document.querySelector('.quiz [role=status]')", vec![]).await?;
        let all = script(page, ARROWS, vec![]).await?.as_u64();
        ensure!(asked > Some(0) && asked < all, "{asked:?} of {all:?}");
        console::no_errors(&page.driver).await?;

        // a later write that was too old for the column did not change it
        page.visit("cf23.html#cf23?replicas=3&v=1&run=QBijEU05mn5Ny4-Hl.soEi").await?;
        let press = "document.querySelector('[data-thing=w1-3]')
            .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))";
        script(page, press, vec![]).await?;
        says(page, ".caption.is-about", "replica 1 receives element:1, element:2 = 1 @4").await
    })
    .await
}

/// An operation is a bar from its call to its return; an order is found at a press, and the one without any is red.
#[tokio::test]
async fn operations_are_intervals_with_an_order() -> Result<()> {
    const FAILS: &str = "#safe-bits?readers=1&returns=what-it-reads&v=1&run=AAe16v.t3eQ";
    const BARS: &str =
        "return document.querySelectorAll('.spacetime-sheet .is-operation').length === arguments[0]
        && document.querySelectorAll('.is-operation.is-bad').length === arguments[1]
        && document.querySelectorAll('.placed').length === arguments[2]";
    on_page(FAILS, View::DESKTOP, async |page| {
        until(page, BARS, vec![3.into(), 1.into(), 0.into()]).await?;
        ensure!(!text(page, ".time").await?.contains("One possible order"), "there is none");
        click(page, "Longest orders").await?;
        says(
            page,
            ".order",
            "All but read → 1 of the reader have an order: read → 0 of the reader.",
        )
        .await?;
        says(page, ".alone", "write(1) · read → 1 · write(2) · read → 2").await?;
        keyboard::press(&page.driver, Key::Left).await?;
        // flags reach to the right edge, and no words lie over them
        let apart = "const [order, frame] = ['.order', '.spacetime-frame'].map(
                it => document.querySelector(it).getBoundingClientRect());
            return order.height > 0 && order.bottom <= frame.top + 1";
        until(page, apart, vec![]).await?;
        click(page, "One possible order").await?;
        says(page, ".order", "One possible order: write(1) · read → 1").await?;
        until(page, BARS, vec![3.into(), 1.into(), 2.into()]).await?;
        axe::audit_part(&page.driver, ".time").await?;
        console::no_errors(&page.driver).await
    })
    .await
}
