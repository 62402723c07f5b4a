//! Nothing on a page is cut, and pictures have the room that they need.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    page::{on_page, with_browser},
};

use crate::reader::{click, says, script, until};

/// The picture is the centre of every algorithm's page: how much of the window its box has, in
/// hundredths; whether the first possible step is in sight; how wide the page is.
#[tokio::test]
async fn the_picture_has_its_part_of_every_window() -> Result<()> {
    const ROOM: &str = "
        const box = document.querySelector('.lab .scene .stage-frame').getBoundingClientRect();
        const step = document.querySelector('.lab .offers button')?.getBoundingClientRect();
        const seen = !step || step.top >= 0 && step.bottom <= innerHeight;
        const part = Math.floor(100 * box.width * box.height / (innerWidth * innerHeight));
        const whole = box.top >= 0 && box.bottom <= innerHeight;
        return [part, seen && whole, document.documentElement.scrollWidth]";
    let views = [
        (View::of_size(1440, 900), 30),
        (View::of_size(1280, 720), 30),
        (View::of_size(1024, 768), 30),
        (View::of_size(360, 780), 45),
    ];
    with_browser(View::DESKTOP, async |page| {
        for entry in catalog::entries() {
            page.visit(&format!("{}.html", entry.slug)).await?;
            until(page, "return !!document.querySelector('.lab .verdicts')", vec![]).await?;
            for (view, least) in views {
                view.apply(&page.driver).await?;
                let room = script(page, ROOM, vec![]).await?;
                let is_large = room[0].as_u64() >= Some(least) && room[1] == json!(true);
                let is_narrow = room[2].as_u64() <= Some(view.width.into());
                ensure!(is_large && is_narrow, "{} at {}: {room}", entry.slug, view.width);
            }
        }
        Ok(())
    })
    .await
}

/// A step changes nothing around the picture: every part keeps its place.
#[tokio::test]
async fn steps_move_nothing() -> Result<()> {
    const PLACES: &str = "return ['.narration', '.scene', '.player', '.time', '.ever'].map(it => {
        const { x, y, width, height } = document.querySelector(it).getBoundingClientRect();
        const top = document.querySelector('.lab').getBoundingClientRect().top;
        return [x, y - top, width, height].map(Math.round).join();
    }).join(' ')";
    on_page(
        "bakery.html#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw",
        View::DESKTOP,
        async |page| {
            until(page, "return !!document.querySelector('.lab .verdicts')", vec![]).await?;
            let broken = script(page, PLACES, vec![]).await?;
            for _ in 0..14 {
                click(page, "Step back").await?;
            }
            says(page, ".where", "step 0 of 14").await?;
            let start = script(page, PLACES, vec![]).await?;
            ensure!(start == broken, "{start} at the start, {broken} where it fails");
            Ok(())
        },
    )
    .await
}

#[tokio::test]
async fn a_flag_at_the_cursor_is_seen_to_its_end() -> Result<()> {
    const CUT: &str = "
        const frame = document.querySelector('.spacetime-frame').getBoundingClientRect();
        const words = [...document.querySelectorAll('.flag-words')].pop().getBoundingClientRect();
        return Math.round(Math.max(0, words.right - frame.right, frame.left - words.left))";
    // both properties that are broken at the end are named
    on_page("cf23.html", View::PHONE, async |page| {
        says(page, ".narration.is-broken", "agreement").await?;
        click(page, "Time").await?;
        let cut = script(page, CUT, vec![]).await?;
        ensure!(cut == json!(0), "{cut} pixels are cut off");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn letters_in_pictures_grow_with_those_of_the_reader() -> Result<()> {
    // each with what is opened first
    const PICTURES: [(&str, &str, &[&str]); 3] = [
        (
            "bakery.html",
            "",
            &[".spacetime-lanes text", ".spacetime-sheet .ruler-number", ".key-mark"],
        ),
        ("assign23.html", "Decisions", &[".valence-value", ".valence-legend svg"]),
        ("row-isolation.html", "Counts", &[".plot-tick", ".plot-legend svg"]),
    ];
    const HIGH: &str = "
        const [texts, face] = arguments;
        const high = it => document.querySelector(it)?.getBoundingClientRect().height ?? 0;";
    with_browser(View::of_size(760, 900), async |page| {
        for (link, face, texts) in PICTURES {
            page.visit(link).await?;
            let arguments = || vec![json!(texts), json!(face)];
            if !face.is_empty() {
                click(page, face).await?;
            }
            let drawn =
                format!("{HIGH} window.usual = texts.map(high); return usual.every(it => it)");
            until(page, &drawn, arguments()).await?;
            script(page, "document.documentElement.style.fontSize = '200%'", vec![]).await?;
            let grown =
                format!("{HIGH} return texts.every((it, at) => high(it) > 1.8 * usual[at])");
            until(page, &grown, arguments()).await.with_context(|| link.to_owned())?;
        }
        Ok(())
    })
    .await
}

/// On a phone words, picture, transport and choices are one screen, and the sheet has the rest.
#[tokio::test]
async fn a_phone_has_one_screen_and_a_sheet() -> Result<()> {
    const WHOLE: &str = "scrollTo(0, 0);
        return [...arguments].every(it => {
        const { top, bottom, height } = document.querySelector(it).getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight + 1;
    })";
    const MOMENT: &str = "bakery.html#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
    on_page(MOMENT, View::of_size(360, 780), async |page| {
        let whole = async |parts: &[&str]| {
            until(page, WHOLE, parts.iter().map(|it| json!(it)).collect()).await
        };
        whole(&[".narration", ".scene .stage-frame", ".player .play", ".tabs", ".offers button"])
            .await?;
        for (tab, part) in [("Listing", ".program"), ("Time", ".time"), ("Verdicts", ".ever")] {
            click(page, tab).await?;
            whole(&[part, ".narration", ".scene .stage-frame"]).await?;
        }
        // a finger goes from tab to tab, and over the picture a step back
        let swipe = "const [on, by] = arguments, it = document.querySelector(on);
            const event = (type, clientX) => it.dispatchEvent(new PointerEvent(type, {
                bubbles: true, isPrimary: true, pointerType: 'touch', clientX, clientY: 300 }));
            event('pointerdown', 180);
            event('pointerup', 180 + by);";
        let step = "return document.querySelector('.where').innerText.includes(arguments[0])";
        let tab = "return document.querySelector('.page main').dataset.tab === arguments[0]";
        script(page, swipe, vec![json!(".ever h2"), json!(120)]).await?;
        until(page, tab, vec![json!("time")]).await?;
        click(page, "Verdicts").await?;
        script(page, swipe, vec![json!(".ever h2"), json!(20)]).await?;
        until(page, tab, vec![json!("verdicts")]).await?;
        script(page, swipe, vec![json!(".stage-frame"), json!(120)]).await?;
        until(page, step, vec![json!("13 of 14")]).await?;
        script(page, swipe, vec![json!(".stage-frame"), json!(-120)]).await?;
        until(page, step, vec![json!("14 of 14")]).await?;
        // a cross on the tab says that something fails
        says(page, ".tabs .bad", "something fails").await?;
        // pulled up, the sheet leaves the words alone
        click(page, "Taller").await?;
        let tall = "const [words, sheet] = ['.narration', '.ever']
                .map(it => document.querySelector(it).getBoundingClientRect());
            return sheet.height > innerHeight * 0.55 && sheet.top >= words.bottom";
        until(page, tall, vec![]).await?;
        // a verdict's run is shown where the words and the picture are
        click(page, "show me").await?;
        whole(&[".narration"]).await
    })
    .await
}
