//! Audits a page for accessibility with axe-core.
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::WebDriver;

use crate::root;

const SCRIPT: &str = "node_modules/axe-core/axe.min.js";
const IS_LOADED: &str = "return 'axe' in window";
/// Once the colours are there: halfway through a transition they may lack contrast.
const RUN: &str = "const [part, done] = arguments;
    const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition);
    Promise.allSettled(transitions.map((it) => it.finished)).then(() => axe.run(part || document, { resultTypes: ['violations'] })).then(
        ({ violations, passes }) => done({ violations, passes: passes.length }),
        (error) => done({ error: String(error) }),
    );";

/// Fails on any violation, and tells each: rule, place, what would mend it.
pub async fn audit(driver: &WebDriver) -> Result<()> {
    audit_part(driver, "").await
}

/// Looks at the elements of a selector alone, where the rest of the page has been looked at.
pub async fn audit_part(driver: &WebDriver, part: &str) -> Result<()> {
    if driver.execute(IS_LOADED, Vec::new()).await?.json() != &json!(true) {
        let script = fs::read_to_string(root().join(SCRIPT));
        driver.execute(script.context("no axe-core: run `npm ci`")?, Vec::new()).await?;
    }
    let answer = driver.execute_async(RUN, vec![json!(part)]).await?;
    let answer = answer.json();
    // an audit that looked at nothing is not a good one
    ensure!(answer["passes"].as_u64() > Some(0), "axe did not run: {answer}");
    let violations = list(&answer["violations"]);
    let told: String = violations.iter().map(tell).collect();
    ensure!(violations.is_empty(), "axe found {} violations:\n{told}", violations.len());
    have_names(driver).await
}

/// As the browser itself computes them: axe takes a status within a button for a name.
async fn have_names(driver: &WebDriver) -> Result<()> {
    let tree = driver.cdp().send_raw("Accessibility.getFullAXTree", json!({})).await?;
    let nodes = list(&tree["nodes"]);
    ensure!(nodes.len() > 1, "there is no tree: {tree}");
    for node in nodes.iter().filter(|node| node["role"]["value"] == "button") {
        ensure!(!text(&node["name"]["value"]).is_empty(), "a button has no name: {node}");
    }
    Ok(())
}

fn tell(violation: &Value) -> String {
    let head = format!("{}: {}\n", text(&violation["id"]), text(&violation["help"]));
    let nodes = list(&violation["nodes"]).iter().map(|node| {
        let summary = text(&node["failureSummary"]).replace('\n', "\n    ");
        format!("  at {}\n    {}\n    {summary}\n", node["target"], text(&node["html"]))
    });
    [head].into_iter().chain(nodes).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
