//! A reader without a mouse.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{browser::View, keyboard, page::on_page};
use thirtyfour::Key;

use crate::reader::{click, says, script, until};

#[tokio::test]
async fn keyboard_alone_is_enough() -> Result<()> {
    const IN_LIST: &str = "return !!document.activeElement.closest('.offers')";
    on_page("#bakery", View::DESKTOP, async |page| {
        let driver = &page.driver;
        // into the playground, as a reader would, by tabbing to the scheduler's first button
        for _ in 0..60 {
            keyboard::press(driver, Key::Tab).await?;
            if script(page, IN_LIST, vec![]).await? == json!(true) {
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
        keyboard::press(driver, Key::Escape).await
    })
    .await
}

/// The focus is on the next step, though the button that was pressed is gone; and in the playground
/// when a challenge has opened it.
#[tokio::test]
async fn the_keyboard_is_where_the_next_step_is() -> Result<()> {
    const FIND: &str = "[...document.querySelectorAll('.offers button, .dares a')]
        .find(it => it.innerText.includes(arguments[0])).focus()";
    const IN: &str = "return !!document.activeElement.closest(arguments[0])";
    on_page("#semaphore-server", View::DESKTOP, async |page| {
        let driver = &page.driver;
        click(page, "To the start").await?;
        click(page, "send P to 3").await?;
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
        // and past what stands above the steps
        script(page, "document.querySelector('.skip').focus()", vec![]).await?;
        keyboard::press(driver, Key::Enter).await?;
        until(page, IN, vec![json!(".scheduler")]).await
    })
    .await
}

/// Each element once, and out again: nothing holds the focus.
#[tokio::test]
async fn tab_goes_through_the_page() -> Result<()> {
    const NOTE: &str = "const at = document.activeElement;
        if (at === document.body) return 'out';
        const known = at.dataset.seen;
        at.dataset.seen = true;
        return known ? 'again' : '';";
    for route in ["#bakery?v=1&run=AAFRf.vzf6", "#new", "#two-phase-commit"] {
        for view in [View::DESKTOP, View::PHONE] {
            on_page(route, view, async |page| {
                let mut stops = 0;
                loop {
                    keyboard::press(&page.driver, Key::Tab).await?;
                    let found = script(page, NOTE, vec![]).await?;
                    let name = keyboard::focused(&page.driver).await?;
                    ensure!(
                        found != json!("again"),
                        "{route}: back at {name:?} after {stops} stops"
                    );
                    if found == json!("out") {
                        break;
                    }
                    stops += 1;
                }
                ensure!(stops > 10, "{route}: {stops} stops");
                Ok(())
            })
            .await?;
        }
    }
    Ok(())
}
