//! Side by side: several runs under one schedule.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console, keyboard,
    page::{Page, on_page},
};
use thirtyfour::Key;

use crate::reader::{
    CLIPBOARD, address_has, click, fits, leave, says, script, text, turn_to, until,
};

/// The row of the table with those words, as `words|first|second`.
const ROW: &str = "[...document.querySelectorAll('#table tr')]
    .map(it => [...it.cells].map(it => it.innerText.trim()).join('|'))";

async fn has_row(page: &Page, row: &str) -> Result<()> {
    until(page, &format!("return {ROW}.includes(arguments[0])"), vec![row.into()]).await
}

/// What holds as published fails under the same schedule without a line.
#[tokio::test]
async fn published_against_changed() -> Result<()> {
    const ROUTE: &str = "compare.html#a=bakery%3Fprocesses%3D2%26tie-break%3Dnone%26v%3D1\
        %26run%3DAAVBQX.fBdw&b=bakery%3Fprocesses%3D2";
    on_page(ROUTE, View::DESKTOP, async |page| {
        says(page, "#place", "14 of 14").await?;
        has_row(page, "what failed|nothing|mutual exclusion, in step 14").await?;
        has_row(page, "skipped turns|1|0").await?;
        until(
            page,
            "return [...document.querySelectorAll('interleave-run')]
                .every(it => it.shadowRoot.querySelector('.stage-sheet'))",
            vec![],
        )
        .await?;
        axe::audit(&page.driver).await?;
        says(page, "#finding", "Here they part. As published process 1 has to wait").await?;
        says(page, "#sides .badge", "differs").await?;
        until(page, &format!("return {SIDES}.join() === 'As published,As changed'"), vec![])
            .await?;
        click(page, "Back").await?;
        has_row(page, "what failed|nothing|nothing").await?;
        address_has(page, "at=13").await?;
        says(page, "#finding", "The same up to here. They part at step 14").await?;
        ensure!(text(page, "#sides .badge").await?.is_empty());
        they_part_before_the_reader(page).await?;
        click(page, "Back").await?;
        click(page, "Process 0").await?;
        says(page, "#place", "14 of 14").await?;
        has_row(page, "what failed|nothing|nothing").await?;
        // the schedule that was left is where browsers go back to
        click(page, "Back").await?;
        click(page, "Process 1").await?;
        address_has(page, "s1&at=14").await?;
        leave(page, "history.back()", vec![]).await?;
        says(page, "#place", "13 of 14").await?;
        address_has(page, "s0&at=13").await?;
        // the first side with the line put back
        click(page, "Between equal tickets: no tie-break").await?;
        address_has(page, "%26tie-break%3Dnone&v=1.1.1&of=").await?;
        console::no_errors(&page.driver).await?;
        three_under_the_same_load(page).await
    })
    .await
}

const SIDES: &str = "[...document.querySelectorAll('#sides h2')].map(it => it.innerText)";

/// From anywhere: one step before, and then the step. On a phone the player stays in the window.
async fn they_part_before_the_reader(page: &Page) -> Result<()> {
    const PLACES: &str = "window.places = [];
        new MutationObserver(() => places.push(document.querySelector('#place').textContent))
            .observe(document.querySelector('#place'), { childList: true })";
    const IS_IN_SIGHT: &str =
        "const { top, bottom } = document.querySelector('#player').getBoundingClientRect();
        return scrollY > 0 && top > 0 && bottom <= innerHeight + 1";
    keyboard::press(&page.driver, Key::Home).await?;
    says(page, "#place", "step 0 of 14").await?;
    script(page, PLACES, vec![]).await?;
    click(page, "Go to where they part").await?;
    says(page, "#place", "step 14 of 14").await?;
    let places = script(page, "return places", vec![]).await?;
    ensure!(places == json!(["step 13 of 14", "step 14 of 14"]), "{places}");
    View::PHONE.apply(&page.driver).await?;
    script(page, "scrollTo(0, 300)", vec![]).await?;
    until(page, IS_IN_SIGHT, vec![]).await?;
    fits(page, View::PHONE).await?;
    View::DESKTOP.apply(&page.driver).await
}

async fn three_under_the_same_load(page: &Page) -> Result<()> {
    const ROUTE: &str =
        "compare.html#a=lamport-lock%3Fprocesses%3D3&b=ricart-agrawala&c=token-ring&random=1";
    View::PHONE.apply(&page.driver).await?;
    page.visit(ROUTE).await?;
    has_row(page, "entries|6|6|6").await?;
    // three rounds of messages to all others, and two
    has_row(page, "messages per entry|6.0|4.0|4.7").await?;
    address_has(page, "random=1").await?;
    click(page, "Remove").await?;
    has_row(page, "entries|6|6").await?;
    fits(page, View::PHONE).await?;
    axe::audit(&page.driver).await?;
    // from the playground, beside as many processes as published
    View::DESKTOP.apply(&page.driver).await?;
    page.visit("bakery.html#bakery?processes=2&tie-break=none").await?;
    click(page, "Side by side").await?;
    has_row(page, "steps|0|0").await?;
    address_has(page, "#a=bakery%3Fprocesses%3D2&b=").await
}

