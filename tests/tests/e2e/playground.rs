//! A stranger's way through the playground: step, play, break, check, watch the counterexample,
//! copy the link, and open it in another browser at the very same moment.
use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    console, keyboard,
    page::{Page, on_page, with_browser},
};
use thirtyfour::Key;

use crate::{
    export::COPY,
    reader::{CLIPBOARD, address_has, click, fits, letters_grow, says, script, text, until},
};

/// Two customers with equal tickets, until both are inside.
const BROKEN: &str = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

const MOMENT: &str = ".lab.page main .scene svg.stage-sheet";

#[tokio::test]
async fn a_stranger_breaks_the_bakery_and_sends_the_moment() -> Result<()> {
    let mut link = String::new();
    let mut picture = String::new();
    on_page("", View::DESKTOP, async |page| {
        let engine = || ["/engine.js", "/engine_bg.wasm"].map(|text| page.site.hits(text));
        ensure!(engine() == [0, 0], "the gallery needs no engine");
        // a page opens before the event of a key moment
        click(page, "Lamport’s bakery").await?;
        says(page, ".said", "Press Play: in four steps both are inside.").await?;
        until(page, "return !!document.querySelector('.lab:not(.coming *, .preview *)')", vec![])
            .await?;
        ensure!(engine() == [1, 1], "{:?}", engine());
        page.visit("#bakery").await?;
        says(page, ".said", "Nothing has happened yet").await?;
        // step by hand: process 1, then process 0
        click(page, "try to enter").await?;
        says(page, ".said", "Process 0 wants to enter.").await?;
        click(page, "write choosing[0] ← true").await?;
        says(page, ".where", "step 2 of 2").await?;
        // break it with an option; the run is kept as far as it fits
        says(page, ".verdicts", "holds in all").await?;
        click(page, "no tie-break").await?;
        says(page, ".verdicts", "fails: shortest run 20 steps").await?;
        // watch the counterexample
        click(page, "Show me: ").await?;
        says(page, ".narration.is-broken", "Two are in the critical section.").await?;
        says(page, ".narration.is-broken", "20 steps, the shortest run that fails.").await?;
        // the verdict that the option has changed says so
        says(page, ".verdicts .flip", "was true. fails").await?;
        address_has(page, "tie-break=none&v=1&run=AAFQVAFX.gdXa").await?;
        click(page, "Step back").await?;
        says(page, ".where", "step 19 of 20").await?;
        address_has(page, "&at=19&").await?;
        link = page.driver.current_url().await?.to_string();
        let name = "return document.querySelector(arguments[0]).ariaLabel";
        picture = script(page, name, vec![json!(MOMENT)]).await?.to_string();
        ensure!(text(page, ".narration.is-broken").await?.is_empty());
        Ok(())
    })
    .await?;
    let (_, route) = link.split_once('#').expect("the address holds the scenario");
    on_page(&format!("#{route}"), View::PHONE, async |page| {
        says(page, ".where", "step 19 of 20").await?;
        let name = "return document.querySelector(arguments[0]).ariaLabel";
        let again = script(page, name, vec![json!(MOMENT)]).await?.to_string();
        ensure!(again == picture, "sent {picture}, opened {again}");
        Ok(())
    })
    .await
}

