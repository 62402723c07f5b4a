//! From the gallery along an algorithm's guided path.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{axe, browser::View, keyboard, page::on_page};
use thirtyfour::Key;

use crate::reader::{click, says, script, text, until};

const CARDS: &str =
    "[...document.querySelectorAll('.card')].filter(it => it.checkVisibility()).length";

#[tokio::test]
async fn an_algorithm_is_found_by_author_and_property() -> Result<()> {
    on_page("", View::PHONE, async |page| {
        let all = catalog::entries().len();
        until(page, &format!("return {CARDS} === {all}"), vec![]).await?;
        let look_for = async |words: &str| {
            let set = "const it = document.querySelector('#wanted');
                it.value = arguments[0];
                it.dispatchEvent(new Event('input', { bubbles: true }))";
            script(page, set, vec![json!(words)]).await
        };
        look_for("LAMPORT first come").await?;
        says(page, "#found", &format!("of {all}")).await?;
        ensure!(text(page, ".questions").await?.contains("Lamport’s bakery"));
        ensure!(script(page, &format!("return {CARDS}"), vec![]).await?.as_u64() < Some(8));
        // in the words of others, and by a knob
        look_for("mutex liveness fifo").await?;
        says(page, "#found", &format!("of {all}")).await?;
        look_for("no such lock").await?;
        says(page, "#found", "None").await?;
        look_for("").await?;
        until(page, &format!("return {CARDS} === {all}"), vec![]).await
    })
    .await
}

/// The search has its room before its script comes, so that no card moves then.
#[tokio::test]
async fn the_search_moves_nothing_when_it_comes() -> Result<()> {
    on_page("", View::PHONE, async |page| {
        const STAYS: &str = "const top = () => document.querySelector('.questions').offsetTop;
            const after = top();
            document.querySelector('#search').hidden = true;
            return top() === after";
        until(page, "return !document.querySelector('#search').hidden", vec![]).await?;
        ensure!(script(page, STAYS, vec![]).await?.as_bool() == Some(true));
        Ok(())
    })
    .await
}

/// Four clicks break the lock at the door, and one mends it.
#[tokio::test]
async fn the_door_is_broken_and_mended() -> Result<()> {
    const TAKE: &str = "document.querySelectorAll('#door-figure .who')[arguments[0]]
        .dispatchEvent(new MouseEvent('click', { bubbles: true }))";
    on_page("", View::DESKTOP, async |page| {
        says(page, "#door-figure .say", "Click 0 or 1.").await?;
        for who in [0, 1, 0, 1] {
            script(page, TAKE, vec![json!(who)]).await?;
        }
        says(page, "#door-figure .say", "Both are inside, after 4 steps.").await?;
        says(page, "#door-figure .say", "Of the 6 orders of the first four steps, 4 end like this")
            .await?;
        axe::audit(&page.driver).await?;
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
    })
    .await
}

/// A moment opens before its event, Play runs to it and stops, and what was reached is remembered.
#[tokio::test]
async fn the_path_leads_from_moment_to_moment_and_is_remembered() -> Result<()> {
    on_page("#bakery?speed=8", View::DESKTOP, async |page| {
        const NUMBER: &str = "document.querySelectorAll('.guide ol a')[arguments[0]].click()";
        let dares = catalog::entry("bakery").expect("the bakery is there").dares;
        let third = catalog::Scenario::parse(&format!("bakery{}", dares[2].link))?.scenario;
        until(page, "return document.querySelectorAll('.guide ol a').length === 5", vec![]).await?;
        script(page, NUMBER, vec![json!(1)]).await?;
        says(page, ".where", "step 10 of 14").await?;
        says(page, ".narration", "In four steps “mutual exclusion” breaks. Play runs them.")
            .await?;
        click(page, "Play").await?;
        says(page, ".where", "step 14 of 14").await?;
        says(page, ".narration.is-broken", "Processes 0 and 1 are inside").await?;
        click(page, "Next moment").await?;
        says(page, ".guide [aria-current]", "3").await?;
        // a click that departs makes a run of the reader's own, and the number leads back
        let next = third.run[third.at - 4];
        let other = if next == catalog::Action::step(0) { "2" } else { "1" };
        keyboard::press(&page.driver, other).await?;
        until(page, "return !!document.querySelector('.guide ol .left')", vec![]).await?;
        script(page, "document.querySelector('.guide ol .left').click()", vec![]).await?;
        says(page, ".where", &format!("of {}", third.at)).await?;
        page.visit("#bakery").await?;
        let reached = "return document.querySelectorAll('.guide ol .reached').length === 1";
        until(page, reached, vec![]).await
    })
    .await
}

/// What a reader does who wants to break it alone is recognised.
#[tokio::test]
async fn a_challenge_that_is_met_is_recognised() -> Result<()> {
    on_page(
        "#bakery?processes=2&tie-break=none&v=1&at=10&run=AAVBQX.nmVs",
        View::DESKTOP,
        async |page| {
            for process in [2, 1, 1, 2] {
                keyboard::press(&page.driver, process.to_string()).await?;
            }
            says(page, ".narration.is-broken", "Challenge met: make two customers enter at once.")
                .await?;
            click(page, "Put the rule back").await?;
            says(page, ".notices", "With this option the run ends here.").await
        },
    )
    .await
}

/// A teacher's own path, and a caption, in the link.
#[tokio::test]
async fn a_link_carries_a_caption_and_a_path() -> Result<()> {
    let link =
        "#bakery?v=1&caption=Who%20goes%20first%3F&path=3:One%20looks|99:Too%20far&run=AAFRf.vzf6";
    on_page(link, View::DESKTOP, async |page| {
        says(page, ".narration", "Who goes first?").await?;
        says(page, ".notices", "The path has a moment at step 99").await?;
        until(page, "return document.querySelectorAll('.guide ol a').length === 1", vec![]).await?;
        says(page, ".guide", "One looks").await
    })
    .await
}
