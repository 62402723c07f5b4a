//! What can still be decided, drawn: the same counts as the catalog's, and every state a link.
use anyhow::{Context, Result, ensure};
use catalog::{GRAPH_MAX, Scenario, Valence};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    console, keyboard,
    page::{on_page, with_browser},
};
use thirtyfour::Key;

use crate::reader::{address_has, click, says, script, text, until};

const FACE: &str = "Decisions";
const STATES: &str = "return document.querySelectorAll('.valence-state').length === arguments[0]";

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
        says(page, ".valence-legend", &format!("{bivalent} bivalent")).await?;
        says(page, ".valence-legend", &format!("{} univalent: only B", graph.count_only(1)))
            .await?;
        says(page, ".valence-here", "Bivalent: A or B can still be decided.").await?;

        // the critical state, whose link is its shortest run
        let critical = graph.nodes.iter().find(|it| it.valence == Valence::Critical);
        let critical = critical.context("one state is critical")?;
        let link = scenario.with_run(critical.run.clone()).to_string();
        click(page, "Step 2. Critical").await?;
        says(page, ".where", &format!("step {0} of {0}", critical.depth)).await?;
        address_has(page, &format!("#{link}")).await?;
        says(page, ".valence-here", "process 0’s step for A, process 1’s step for B").await?;
        // the face has stayed, and follows the scheduler
        click(page, "write r[0], r[1] ← 0").await?;
        says(page, ".valence-here", "Univalent: only A can be decided.").await?;
        page.driver.back().await?;
        says(page, ".valence-here", "Bivalent").await?;

        // another setting is another graph
        click(page, "as the post’s text says").await?;
        says(page, ".valence-legend", "two have decided differently").await
    })
    .await
}

#[tokio::test]
async fn arrow_keys_go_from_state_to_state() -> Result<()> {
    on_page("#assign23", View::DESKTOP, async |page| {
        let driver = &page.driver;
        click(page, FACE).await?;
        until(page, STATES, vec![json!(64)]).await?;
        let first = "document.querySelector('.valence-state[tabindex=\"0\"], .valence a[tabindex=\"0\"]').focus()";
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
    })
    .await
}

#[tokio::test]
async fn everybody_can_use_it() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        page.visit("#assign23?reads=middle-first&propose=after&v=1&run=AH.x").await?;
        click(page, FACE).await?;
        until(page, STATES, vec![json!(127)]).await?;
        for view in [View::DESKTOP, View::TABLET, View::PHONE] {
            for theme in Theme::BOTH {
                view.theme(theme).apply(&page.driver).await?;
                axe::audit(&page.driver).await?;
                let wide = "return document.documentElement.scrollWidth > innerWidth";
                ensure!(script(page, wide, vec![]).await? == json!(false), "scrolls sideways");
            }
        }
        // there is no such face where nobody decides
        page.visit("#bakery").await?;
        let folds = "return document.querySelectorAll('.valence').length";
        ensure!(script(page, folds, vec![]).await? == json!(0));
        console::no_errors(&page.driver).await
    })
    .await
}