/// The reader is the adversary, too; the checker knows how far it is, and gives hints.
#[tokio::test]
async fn a_check_is_stopped_and_goes_on_and_says_whether_it_can_fail_from_here() -> Result<()> {
    on_page("#ricart-agrawala?processes=4&entries=3", View::DESKTOP, async |page| {
        click(page, "Stop").await?;
        says(page, ".verdicts", "Stopped after").await?;
        click(page, "Go on").await?;
        click(page, "Stop").await?;
        says(page, ".verdicts", "Stopped after").await?;
        // the page was free all the while
        click(page, "send request(1) to all").await?;
        says(page, ".where", "step 1 of 1").await?;

        page.visit("#bakery?processes=2&tie-break=none").await?;
        click(page, "Can it fail from here?").await?;
        says(page, ".ahead", "“mutual exclusion” fails, 14 steps from here").await?;
        click(page, "What else?").await?;
        says(page, ".ahead", "No: nothing else fails in any of the 877 states").await?;
        click(page, "The first again").await?;
        click(page, "Hint").await?;
        says(page, ".ahead", "Next: process").await?;
        click(page, "Show me").await?;
        says(page, ".narration", "Two are in the critical section.").await?;
        says(page, ".ahead", "There it is").await?;

        // the same question where the lock is whole; the button is gone then, and the keyboard goes
        // on from the answer
        page.visit("#bakery?processes=2").await?;
        says(page, ".ahead", "Can it fail").await?;
        script(page, "document.querySelector('.ahead button').focus()", vec![]).await?;
        keyboard::press(&page.driver, Key::Enter).await?;
        says(page, ".ahead", "No: nothing fails in any of the 845 states").await?;
        keyboard::press(&page.driver, "1").await?;
        says(page, ".where", "step 1 of 1").await
    })
    .await
}

#[tokio::test]
async fn branches_are_kept_and_can_be_reached() -> Result<()> {
    const IN_SIGHT: &str = "const { left, right, top } = document.getElementById('branches')
        .getBoundingClientRect(); return left >= 0 && right <= innerWidth && right > left && top >= 0";
    const SHUT: &str = "return !document.querySelector('#branches:popover-open')";
    on_page("#assign23?speed=8", View::DESKTOP, async |page| {
        click(page, "More about the run").await?;
        click(page, "Random schedule").await?;
        says(page, ".scheduler", "All are done: the run ends here.").await?;
        let whole = text(page, ".where").await?;
        click(page, "To the start").await?;
        says(page, ".where", "step 0 of").await?;
        // whoever went second goes first this time: one of the two starts another run
        click(page, "write proposed[0] ← A").await?;
        click(page, "To the start").await?;
        click(page, "write proposed[1] ← B").await?;
        let now = text(page, ".where").await?;
        ensure!(now != whole);
        // in sight on a phone as well, and gone with a key or with the branch that is taken
        View::PHONE.apply(&page.driver).await?;
        click(page, " branch").await?;
        until(page, IN_SIGHT, vec![]).await?;
        keyboard::press(&page.driver, Key::Escape).await?;
        until(page, SHUT, vec![]).await?;
        click(page, " branch").await?;
        click(page, "The run you left").await?;
        until(page, SHUT, vec![]).await?;
        ensure!(text(page, ".where").await? != now);
        console::no_errors(&page.driver).await?;

        // in the diagram of a run a branch leaves where it leaves
        let driver = &page.driver;
        View::DESKTOP.apply(driver).await?;
        page.visit(&BROKEN.replace("&v=1", "&v=1&at=3")).await?;
        keyboard::press(driver, "1").await?;
        says(page, ".where", "step 4 of 4").await?;
        axe::audit_part(driver, ".time").await?;
        let fork = "document.querySelector('.spacetime .fork').focus()";
        script(page, fork, vec![]).await?;
        let name = "Another branch leaves after step 3, 11 steps long: go there";
        ensure!(keyboard::focused(driver).await?.contains(name));
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".where", "step 3 of 14").await?;
        // the other one is kept, and the focus stays where both part
        let name = "Another branch leaves after step 3, 1 step long: go there";
        ensure!(keyboard::focused(driver).await?.contains(name));
        keyboard::press(driver, Key::Enter).await?;
        says(page, ".where", "step 3 of 4").await
    })
    .await
}

/// As the gallery's cards open them.
#[tokio::test]
async fn everybody_can_use_every_page() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let (_, pages) = links(page).await?;
        all_can_use(page, &pages, View::DESKTOP).await
    })
    .await
}

/// At their first key moments, and what is not a playground.
#[tokio::test]
async fn everybody_can_use_every_page_on_a_phone() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let (mut routes, pages) = links(page).await?;
        let of_no_algorithm =
            |text: &String| catalog::entry(text.trim_end_matches(".html")).is_none();
        routes.extend(pages.into_iter().filter(of_no_algorithm));
        routes.push("bakery.html#bakery?view=embed".to_owned());
        all_can_use(page, &routes, View::PHONE.theme(Theme::Dark)).await
    })
    .await
}

