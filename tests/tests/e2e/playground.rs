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

use crate::reader::{address_has, click, frame, says, script, settled_address, text, until};

/// Two-phase commit, in which a participant gives up.
const COMMIT: &str = "#two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY";

const MOMENT: &str = ".lab.page main .scene svg.stage-sheet";

#[tokio::test]
async fn a_stranger_breaks_the_bakery_and_sends_the_moment() -> Result<()> {
    let mut link = String::new();
    let mut picture = String::new();
    on_page("", View::DESKTOP, async |page| {
        // a card opens at the moment that it shows
        click(page, "Lamport’s bakery").await?;
        says(page, ".said", "Process 1 reads number[0] = 1 while it picks its ticket.").await?;
        page.visit("#bakery").await?;
        says(page, ".said", "Nothing has happened yet").await?;
        // step by hand: process 1, then process 0
        click(page, "try to enter").await?;
        says(page, ".said", "Process 0 leaves the remainder section.").await?;
        click(page, "write choosing[0] ← true").await?;
        says(page, ".where", "step 2 of 2").await?;
        // break it with an option; the run is kept as far as it fits
        says(page, ".verdicts", "holds in all").await?;
        click(page, "nobody goes first").await?;
        says(page, ".verdicts", "fails: shortest run 20 steps").await?;
        // watch the counterexample
        click(page, "Show me: ").await?;
        says(page, ".narration.is-broken", "Broken: mutual exclusion.").await?;
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

#[tokio::test]
async fn back_and_forward_go_where_the_reader_was() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        click(page, "Ricart and Agrawala’s lock").await?;
        says(page, ".where", "step 8 of 8").await?;
        click(page, "receive reply from 2").await?;
        says(page, ".where", "step 9 of 9").await?;
        page.driver.back().await?;
        says(page, "h1", "Be the scheduler").await?;
        page.driver.forward().await?;
        says(page, ".where", "step 9 of 9").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn play_runs_by_itself_and_stops() -> Result<()> {
    const FAST: &str = "#assign23?speed=8";
    on_page(FAST, View::TABLET, async |page| {
        click(page, "More about the run").await?;
        click(page, "Random schedule").await?;
        says(page, ".scheduler", "Nobody can move").await?;
        let link = settled_address(page).await?;
        // the same seed gives the same run
        page.visit(FAST).await?;
        click(page, "Play").await?;
        click(page, "Random from here?").await?;
        says(page, ".scheduler", "Nobody can move").await?;
        says(page, ".said", "decides").await?;
        address_has(page, &link).await
    })
    .await
}

#[tokio::test]
async fn a_long_check_can_be_stopped_and_goes_on() -> Result<()> {
    on_page("#ricart-agrawala?processes=4&entries=3", View::DESKTOP, async |page| {
        click(page, "Stop").await?;
        says(page, ".verdicts", "Stopped after").await?;
        click(page, "Go on").await?;
        click(page, "Stop").await?;
        says(page, ".verdicts", "Stopped after").await?;
        // the page was free all the while
        click(page, "send request 1 to all").await?;
        says(page, ".where", "step 1 of 1").await
    })
    .await
}

#[tokio::test]
async fn messages_are_delivered_on_the_stage() -> Result<()> {
    let route = "#ricart-agrawala?processes=2&faults=loss";
    on_page(route, View::DESKTOP, async |page| {
        click(page, "send request 1 to 1").await?;
        let token = "return document.querySelector('.scene [data-thing=m0]') !== null";
        until(page, token, vec![]).await?;
        click(page, "receive request 1 from 0").await?;
        says(page, ".said", "Process 1 receives request 1 from process 0 and sends reply").await
    })
    .await
}

#[tokio::test]
async fn what_lands_at_a_replica_is_offered_and_its_key_leaves_the_focus_on_the_playground()
-> Result<()> {
    on_page("#cf23?v=1", View::DESKTOP, async |page| {
        click(page, "send propose_0").await?;
        says(page, ".scheduler", "propose_0 = A @1 lands at replica 0").await?;
        let focus = "document.querySelector('[data-thing=m0]').focus()";
        script(page, focus, vec![]).await?;
        keyboard::press(&page.driver, Key::Enter).await?;
        says(page, ".said", "Replica 0 receives").await?;
        let keeps = "return !!document.activeElement.closest('.lab')";
        until(page, keeps, vec![]).await
    })
    .await
}

/// On a phone, too, where the options are in the sheet.
#[tokio::test]
async fn what_a_knob_does_to_the_run_is_in_sight_of_the_knob() -> Result<()> {
    const TURN: &str = "const copies = [...document.querySelectorAll('.knobs label')]
            .find(it => it.textContent.startsWith('Copies of the row')).querySelector('select');
        copies.selectedIndex = 1;
        copies.dispatchEvent(new Event('change', { bubbles: true }))";
    const IN_SIGHT: &str = "const { top, bottom } = document.querySelector('.notices p')
        .getBoundingClientRect(); return bottom > top && top >= 0 && bottom <= innerHeight";
    on_page("row-lock.html", View::PHONE, async |page| {
        click(page, "Verdicts").await?;
        script(page, TURN, vec![]).await?;
        says(page, ".notices", "cannot be taken").await?;
        until(page, IN_SIGHT, vec![]).await
    })
    .await
}

#[tokio::test]
async fn the_line_that_ran_last_is_in_sight() -> Result<()> {
    const IN_SIGHT: &str =
        "const rect = (it) => document.querySelector(it)?.getBoundingClientRect();
        const [line, head, frame] = [rect('.code .last'), rect('.program-head'), rect('.program')];
        return !!line && line.top >= head.bottom && line.bottom <= frame.bottom";
    on_page(COMMIT, View::DESKTOP, async |page| {
        click(page, "To the end").await?;
        until(page, IN_SIGHT, vec![]).await?;
        for _ in 0..6 {
            keyboard::press(&page.driver, Key::Left).await?;
            until(page, IN_SIGHT, vec![]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_branch_is_kept_and_can_be_reached() -> Result<()> {
    const IN_SIGHT: &str = "const { left, right, top } = document.getElementById('branches')
        .getBoundingClientRect(); return left >= 0 && right <= innerWidth && right > left && top >= 0";
    const SHUT: &str = "return !document.querySelector('#branches:popover-open')";
    on_page("#assign23", View::DESKTOP, async |page| {
        click(page, "More about the run").await?;
        click(page, "Random schedule").await?;
        says(page, ".scheduler", "Nobody can move").await?;
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
        click(page, "from the start").await?;
        until(page, SHUT, vec![]).await?;
        ensure!(text(page, ".where").await? != now);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn bad_links_are_told_and_shown_as_far_as_they_go() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        for (route, says_what) in [
            ("#bakery?processes=9", "“processes=9” is not a choice (3, 2, 4): 3 was used."),
            ("#bakery?v=1&run=AAFRf", "The end of the link is missing"),
            ("#bakery?v=1&run=AAFRf.xxxx", "The check at the end of the link does not match"),
            ("#bakery?v=9&run=AAFRf.vzf6", "newer version of this model"),
            ("#bakrey", "Did you mean “bakery”?"),
            ("bakery.html#bakrey", "Did you mean “bakery”?"),
            ("bakery.html#?run=AAFRf", "The end of the link is missing"),
            ("bakery.html#processes=9", "“processes=9” is not a choice (3, 2, 4): 3 was used."),
            ("#assign23?v=1&run=gHH.AAAA", "cannot be taken"),
        ] {
            page.visit(route).await?;
            // who asks for an algorithm that is not there is led to the gallery
            let is_lost = says_what.contains("Did you mean");
            let place = if is_lost { ".lost" } else { ".notices" };
            says(page, place, says_what).await?;
        }
        page.visit("#bakrey?processes=2").await?;
        click(page, "Open the one that you may have meant").await?;
        says(page, ".lab h1", "Lamport’s bakery").await?;
        address_has(page, "bakery.html#bakery?processes=2").await?;
        // in somebody's frame there is room for the sentence only
        frame(page, "index.html#bakrey?view=embed").await?;
        says(page, ".lost", "Did you mean “bakery”?").await?;
        let gallery = "return getComputedStyle(document.getElementById('gallery')).display";
        ensure!(script(page, gallery, vec![]).await? == "none", "the gallery is shown");
        console::no_errors(&page.driver).await
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
        let of_no_algorithm = |it: &String| catalog::entry(it.trim_end_matches(".html")).is_none();
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
    let moment = |it: &catalog::Entry| format!("{0}.html#{0}{1}", it.slug, it.dares[0].link);
    let moments = catalog::entries().iter().map(moment).collect();
    ensure!(pages.len() > 20, "{pages:?}");
    Ok((moments, pages))
}

async fn all_can_use(page: &Page, routes: &[String], view: View) -> Result<()> {
    for route in routes.iter().step_by(golden::quick_or(5, 1)) {
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

/// Whether nothing is wider than the window. A phone shows the whole of a page that is too wide, so
/// that the window is wider then too.
async fn fits(page: &Page, view: View) -> Result<()> {
    let wide = script(page, "return document.documentElement.scrollWidth", vec![]).await?;
    ensure!(wide.as_u64().is_some_and(|it| it <= view.width.into()), "{wide} pixels are used");
    Ok(())
}

/// Where the system chooses the colours, what is chosen can still be told from the rest.
#[tokio::test]
async fn forced_colours_show_what_is_chosen() -> Result<()> {
    // a moment of the guided path
    let link = "#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
    on_page(link, View::DESKTOP.forced_colours(), async |page| {
        const BACKGROUNDS: &str = "return [...document.querySelectorAll(arguments[0])]
            .map(it => getComputedStyle(it).backgroundColor)";
        for (chosen, others) in [
            (".knob label:has(:checked)", ".knob fieldset label:not(:has(:checked))"),
            (".guide a[aria-current]", ".guide li a:not([aria-current])"),
        ] {
            let chosen = script(page, BACKGROUNDS, vec![json!(chosen)]).await?;
            let others = script(page, BACKGROUNDS, vec![json!(others)]).await?;
            let others = others.as_array().into_iter().flatten();
            ensure!(chosen[0].is_string() && others.clone().count() > 1);
            ensure!(others.clone().all(|it| *it != chosen[0]), "{chosen}");
        }
        Ok(())
    })
    .await
}

/// The reader is the adversary; the checker knows how far it is, and gives hints.
#[tokio::test]
async fn the_checker_says_whether_it_can_fail_from_here() -> Result<()> {
    on_page("#bakery?processes=2&tie-break=none", View::DESKTOP, async |page| {
        click(page, "Can it fail from here?").await?;
        says(page, ".ahead", "“mutual exclusion” fails, 14 steps from here").await?;
        click(page, "What else?").await?;
        says(page, ".ahead", "No: nothing else fails in any of the 877 states").await?;
        page.visit("#bakery?processes=2&tie-break=none").await?;
        click(page, "Can it fail from here?").await?;
        click(page, "Hint").await?;
        says(page, ".ahead", "Next: process").await?;
        click(page, "Show me").await?;
        says(page, ".narration", "Broken: mutual exclusion").await?;
        says(page, ".ahead", "There it is").await?;
        // the same question where the lock is whole
        page.visit("#bakery?processes=2").await?;
        click(page, "Can it fail from here?").await?;
        says(page, ".ahead", "No: nothing fails in any of the 845 states").await
    })
    .await?;
    // the button is gone, and the keyboard goes on from the answer
    on_page("#bakery?processes=2", View::DESKTOP, async |page| {
        says(page, ".ahead", "Can it fail").await?;
        script(page, "document.querySelector('.ahead button').focus()", vec![]).await?;
        keyboard::press(&page.driver, Key::Enter).await?;
        says(page, ".ahead", "No: nothing fails in any of the 845 states").await?;
        keyboard::press(&page.driver, "1").await?;
        says(page, ".where", "step 1 of 1").await
    })
    .await
}

/// Two thousand steps, and eight more by hand: the page follows. What each takes is printed, not
/// asserted.
#[tokio::test]
async fn a_long_run_stays_light() -> Result<()> {
    let mut scenario =
        catalog::Scenario::parse("bakery?entries=unbounded&tickets=9").unwrap().scenario;
    while scenario.run.len() < 2_000 {
        let process = (scenario.run.len() / 17 % 3) as u8;
        let moment = scenario.moment();
        let steps: Vec<_> = moment.steps().collect();
        let mine = steps.iter().find(|it| it.process == Some(process));
        let action = mine.or(steps.first()).expect("somebody can move").action;
        scenario.run.push(action);
        scenario.at += 1;
    }
    on_page(&format!("#{scenario}"), View::DESKTOP, async |page| {
        says(page, ".where", "step 2000 of 2000").await?;
        let marks = "return document.querySelectorAll('.spacetime .event').length";
        let marks = script(page, marks, vec![]).await?.as_u64().unwrap_or(u64::MAX);
        ensure!(marks < 400, "{marks} marks are drawn, and not only those in sight");
        let steps = "
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
        let shown = page.driver.execute_async(steps, Vec::new()).await?.json().clone();
        println!("each of eight steps after 2 000, in ms: {shown}");
        ensure!(shown[0].as_str().is_some_and(|it| it.contains("step 2008 of 2008")), "{shown}");
        Ok(())
    })
    .await
}

/// A link with changed options says what was true before; and a click on a shared variable leads to
/// the step that wrote it last.
#[tokio::test]
async fn a_link_says_what_was_true_and_who_wrote_what() -> Result<()> {
    const LINK: &str = "bakery.html#bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
    on_page(LINK, View::DESKTOP, async |page| {
        says(page, ".verdicts .flip", "was true. fails").await?;
        let press = "document.querySelector('[data-thing=\"' + arguments[0] + '\"]')
            .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))";
        script(page, press, vec![json!("c1number")]).await?;
        says(page, ".caption.is-about", "number[1]").await?;
        ensure!(text(page, ".caption.is-about").await?.contains("writes"));
        address_has(page, "pick=").await?;
        // once more, and nothing is picked
        script(page, press, vec![json!("c1number")]).await?;
        until(page, "return !document.querySelector('.caption.is-about')", vec![]).await?;
        // a later write that was too old for the column did not change it
        page.visit("cf23.html#cf23?replicas=3&v=1&run=QBijEU05mn5Ny4-Hl.soEi").await?;
        script(page, press, vec![json!("w1-1")]).await?;
        says(page, ".caption.is-about", "replica 1 receives element_1, element_2 = 1 @4").await
    })
    .await
}
