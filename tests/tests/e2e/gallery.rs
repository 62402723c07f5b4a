//! From the gallery along an algorithm's guided path.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{browser::View, page::on_page};

use crate::reader::{address_has, click, says, script, text, until};

const CARDS: &str =
    "[...document.querySelectorAll('.card h3')].filter(it => it.checkVisibility()).length";

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
        ensure!(text(page, ".families").await?.contains("Lamport’s bakery"));
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
        const STAYS: &str = "const top = () => document.querySelector('.families').offsetTop;
            const after = top();
            document.querySelector('#search').hidden = true;
            return top() === after";
        until(page, "return !document.querySelector('#search').hidden", vec![]).await?;
        ensure!(script(page, STAYS, vec![]).await?.as_bool() == Some(true));
        Ok(())
    })
    .await
}

/// A card says what the checker says when it is asked.
#[tokio::test]
async fn the_chips_are_the_verdicts() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        const CHIP: &str = "return [...document.querySelectorAll('.card')]
            .find(it => it.querySelector('h3 a').pathname === arguments[0])
            .querySelector('.chips').innerText";
        for slug in ["ticket-dispenser", "register-consensus", "two-phase-locking"] {
            let entry = catalog::entry(slug).expect("there is such an algorithm");
            let card = catalog::Scenario::parse(&format!("{slug}{}", entry.card));
            let mut search = card?.scenario.search(catalog::Limits::default());
            search.advance(usize::MAX);
            let report = search.report();
            let chip = script(page, CHIP, vec![json!(format!("/{slug}.html"))]).await?;
            let chip = chip.as_str().unwrap_or_default();
            match report.verdicts.iter().find(|it| !it.good()) {
                None => ensure!(chip.contains(&catalog::grouped(report.states)), "{chip}"),
                Some(_) => {
                    let is_told =
                        chip.contains("” fails after") || chip.starts_with("deadlock after");
                    ensure!(is_told, "{chip}");
                }
            }
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_path_leads_from_moment_to_moment_and_is_remembered() -> Result<()> {
    on_page("#bakery", View::PHONE, async |page| {
        let dares = catalog::entry("bakery").expect("the bakery is there").dares;
        says(page, ".guide", "New here?").await?;
        click(page, "Start").await?;
        for (at, dare) in dares.iter().enumerate() {
            says(page, ".guide p", dare.title).await?;
            says(page, ".guide [aria-current]", &(at + 1).to_string()).await?;
            click(page, if at + 1 < dares.len() { "Next" } else { "Now you" }).await?;
        }
        says(page, ".guide p", "It can be done here").await?;
        address_has(page, "#bakery").await?;
        page.visit("#bakery").await?;
        until(
            page,
            "return document.querySelectorAll('.guide .seen').length === arguments[0]",
            vec![json!(dares.len())],
        )
        .await
    })
    .await
}