/// The engine gives the browser its turn wherever it may, so that a side is still on its way to one step as
/// another is asked of it. None of that is the reader's doing.
#[tokio::test]
async fn a_slow_machine_keeps_the_schedule() -> Result<()> {
    const ROUTE: &str = "compare.html#a=bakery%3Fprocesses%3D2%26tie-break%3Dnone%26v%3D1\
        %26run%3DAAVBQX.fBdw&b=bakery%3Fprocesses%3D2";
    const ARE_THERE: &str = "return [...document.querySelectorAll('interleave-run')]
        .every(it => it.shadowRoot.querySelector('.stage-sheet'))";
    const SLOW: &str = "let now = Date.now();
        Date.now = () => now += 100;
        window.changes = 0;
        addEventListener('interleave-change', () => changes++);";
    const HASTE: &str = "const done = arguments[0];
        const goes = ['start', 'forward', 'end', 'back', 'start', 'end', 'start', 'forward'];
        const go = () => {
            if (!goes.length) return setTimeout(done, 1000);
            document.querySelector(`[data-go=${goes.shift()}]`).click();
            setTimeout(go, 3);
        };
        go();";
    on_page(ROUTE, View::DESKTOP, async |page| {
        says(page, "#place", "step 14 of 14").await?;
        until(page, ARE_THERE, vec![]).await?;
        script(page, SLOW, vec![]).await?;
        for _ in 0..5 {
            page.driver.execute_async(HASTE, vec![]).await?;
            says(page, "#place", "step 1 of 14").await?;
        }
        ensure!(script(page, "return changes", vec![]).await? == json!(0));
        Ok(())
    })
    .await
}

/// As in the playground: keys, a player, and at each picture what it has taken to get there.
#[tokio::test]
async fn the_schedule_is_played() -> Result<()> {
    const DISC: &str = "document.querySelector('interleave-run')?.shadowRoot
        ?.querySelector('.stage-sheet [data-thing=p0]')";
    on_page("compare.html", View::DESKTOP, async |page| {
        the_example_opens_where_it_is_worth_watching(page).await?;
        page.visit("compare.html").await?;
        // it plays an example, which gives way to what the reader chooses
        let plays = "return document.querySelectorAll('#sides h2').length === 2
            && Number(document.getElementById('place').textContent.split(' ')[1]) > 1";
        until(page, plays, vec![]).await?;
        let choose = "const { choose } = document.forms;
            choose.link.value = arguments[0];
            choose.requestSubmit()";
        leave(page, choose, vec!["bakery".into()]).await?;
        says(page, "#sides h2", "Lamport’s bakery").await?;
        leave(page, choose, vec!["ticket-dispenser".into()]).await?;
        until(page, "return document.querySelectorAll('#sides h2').length === 2", vec![]).await?;
        leave(page, "document.forms.random.requestSubmit()", vec![]).await?;
        until(
            page,
            "return document.querySelector('[data-go=end]').ariaDisabled === 'true'",
            vec![],
        )
        .await?;
        keyboard::press(&page.driver, Key::Home).await?;
        says(page, "#sides .count", "0 steps · 0 accesses · 0 entries").await?;
        keyboard::press(&page.driver, Key::Right).await?;
        says(page, "#place", "1 of ").await?;
        says(page, "#sides .count", "1 step · ").await?;
        click(page, "Play").await?;
        says(page, "#place", "3 of ").await?;
        click(page, "Pause").await?;
        what_is_wrong_is_in_sight_of_the_form(page).await?;
        // a step within one side is scheduled for all
        turn_to(page, "a=bakery&b=jones-bakery").await?;
        says(page, "#place", "0 of 0").await?;
        script(page, "scrollTo(0, 0)", vec![]).await?; // what nobody sees does not load
        until(page, &format!("return {DISC} != null"), vec![]).await?;
        let press = format!("{DISC}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))");
        script(page, &press, vec![]).await?;
        says(page, "#place", "1 of 1").await?;
        has_row(page, "steps|1|1").await?;
        it_is_taken_along_and_has_colours(page).await
    })
    .await
}

/// Each side of the example has somebody inside.
async fn the_example_opens_where_it_is_worth_watching(page: &Page) -> Result<()> {
    const INSIDE: &str = "
        const inside = engine => [...document.querySelectorAll('interleave-run')].map(({ link }) =>
            new engine.Run(link).moment().view.processes.filter(it => it.zone === 'critical').length);
        return import('./interleave-run.js').then(({ load }) => load()).then(inside)";
    click(page, "Lamport’s lock, Ricart and Agrawala’s, and a token ring").await?;
    says(page, "#place", "19 of 60").await?;
    let inside = script(page, INSIDE, vec![]).await?;
    ensure!(inside == json!([1, 1, 1]), "{inside}");
    Ok(())
}