/// First key moments, and where the gallery links to.
async fn links(page: &Page) -> Result<(Vec<String>, Vec<String>)> {
    const LINKS: &str = "return [...document.querySelectorAll('main a[href*=\".html\"]')]
        .map(it => it.getAttribute('href'))";
    page.visit("").await?;
    let links: Vec<String> = serde_json::from_value(script(page, LINKS, vec![]).await?)?;
    let pages: Vec<String> = links.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let moment =
        |entry: &catalog::Entry| format!("{0}.html#{0}{1}", entry.slug, entry.dares[0].link);
    let moments = catalog::entries().iter().map(moment).collect();
    ensure!(pages.len() > 20, "{pages:?}");
    Ok((moments, pages))
}

async fn all_can_use(page: &Page, routes: &[String], view: View) -> Result<()> {
    for route in routes.iter().step_by(golden::quick_or(15, 1)) {
        view.apply(&page.driver).await?;
        page.visit(route).await?;
        axe::audit(&page.driver).await.with_context(|| route.clone())?;
        fits(page, view).await.with_context(|| route.clone())?;
        View::PHONE.apply(&page.driver).await?;
        fits(page, View::PHONE).await.with_context(|| format!("{route} on a phone"))?;
        // with text twice as large, and on the narrowest of phones
        script(page, "document.documentElement.style.fontSize = '200%'", vec![]).await?;
        fits(page, View::PHONE).await.with_context(|| format!("{route}, large"))?;
        script(page, "document.documentElement.style.fontSize = ''", vec![]).await?;
        View::of_size(320, 640).apply(&page.driver).await?;
        fits(page, View::of_size(320, 640)).await.with_context(|| format!("{route} at 320"))?;
    }
    console::no_errors(&page.driver).await
}

/// A moment of the bakery's guided path, at every kind of screen.
#[tokio::test]
async fn a_link_is_read_by_everybody_and_steps_move_nothing() -> Result<()> {
    const PLACES: &str = "return ['.narration', '.scene', '.player', '.time', '.ever'].map(it => {
        const { x, y, width, height } = document.querySelector(it).getBoundingClientRect();
        const top = document.querySelector('.lab').getBoundingClientRect().top;
        return [x, y - top, width, height].map(Math.round).join();
    }).join(' ')";
    const PRESS: &str = "document.querySelector('[data-thing=c1number]')
        .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))";
    on_page(BROKEN, View::DESKTOP, async |page| {
        // options are not as published: it says what was true before
        says(page, ".verdicts .flip", "was true. fails").await?;
        let faces = "return document.querySelectorAll('.plots, .chart').length";
        ensure!(script(page, faces, vec![]).await? == json!(0), "nothing is counted or decided");
        // a step changes nothing around the picture: every part keeps its place
        let broken = script(page, PLACES, vec![]).await?;
        for _ in 0..14 {
            click(page, "Step back").await?;
        }
        says(page, ".where", "step 0 of 14").await?;
        let start = script(page, PLACES, vec![]).await?;
        ensure!(start == broken, "{start} at the start, {broken} where it fails");
        click(page, "To the end").await?;

        // a click on a shared variable leads to the step that wrote it last
        script(page, PRESS, vec![]).await?;
        says(page, ".caption.is-about", "number[1]").await?;
        ensure!(text(page, ".caption.is-about").await?.contains("writes"));
        address_has(page, "pick=").await?;
        // once more, and nothing is picked
        script(page, PRESS, vec![]).await?;
        until(page, "return !document.querySelector('.caption.is-about')", vec![]).await?;

        chosen_is_seen_in_forced_colours(page).await?;
        letters_grow(
            page,
            &[".spacetime-lanes text", ".spacetime-sheet .ruler-number", ".key-mark"],
        )
        .await
    })
    .await
}

