//! Nothing on a page is cut, and pictures have the room that they need.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    page::{on_page, with_browser},
};

use crate::reader::{says, script, until};

#[tokio::test]
async fn the_scheduler_is_seen_whole_or_shows_that_it_scrolls() -> Result<()> {
    // the last button is in sight, or the foot of the panel is shaded
    const REACHED: &str = "
        const panel = document.querySelector('.scheduler');
        const [inner, outer] = [panel.querySelector('.quiz-switch'), panel]
            .map(it => it.getBoundingClientRect().bottom);
        const isShaded = getComputedStyle(panel).backgroundImage.includes('gradient');
        return inner <= outer || isShaded && panel.scrollHeight > panel.clientHeight";
    with_browser(View::DESKTOP, async |page| {
        for view in [View::DESKTOP, View::of_size(1200, 800)] {
            view.apply(&page.driver).await?;
            for (route, is_whole) in [("#bakery-messages", true), ("#logical-clocks", false)] {
                page.visit(route).await?;
                let is_reached = script(page, REACHED, vec![]).await? == json!(true);
                ensure!(is_reached, "{route} at {}", view.width);
                let scrolls = "const it = document.querySelector('.scheduler');
                    return it.scrollHeight > it.clientHeight";
                let scrolls = script(page, scrolls, vec![]).await? == json!(true);
                ensure!(scrolls != is_whole, "{route} at {}: scrolls: {scrolls}", view.width);
            }
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_picture_is_not_small_on_a_low_page() -> Result<()> {
    // how much smaller than planned it is, in hundredths, and how much of it is cut off
    const DRAWN: &str = "
        const [it, room] = ['.scene svg.stage-sheet', '.scene'].map(it => document.querySelector(it));
        const [drawn, seen] = [it, room].map(it => it.getBoundingClientRect());
        const plan = it.viewBox.baseVal;
        const scale = Math.min(drawn.width / plan.width, drawn.height / plan.height);
        return [Math.round(100 * scale), Math.round(Math.max(0, drawn.bottom - seen.bottom))]";
    const ROUTES: [&str; 4] = ["#row-lock", "#stable-storage", "#bakery", "#ricart-agrawala"];
    with_browser(View::DESKTOP, async |page| {
        for (view, least) in
            [(View::of_size(1200, 800), [60, 50, 75, 62]), (View::DESKTOP, [65, 60, 75, 85])]
        {
            view.apply(&page.driver).await?;
            for (route, least) in ROUTES.into_iter().zip(least) {
                page.visit(route).await?;
                let drawn = script(page, DRAWN, vec![]).await?;
                let is_large = drawn[0].as_u64() >= Some(least);
                let at = view.width;
                ensure!(is_large && drawn[1] == json!(0), "{route} at {at}: {drawn}");
            }
        }
        Ok(())
    })
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
        says(page, ".narration .broken", "agreement").await?;
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
            &[
                ".scene .zone-name",
                ".spacetime-lanes text",
                ".spacetime-sheet .ruler-number",
                ".key-mark",
            ],
        ),
        ("assign23.html", ".valence", &[".valence-value", ".valence-legend svg"]),
        ("row-isolation.html", ".plots", &[".plot-tick", ".plot-legend svg"]),
    ];
    const HIGH: &str = "
        const [texts, fold] = arguments;
        const high = it => document.querySelector(it)?.getBoundingClientRect().height ?? 0;";
    // a single column, of which the picture has all
    with_browser(View::of_size(760, 900), async |page| {
        for (link, fold, texts) in PICTURES {
            page.visit(link).await?;
            let arguments = || vec![json!(texts), json!(fold)];
            let open =
                "if (arguments[1]) document.querySelector(`${arguments[1]} summary`).click()";
            script(page, open, arguments()).await?;
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

#[tokio::test]
async fn who_acts_on_a_phone_sees_what_came_of_it() -> Result<()> {
    const IN_SIGHT: &str = "
        const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight";
    const BEGINS: &str = "
        const { top } = document.querySelector('.stage-sheet').getBoundingClientRect();
        return top >= 0 && top < innerHeight / 2";
    on_page("bakery.html", View::PHONE, async |page| {
        let down = "document.querySelector('.scheduler').scrollIntoView()";
        script(page, down, vec![]).await?;
        until(page, IN_SIGHT, vec![json!(".said")]).await?;
        // a verdict's run begins at the picture
        let link = ".verdicts button.link";
        until(page, "return document.querySelector(arguments[0]) !== null", vec![json!(link)])
            .await?;
        let show = "const link = document.querySelector(arguments[0]);
            link.scrollIntoView();
            link.click()";
        script(page, show, vec![json!(link)]).await?;
        until(page, BEGINS, vec![]).await
    })
    .await
}

#[tokio::test]
async fn a_fold_that_is_opened_is_seen() -> Result<()> {
    for (link, fold, inside) in
        [("row-isolation.html", ".plots", ".plot-sheet"), ("assign23.html", ".valence", "svg")]
    {
        on_page(link, View::DESKTOP, async |page| {
            let open = "document.querySelector(`${arguments[0]} summary`).click()";
            script(page, open, vec![json!(fold)]).await?;
            let seen = "
                const inside = document.querySelector(arguments[0])?.getBoundingClientRect();
                const panel = document.querySelector('.program').getBoundingClientRect();
                return inside !== undefined && inside.top + 100 < panel.bottom";
            until(page, seen, vec![json!(format!("{fold} {inside}"))]).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_phone_shows_words_picture_and_buttons_together() -> Result<()> {
    // how much of each is in the window, and of the last one between the bars, in hundredths
    const SEEN: &str = "
        const [words, buttons, it] = ['.narration', '.player .buttons', arguments[0]]
            .map(it => document.querySelector(it).getBoundingClientRect());
        const seen = ({ top, bottom, height }, from, to) =>
            Math.round(100 * (Math.min(bottom, to) - Math.max(top, from)) / height);
        const bars = [words, buttons].map(it => seen(it, 0, innerHeight));
        const between = seen(it, Math.max(0, words.bottom), Math.max(words.bottom, buttons.top));
        return [...bars, between]";
    with_browser(View::PHONE, async |page| {
        for route in ["bakery.html", "ricart-agrawala.html", "row-lock.html"] {
            page.visit(route).await?;
            let picture = vec![json!(".scene svg.stage-sheet")];
            let seen = script(page, SEEN, picture).await?;
            let is_there = [100, 100, 60]
                .iter()
                .enumerate()
                .all(|(at, least)| seen[at].as_i64() >= Some(*least));
            ensure!(is_there, "{route}: {seen}");
            // and the words where a step is chosen by key
            let choose = "document.querySelector('.scheduler .offer').focus()";
            script(page, choose, vec![]).await?;
            let words_and_offer = "
                const [words, offer] = ['.narration', '.scheduler .offer']
                    .map(it => document.querySelector(it).getBoundingClientRect());
                return words.top >= 0 && offer.top >= words.bottom && offer.bottom <= innerHeight";
            until(page, words_and_offer, vec![]).await.with_context(|| route.to_owned())?;
        }
        Ok(())
    })
    .await
}
