//! What can still be decided, drawn: the same counts as the catalog's, and every state a link.
use anyhow::{Context, Result, ensure};
use catalog::{GRAPH_MAX, Scenario, Valence};
use serde_json::json;
use tests::{
    browser::View,
    keyboard,
    page::{Page, on_page},
};
use thirtyfour::Key;

use crate::reader::{
    address_has, click, everybody_can_read, letters_grow, says, script, text, turn_to, until,
};

const FACE: &str = "Decisions";
const STATES: &str = "return document.querySelectorAll('.chart-state').length === arguments[0]";

#[tokio::test]
async fn states_are_counted_and_lead_to_their_moments() -> Result<()> {
    let scenario = Scenario::parse("assign23")?.scenario;
    let graph = scenario.valence(GRAPH_MAX).ok().context("64 states are few")?;
    on_page("#assign23", View::DESKTOP, async |page| {
        // nothing is computed or drawn before it is asked for
        ensure!(script(page, STATES, vec![json!(0)]).await? == json!(true));
        click(page, FACE).await?;
        until(page, STATES, vec![json!(graph.nodes.len())]).await?;
        let bivalent = graph.count(Valence::Bivalent);
        says(page, ".chart-legend", &format!("{bivalent} bivalent")).await?;
        says(page, ".chart-legend", &format!("{} univalent: only B", graph.count_only(1))).await?;
        says(page, ".chart-here", "Bivalent: A or B can still be decided.").await?;
        says(page, ".chart-title", "After two steps, one step decides.").await?;
        says(page, ".valence-futures", "Process 0 writes r[0], r[1] ← 0").await?;
        only_with_ctrl_the_wheel_brings_it_nearer(page).await?;

        arrow_keys_go_from_state_to_state(page).await?;
        click(page, "To the start").await?;
        says(page, ".where", "step 0 of 1").await?;

        // the critical state, whose link is its shortest run
        let critical = graph.nodes.iter().find(|node| node.valence == Valence::Critical);
        let critical = critical.context("one state is critical")?;
        let link = scenario.with_run(critical.run.clone()).to_string();
        click(page, "Step 2. Critical").await?;
        says(page, ".where", &format!("step {0} of {0}", critical.depth)).await?;
        address_has(page, &format!("#{link}")).await?;
        says(page, ".chart-here", "process 0’s step for A, process 1’s step for B").await?;
        // the face has stayed, and follows the scheduler
        click(page, "write r[0], r[1] ← 0").await?;
        says(page, ".chart-here", "Univalent: only A can be decided.").await?;
        page.driver.back().await?;
        says(page, ".chart-here", "Bivalent").await?;

        // another setting is another graph
        click(page, "as the post’s text says").await?;
        says(page, ".chart-title", "No step decides: two values are decided in 3 of 48 states.")
            .await?;
        says(page, ".valence-shares", "45 both open").await?;
        click(page, "Show the shortest run to two decisions: 9 steps").await?;
        says(page, ".where", "step 9 of 9").await?;
        until(page, "return !document.querySelector('.chart')", vec![]).await?;
        click(page, FACE).await?;

        let most = "assign23?reads=middle-first&propose=after&v=1&run=AH.x";
        turn_to(page, most).await?;
        until(page, STATES, vec![json!(127)]).await?;
        click(page, "The whole map").await?;
        letters_grow(page, &[".valence-value", ".chart-legend svg"]).await?;
        everybody_can_read(page, ".chart", &[View::DESKTOP, View::PHONE, View::TABLET]).await
    })
    .await
}

/// And the start stays in the frame, however near it is.
async fn only_with_ctrl_the_wheel_brings_it_nearer(page: &Page) -> Result<()> {
    const TURN: &str = "const frame = document.querySelector('.chart-frame');
        const { left, top, width, height } = frame.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height, deltaY: -9, ctrlKey: arguments[0] };
        const wheel = new WheelEvent('wheel', { ...at, bubbles: true, cancelable: true });
        frame.dispatchEvent(wheel);
        return wheel.defaultPrevented";
    const WIDE: &str = "document.querySelector('[data-state=\"0\"]').getBoundingClientRect().width";
    const IS_IN: &str = "const box = it => document.querySelector(it).getBoundingClientRect();
        const [frame, state] = ['.chart-frame', '[data-state=\"0\"]'].map(box);
        return state.top >= frame.top && state.bottom <= frame.bottom";
    script(page, &format!("window.wide = {WIDE}"), vec![]).await?;
    ensure!(script(page, TURN, vec![json!(false)]).await? == json!(false));
    for _ in 0..12 {
        ensure!(script(page, TURN, vec![json!(true)]).await? == json!(true));
        script(page, "return new Promise(requestAnimationFrame)", vec![]).await?;
    }
    until(page, &format!("return {WIDE} > 1.5 * wide"), vec![]).await?;
    until(page, IS_IN, vec![]).await
}

/// And there are no steps meanwhile.
async fn arrow_keys_go_from_state_to_state(page: &Page) -> Result<()> {
    let driver = &page.driver;
    let first =
        "document.querySelector('.chart-state[tabindex=\"0\"], .chart a[tabindex=\"0\"]').focus()";
    script(page, first, vec![]).await?;
    for (key, at) in [
        (Key::Down, "Step 1. Bivalent"),
        (Key::Right, "Step 1. Bivalent"),
        (Key::Down, "Step 2. Critical"),
        (Key::Up, "Step 1. Bivalent"),
        (Key::Home, "Step 0. Bivalent"),
        (Key::Down, "Step 1. Bivalent"),
    ] {
        keyboard::press(driver, key).await?;
        let name = keyboard::focused(driver).await?;
        ensure!(name.contains(at), "{at}, not {name}");
    }
    ensure!(text(page, ".where").await?.contains("step 0 of 0"), "arrows do not step here");
    keyboard::press(driver, Key::Enter).await?;
    says(page, ".where", "step 1 of 1").await?;
    // who goes on from there goes on in the graph
    ensure!(keyboard::focused(driver).await?.contains("Step 1. Bivalent"));
    Ok(())
}

/// All states of any small setting, asked for where they are counted.
#[tokio::test]
async fn the_states_of_a_small_lock_are_drawn() -> Result<()> {
    on_page("#peterson?order=turn-first", View::DESKTOP, async |page| {
        says(page, ".checking", "every one visited").await?;
        click(page, "Draw them").await?;
        let states = Scenario::parse("peterson?order=turn-first")?.scenario.valence(GRAPH_MAX);
        let count = states.ok().context("they are few")?.nodes.len();
        until(page, STATES, vec![json!(count)]).await?;
        says(page, ".chart-title", &format!("{count} states and")).await?;
        says(page, ".chart-legend", "a property is false").await?;
        says(page, ".chart-here", "Process 0: remainder").await?;
        // the nearest state that is wrong, and its moment
        let wrong = "document.querySelector('.chart-state:has(.valence-split)').dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true }))";
        script(page, wrong, vec![]).await?;
        says(page, ".chart-here", "“mutual exclusion” is false.").await?;
        says(page, ".where", "step 9 of 9").await?;
        everybody_can_read(page, ".chart", &[View::DESKTOP, View::PHONE, View::TABLET]).await?;
        click(page, "Picture").await?;
        until(page, "return !document.querySelector('.chart')", vec![]).await
    })
    .await
}