/// Where the system chooses the colours, what is chosen can still be told from the rest.
async fn chosen_is_seen_in_forced_colours(page: &Page) -> Result<()> {
    const BACKGROUNDS: &str = "return [...document.querySelectorAll(arguments[0])]
        .map(it => getComputedStyle(it).backgroundColor)";
    View::DESKTOP.forced_colours().apply(&page.driver).await?;
    for (chosen, others) in [
        (".knob label:has(:checked)", ".knob fieldset label:not(:has(:checked))"),
        (".guide [aria-current] i", ".guide li a:not([aria-current]) i"),
    ] {
        let chosen = script(page, BACKGROUNDS, vec![json!(chosen)]).await?;
        let others = script(page, BACKGROUNDS, vec![json!(others)]).await?;
        let others = others.as_array().into_iter().flatten();
        ensure!(chosen[0].is_string() && others.clone().count() > 1);
        ensure!(others.clone().all(|it| *it != chosen[0]), "{chosen}");
    }
    Ok(())
}

/// Two thousand steps, and eight more by hand: the page follows, and the file has them all. What each
/// takes is printed, not asserted.
#[tokio::test]
async fn a_long_run_stays_light_and_is_taken_along_whole() -> Result<()> {
    const STEPS: &str = "
        const done = arguments[0];
        const where = () => document.querySelector('.where').textContent;
        const took = [];
        const step = () => {
            const offers = [...document.querySelectorAll('.offer')];
            const before = where();
            const start = performance.now();
            offers.find(it => !it.ariaDisabled).click();
            const seen = new MutationObserver(() => {
                if (where() === before) return;
                seen.disconnect();
                took.push(Math.round(10 * (performance.now() - start)) / 10);
                if (took.length === 8) return done([where(), took.join(' ')]);
                requestAnimationFrame(() => setTimeout(step));
            });
            seen.observe(document.body, { subtree: true, childList: true, characterData: true });
        };
        step();";
    const JSON: &str = "const format = document.querySelector('dialog select');
        format.selectedIndex = [...format.options].findIndex(it => it.text.includes('JSON'));
        format.onchange();";
    const DOWNLOAD: &str = "fetch(document.querySelector('dialog a[download]').href)
        .then(reply => reply.json())
        .then(({ trace }) => arguments[0](trace.steps.length))";
    let mut scenario = catalog::Scenario::parse("bakery?entries=unbounded&tickets=9")?.scenario;
    while scenario.run.len() < 2_000 {
        let process = (scenario.run.len() / 17 % 3) as u8;
        let moment = scenario.moment();
        let steps: Vec<_> = moment.steps().collect();
        let mine = steps.iter().find(|step| step.process == Some(process));
        let action = mine.or(steps.first()).expect("somebody can move").action;
        scenario.run.push(action);
        scenario.at += 1;
    }
    on_page(&format!("#{scenario}"), View::DESKTOP, async |page| {
        says(page, ".where", "step 2000 of 2000").await?;
        let marks = "return document.querySelectorAll('.spacetime .event').length";
        let marks = script(page, marks, vec![]).await?.as_u64().unwrap_or(u64::MAX);
        ensure!(marks < 400, "{marks} marks are drawn, and not only those in sight");
        let shown = page.driver.execute_async(STEPS, Vec::new()).await?.json().clone();
        println!("each of eight steps after 2 000, in ms: {shown}");
        ensure!(shown[0].as_str().is_some_and(|it| it.contains("step 2008 of 2008")), "{shown}");

        // of a long file the beginning is shown
        script(page, CLIPBOARD, vec![json!(true)]).await?;
        click(page, "Export").await?;
        says(page, "dialog label span", "bakery.mmd").await?;
        script(page, JSON, vec![]).await?;
        says(page, "dialog .snippet > p", "These are the first 20,000 of ").await?;
        let file = script(page, "return document.querySelector('dialog textarea').value", vec![]);
        ensure!(file.await?.as_str().map(|it| it.chars().count()) == Some(20_000));
        script(page, COPY, vec![]).await?;
        until(page, "return window.copied?.length > 20_000 && !!JSON.parse(window.copied)", vec![])
            .await?;
        let steps = page.driver.execute_async(DOWNLOAD, vec![]).await?;
        ensure!(*steps.json() == json!(2_008), "{:?}", steps.json());
        Ok(())
    })
    .await
}
