//! From the gallery along an algorithm's guided path.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    keyboard,
    page::{Page, on_page},
};
use thirtyfour::Key;

use crate::reader::{click, leave, says, script, settled_address, text, turn_to, until};

const CARDS: &str =
    "[...document.querySelectorAll('.card')].filter(it => it.checkVisibility()).length";

/// The search, with what it says, is in the upper half of the window.
const AT_HAND: &str = "const { top } = document.querySelector('#search').getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2";

#[tokio::test]
async fn an_algorithm_is_found_and_the_door_is_broken_and_mended() -> Result<()> {
    on_page("", View::PHONE, async |page| {
        let all = catalog::entries().len();
        until(page, &format!("return {CARDS} === {all}"), vec![]).await?;
        the_search_moves_nothing_when_it_comes(page).await?;
        // by author and property
        look_for(page, "LAMPORT first come").await?;
        says(page, "#found", &format!("of {all}")).await?;
        ensure!(text(page, ".questions").await?.contains("Lamport’s bakery"));
        ensure!(script(page, &format!("return {CARDS}"), vec![]).await?.as_u64() < Some(8));
        // in the words of others, and by a knob
        look_for(page, "mutex liveness fifo").await?;
        says(page, "#found", &format!("of {all}")).await?;
        look_for(page, "no such lock").await?;
        says(page, "#search p", &format!("No algorithm matches ‘no such lock’. Show all {all}."))
            .await?;
        until(page, AT_HAND, vec![]).await?;
        // what documents say stands beside the cards
        look_for(page, "fairness").await?;
        says(page, "#hits li:first-child", "How it works › Fairness").await?;
        look_for(page, "").await?;
        until(
            page,
            &format!("return {CARDS} === {all} && document.querySelector('#hits').hidden"),
            vec![],
        )
        .await?;
        the_door_is_broken_and_mended(page).await?;
        for theme in Theme::BOTH {
            View::DESKTOP.theme(theme).apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
        Ok(())
    })
    .await
}

async fn look_for(page: &Page, words: &str) -> Result<()> {
    let set = "const it = document.querySelector('#wanted');
        it.value = arguments[0];
        it.dispatchEvent(new Event('input', { bubbles: true }))";
    script(page, set, vec![json!(words)]).await?;
    Ok(())
}

/// The search has its room before its script comes, so that no card moves then.
async fn the_search_moves_nothing_when_it_comes(page: &Page) -> Result<()> {
    const STAYS: &str = "const top = () => document.querySelector('.questions').offsetTop;
        const search = document.querySelector('#search');
        const after = top();
        search.hidden = true;
        const before = top();
        search.hidden = false;
        return before === after";
    until(page, "return !document.querySelector('#search').hidden", vec![]).await?;
    ensure!(script(page, STAYS, vec![]).await? == json!(true));
    Ok(())
}

/// Four clicks break the lock at the door, and one mends it.
async fn the_door_is_broken_and_mended(page: &Page) -> Result<()> {
    /// Of the figure before its script and with it, and of its sentence.
    const HEIGHTS: &str = "const figure = document.querySelector('#door-figure');
        const bare = figure.cloneNode();
        figure.after(bare);
        const all = [bare, figure, figure.querySelector('.say')].map(it => it.offsetHeight);
        bare.remove();
        return all";
    const TAKE: &str = "document.querySelectorAll('#door-figure .who')[arguments[0]]
        .dispatchEvent(new MouseEvent('click', { bubbles: true }))";
    says(page, "#door-figure .say", "Can you get both inside?").await?;
    let heights = script(page, HEIGHTS, vec![]).await?;
    ensure!(heights[0] == heights[1], "the figure grows with its script: {heights}");
    for who in [0, 1, 0, 1] {
        script(page, TAKE, vec![json!(who)]).await?;
    }
    ensure!(script(page, HEIGHTS, vec![]).await? == heights, "the figure moves as it is used");
    says(page, "#door-figure .say", "Both are inside, after 4 steps.").await?;
    says(page, "#door-figure .say", "Of the 6 orders of the first four steps, 4 end like this")
        .await?;
    axe::audit_part(&page.driver, "#door-figure").await?;
    click(page, "Now mend it").await?;
    says(page, "#door-figure .say", "Mended: no order lets both inside.").await?;
    // the other one waits now
    for who in [0, 1] {
        script(page, TAKE, vec![json!(who)]).await?;
    }
    says(page, "#door-figure .say", "Process 1 waits: the lock is locked.").await?;
    // by keyboard
    let focus = "document.querySelectorAll('#door-figure .who')[0].focus()";
    script(page, focus, vec![]).await?;
    keyboard::press(&page.driver, Key::Enter).await?;
    says(page, "#door-figure .say", "Process 0 has left the room.").await
}

/// A moment opens before its event, Play runs to it and stops, and what was reached is remembered.
#[tokio::test]
async fn the_path_leads_from_moment_to_moment() -> Result<()> {
    on_page("#bakery?speed=8", View::DESKTOP, async |page| {
        const NUMBER: &str = "document.querySelectorAll('.guide ol a')[arguments[0]].click()";
        let dares = catalog::entry("bakery").expect("the bakery is there").dares;
        let third = catalog::Scenario::parse(&format!("bakery{}", dares[2].link))?.scenario;
        until(page, "return document.querySelectorAll('.guide ol a').length === 5", vec![]).await?;
        leave(page, NUMBER, vec![json!(1)]).await?;
        says(page, ".where", "step 10 of 14").await?;
        says(page, ".narration", "Press Play: in four steps both are inside.").await?;
        click(page, "Play 4 steps").await?;
        says(page, ".where", "step 14 of 14").await?;
        says(page, ".narration.is-broken", "Two are in the critical section.").await?;
        click(page, "Next: No raised hand").await?;
        says(page, ".guide [aria-current]", "3").await?;
        // a click that departs makes a run of the reader's own, and the number leads back
        let next = third.run[third.at - 4];
        let other = if next == catalog::Action::step(0) { "2" } else { "1" };
        keyboard::press(&page.driver, other).await?;
        says(page, ".narration", "Your own run. Back to “No raised hand”").await?;
        until(page, "return !document.querySelector('.guide [aria-current]')", vec![]).await?;
        settled_address(page).await?;
        click(page, "Back to “No raised hand”").await?;
        says(page, ".where", &format!("of {}", third.at)).await?;
        page.visit("#bakery").await?;
        let reached = "return document.querySelectorAll('.guide ol .reached').length === 1";
        until(page, reached, vec![]).await?;

        // what a reader does who wants to break it alone is recognised
        turn_to(page, "bakery?processes=2&tie-break=none&v=1&at=10&run=AAVBQX.nmVs").await?;
        says(page, ".where", "step 10 of 14").await?;
        script(page, "document.querySelector('.lab').focus()", vec![]).await?;
        for process in [2, 1, 1, 2] {
            keyboard::press(&page.driver, process.to_string()).await?;
        }
        says(page, ".narration.is-broken", "Challenge met: Two inside.").await?;
        click(page, "Put the rule back").await?;
        says(page, ".notices", "With this option your run stops after step").await?;

        // a teacher's own path, and a caption, in the link
        let own = "bakery?v=1&caption=Who%20goes%20first%3F&path=3:One%20looks|99:Too%20far\
                   &run=AAFRf.vzf6";
        turn_to(page, own).await?;
        says(page, ".narration", "Who goes first?").await?;
        says(page, ".notices", "The path has a moment at step 99").await?;
        until(page, "return document.querySelectorAll('.guide ol a').length === 1", vec![]).await?;
        says(page, ".guide", "One looks").await
    })
    .await
}