/// The reader is at the form, far below.
async fn what_is_wrong_is_in_sight_of_the_form(page: &Page) -> Result<()> {
    const SEEN: &str =
        "const { top, bottom } = document.querySelector('#trouble').getBoundingClientRect();
        return top >= 0 && bottom > top && bottom <= innerHeight";
    let add = "const { add } = document.forms;
        add.link.value = 'bakry';
        add.link.scrollIntoView({ block: 'center' });
        add.requestSubmit()";
    leave(page, add, vec![]).await?;
    says(page, "#trouble", "Did you mean").await?;
    until(page, SEEN, vec![]).await
}

/// The address is all there is to send, and both sides are in the reader's own colours.
async fn it_is_taken_along_and_has_colours(page: &Page) -> Result<()> {
    const DARK: &str = "const it = document.querySelector('#colours');
        it.value = 'dark';
        it.dispatchEvent(new Event('change'))";
    script(page, CLIPBOARD, vec![json!(true)]).await?;
    script(page, "document.querySelector('#copy').click()", vec![]).await?;
    says(page, "#copied", "Copied").await?;
    until(page, "return window.copied === location.href", vec![]).await?;
    script(page, DARK, vec![]).await?;
    until(
        page,
        "return [...document.querySelectorAll('interleave-run')].every(it =>
            it.shadowRoot.querySelector('.lab')?.dataset.theme === 'dark')",
        vec![],
    )
    .await?;
    axe::audit(&page.driver).await
}

/// Whatever is wrong in the address is told, and the address is not rewritten for nothing.
#[tokio::test]
async fn what_is_wrong_in_an_address_is_told() -> Result<()> {
    on_page("compare.html#rubbish", View::DESKTOP, async |page| {
        says(page, "#trouble", "“rubbish” says nothing here").await?;
        says(page, "#trouble", "nothing to compare").await?;
        address_has(page, "#rubbish").await?;
        // what is no link is left out
        turn_to(page, "a=bakery&b=no-such-lock").await?;
        says(page, "#trouble", "no-such-lock").await?;
        has_row(page, "steps|0").await?;
        ensure!(text(page, "#sides h2").await? == "Lamport’s bakery");
        // but a link alone is the first side, and opens where it is
        turn_to(page, "bakery?processes=2&tie-break=none&ask=1&v=1&at=12&run=AAVBQX.XL6N").await?;
        says(page, "#place", "12 of 14").await?;
        address_has(page, "#a=bakery%3Fprocesses%3D2%26tie-break%3Dnone&v=1&of=").await?;
        turn_to(page, "a=bakery%3Fv%3D1%26run%3DAAFRf.vzf7").await?;
        says(page, "#trouble", "The check at the end of the link does not match").await?;
        turn_to(page, "a=bakery&a=token-ring&schedule=s0.q9.zz&at=2").await?;
        says(page, "#trouble", "“a” is given again: the first is used.").await?;
        says(page, "#trouble", "2 of 3 are no steps, such as “q9”: they are left out.").await?;
        says(page, "#trouble", "“at=2” is no number from 0 to 1: 1 is used.").await?;
        says(page, "#place", "1 of 1").await?;
        turn_to(page, "a=bakery&v=9&of=3&schedule=s0.s1").await?;
        says(page, "#trouble", "cut or changed: its schedule had 3 steps, and has 2").await?;
        says(page, "#trouble", "Lamport’s bakery has changed since this was written").await?;
        turn_to(page, "a=two-phase-locking%3Fprocesses%3D2-0%26abort%3Dtaken%26v%3D1%26loop%3D0%26run%3DAEFH.2aWr").await?;
        says(page, "#trouble", "is gone round once").await?;
        // and it is read as far as its bounds
        let names: Vec<String> = (0..30_000).map(|it| format!("x{it}=1")).collect();
        turn_to(page, &format!("a=bakery&{}", names.join("&"))).await?;
        says(page, "#trouble", "The address is longer than 100000 characters").await?;
        says(page, "#trouble", "The address has more than 64 pairs").await?;
        says(page, "#place", "0 of 0").await?;
        let told = "return document.getElementById('trouble').textContent.split('says nothing').length";
        ensure!(script(page, told, vec![]).await? == json!(9));
        turn_to(page, &format!("a=bakery&schedule={}", "s0.s1.s2.".repeat(600))).await?;
        says(page, "#trouble", "The schedule has 1800 steps: the first 1000 are used.").await?;
        says(page, "#place", "1000 of 1000").await
    })
    .await
}
