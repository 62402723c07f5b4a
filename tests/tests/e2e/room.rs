//! Pictures have the room that they need.
use anyhow::{Context, Result};
use catalog::Scenario;
use serde_json::json;
use tests::{browser::View, page::with_browser};

use crate::reader::{says, script, turn_to, until};

/// The picture is the centre of every algorithm's page: how much of the window its box has, in
/// hundredths; whether the first possible step is in sight; how wide the page is. A quick run looks at
/// some of the pages.
#[tokio::test]
async fn the_picture_has_its_part_of_every_window() -> Result<()> {
    const ROOM: &str = "
        const box = document.querySelector('.lab .scene .stage-frame').getBoundingClientRect();
        const step = document.querySelector('.lab .offers button')?.getBoundingClientRect();
        const seen = !step || step.top >= 0 && step.bottom <= innerHeight;
        const part = Math.floor(100 * box.width * box.height / (innerWidth * innerHeight));
        const whole = box.top >= 0 && box.bottom <= innerHeight;
        return [part, seen && whole, document.documentElement.scrollWidth]";
    // the box follows the window, and its picture the box
    let fits = format!(
        "const [least, width] = arguments;
        const [part, seen, page] = (() => {{ {ROOM} }})();
        return part >= least && seen && page <= width"
    );
    // where time has four lanes and a caption, as on two pages, the picture gives it some room
    let views = [
        (View::of_size(1440, 900), 27),
        (View::of_size(1280, 720), 25),
        (View::of_size(1024, 768), 32),
        // the words of how the run ends have their room from the start
        (View::of_size(360, 780), 35),
    ];
    with_browser(View::DESKTOP, async |page| {
        for entry in catalog::entries().iter().step_by(golden::quick_or(10, 1)) {
            page.visit(&format!("{}.html", entry.slug)).await?;
            until(page, "return !!document.querySelector('.lab .verdicts')", vec![]).await?;
            for (view, least) in views {
                view.apply(&page.driver).await?;
                let is_so = until(page, &fits, vec![json!(least), json!(view.width)]).await;
                let room = script(page, ROOM, vec![]).await?;
                is_so.with_context(|| format!("{} at {}: {room}", entry.slug, view.width))?;
            }
        }
        Ok(())
    })
    .await
}

/// What is said at each key moment is read whole, and the buttons below are all in their box. A quick run looks at
/// some of the pages.
#[tokio::test]
async fn the_words_of_a_key_moment_are_never_cut() -> Result<()> {
    const WHOLE: &str = "
        const words = document.querySelector('.lab section.narration');
        const parts = [words, ...words.querySelectorAll('p, .soft > *'), document.querySelector('.transport')];
        const isWhole = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            clientWidth === 0 || scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;
        return parts.every(isWhole)";
    with_browser(View::DESKTOP, async |page| {
        for entry in catalog::entries().iter().step_by(golden::quick_or(9, 1)) {
            page.visit(&format!("{}.html", entry.slug)).await?;
            until(page, "return !!document.querySelector('.lab .verdicts')", vec![]).await?;
            for dare in entry.dares {
                let link = format!("{}{}", entry.slug, dare.link);
                let scenario = Scenario::parse(&link).expect("a published link").scenario;
                let (what, taken, all) = scenario.trace().count(scenario.at);
                turn_to(page, &link).await?;
                says(page, ".where", &format!("{what} {taken} of {all}")).await?;
                for view in [View::of_size(1440, 900), View::of_size(360, 780)] {
                    view.apply(&page.driver).await?;
                    let is_whole = until(page, WHOLE, vec![]).await;
                    is_whole.with_context(|| format!("{link} at {}", view.width))?;
                }
            }
        }
        Ok(())
    })
    .await
}
