//! The listing is the program: a reader changes it, sees what breaks, and sends it on.

use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::View,
    console,
    page::{Page, on_page, with_browser},
};
use thirtyfour::Key;

use crate::{
    embed::{inside, widget_says},
    hosts::Host,
    reader::{address_has, click, says, script, settled_address, text, until},
};

/// Selects these words in the field and types others in their place, as a keyboard does.
async fn replace(page: &Page, old: &str, new: &str) -> Result<()> {
    const SELECT: &str = "
        const field = document.querySelector('.lab:not(.coming *) .sheet textarea');
        const at = field?.value.indexOf(arguments[0]) ?? -1;
        if (at < 0) return false;
        field.focus();
        field.setSelectionRange(at, at + arguments[0].length);
        return true;";
    until(page, SELECT, vec![json!(old)]).await?;
    page.driver.active_element().await?.send_keys(new).await?;
    Ok(())
}

async fn field(page: &Page) -> Result<String> {
    let value = "return document.querySelector('.sheet textarea').value";
    Ok(script(page, value, vec![]).await?.as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn one_sign_is_changed_and_the_failure_is_found_shown_and_sent() -> Result<()> {
    let mut link = String::new();
    on_page("#peterson", View::DESKTOP, async |page| {
        says(page, ".verdicts", "every one visited").await?;
        click(page, "Edit").await?;
        replace(page, "turn = i", "turn != i").await?;
        says(page, ".editor-count", "1 line changed").await?;
        says(page, ".verdicts .flip", "was true. fails").await?;
        axe::audit_part(&page.driver, ".program, .verdicts").await?;
        click(page, "Show me: mutual exclusion").await?;
        says(page, ".narration.is-broken", "Two are in the critical section.").await?;
        // a sign is written as the language has it, once its line is left
        page.driver.active_element().await?;
        replace(page, "turn != i", "turn != i").await?;
        page.driver.active_element().await?.send_keys(Key::Down).await?;
        until(
            page,
            "return document.querySelector('.sheet textarea').value.includes('turn ≠ i')",
            vec![],
        )
        .await?;
        address_has(page, "text=").await?;
        link = settled_address(page).await?;
        Ok(())
    })
    .await?;
    // in another browser, at the same moment
    let (_, route) = link.split_once('#').expect("the address holds the scenario");
    on_page(&format!("#{route}"), View::PHONE, async |page| {
        says(page, ".narration.is-broken", "Two are in the critical section.").await?;
        click(page, "Edit").await?;
        ensure!(field(page).await?.contains("turn ≠ i"));
        axe::audit(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn an_error_says_what_to_write_and_undo_brings_it_back() -> Result<()> {
    on_page("#peterson", View::DESKTOP, async |page| {
        says(page, ".verdicts", "every one visited").await?;
        let verdicts = text(page, ".verdicts ul").await?;
        click(page, "Edit").await?;
        replace(page, "flag[1 − i] or", "flog[1 − i] or").await?;
        says(page, ".editor-count", "1 error · line").await?;
        says(page, ".editor-errors", "flog").await?;
        says(page, ".editor-errors", "for the last version without errors").await?;
        ensure!(text(page, ".sheet .underlined").await?.contains("flog"));
        ensure!(text(page, ".verdicts ul").await? == verdicts);
        // the link opens at the error
        let link = settled_address(page).await?;
        let (_, route) = link.split_once('#').expect("the address holds the scenario");
        page.visit(&format!("#{route}")).await?;
        says(page, ".editor-errors", "flog").await?;
        click(page, "Write “flag”").await?;
        until(page, "return !document.querySelector('.editor-errors li')", vec![]).await?;
        ensure!(!field(page).await?.contains("flog"));
        // undo is the field's own, also of what a button did
        let undo = Key::Control + "z";
        page.driver.active_element().await?.send_keys(undo).await?;
        says(page, ".editor-errors", "flog").await?;
        // below the line, a misspelt name has the one that was meant
        click(page, "Back to the published text").await?;
        until(page, "return !document.querySelector('.editor-errors li')", vec![]).await?;
        replace(page, "flag[1 − i] or", "falg[1 − i] or").await?;
        says(page, ".sheet .card", "Write “flag”").await?;
        let below = "const card = document.querySelector('.sheet .card').getBoundingClientRect();
            const wrong = document.querySelector('.sheet .underlined').getBoundingClientRect();
            return card.top >= wrong.bottom - 4 && card.top < wrong.bottom + 30";
        until(page, below, vec![]).await?;
        axe::audit_part(&page.driver, ".program").await?;
        script(page, "document.querySelector('.sheet .card button').click()", vec![]).await?;
        until(page, "return !document.querySelector('.editor-errors li')", vec![]).await?;
        ensure!(!field(page).await?.contains("falg"));
        ensure!(!settled_address(page).await?.contains("text="));
        a_text_is_kept(page).await?;
        console::no_errors(&page.driver).await?;
        a_new_algorithm_begins_with_the_caret_at_what_to_change(page).await
    })
    .await
}

/// A text that is in no link is offered and not imposed.
async fn a_text_is_kept(page: &Page) -> Result<()> {
    replace(page, "turn = i", "turn ≠ i").await?;
    address_has(page, "text=").await?;
    page.visit("#peterson").await?;
    says(page, ".editor-kept", "Another text of yours is kept here.").await?;
    says(page, ".code.text", "turn = i").await?;
    click(page, "Open your text").await?;
    says(page, ".editor-count", "1 line changed").await?;
    ensure!(field(page).await?.contains("turn ≠ i"));
    // Tab leaves the field
    script(page, "document.querySelector('.sheet textarea').focus()", vec![]).await?;
    page.driver.active_element().await?.send_keys(Key::Tab).await?;
    until(page, "return document.activeElement.tagName !== 'TEXTAREA'", vec![]).await
}

async fn a_new_algorithm_begins_with_the_caret_at_what_to_change(page: &Page) -> Result<()> {
    page.visit("new.html").await?;
    let at = "const field = document.activeElement;
            return field.tagName === 'TEXTAREA'
                && field.value.slice(field.selectionStart).startsWith('turn ←')";
    until(page, at, vec![]).await?;
    says(page, ".verdicts", "every one visited").await?;
    // nobody else has written it, nothing is published, and there are no options yet
    let is_own = "return !document.querySelector('.top .cite, .knobs')";
    until(page, is_own, vec![]).await?;
    let numbered = "return getComputedStyle(document.querySelector('.sheet .number'))
            .color !== 'rgba(0, 0, 0, 0)'";
    until(page, numbered, vec![]).await?;
    replace(page, "    flag[i] ← true\n    turn ← 1 − i", "").await?;
    // the field indents by itself
    page.driver.active_element().await?.send_keys("    turn <- 1 − i").await?;
    page.driver.active_element().await?.send_keys(Key::Enter + "flag[i] <- true").await?;
    // what was true of another text is nobody's news
    says(page, ".verdicts", "fails").await?;
    ensure!(!text(page, ".verdicts").await?.contains("was true"));
    ensure!(field(page).await?.contains("    turn ← 1 − i\n    flag[i] <- true"));
    Ok(())
}

/// What somebody types, without a blank before a line; `<` takes a level back.
const TYPED: [&str; 15] = [
    "algorithm Typed",
    "",
    "shared free: bool = true",
    "",
    "process i of 2, for ever:",
    "remainder:",
    "pause",
    "entry:",
    "atomic: await free; free <- false",
    "critical:",
    "pause",
    "exit:",
    "free <- true",
    "<<",
    "always mutual exclusion: at most 1 in critical",
];

const STANDS: &str = "algorithm Typed

shared free: bool = true

process i of 2, for ever:
  remainder:
    pause
  entry:
    atomic: await free; free ← false
  critical:
    pause
  exit:
    free ← true
always mutual exclusion: at most 1 in critical";

#[tokio::test]
async fn a_lock_is_written_from_nothing() -> Result<()> {
    on_page("new.html", View::DESKTOP, async |page| {
        let whole = field(page).await?;
        replace(page, &whole, &Key::Backspace.value().to_string()).await?;
        says(page, ".editor-buttons", "Begin with").await?;
        click(page, "A lock by messages").await?;
        says(page, ".verdicts", "holds in all 57 states").await?;
        let whole = field(page).await?;
        replace(page, &whole, &Key::Backspace.value().to_string()).await?;
        for line in TYPED {
            let keys = line.replace('<', &Key::Backspace.value().to_string());
            let keys = if line.starts_with('<') { keys } else { line.to_owned() };
            page.driver.active_element().await?.send_keys(keys).await?;
            // a list that is open takes Enter for itself
            let end =
                if line.starts_with('<') || line.starts_with("always") { "" } else { "\u{e00c}\n" };
            page.driver.active_element().await?.send_keys(end).await?;
        }
        ensure!(field(page).await? == STANDS, "{}", field(page).await?);
        says(page, ".verdicts", "holds in all 12 states").await
    })
    .await
}

#[tokio::test]
async fn the_editor_opens_at_the_process_and_says_what_can_stand_at_the_caret() -> Result<()> {
    // as far as lines go, the field and its coloured copy are one
    const SAME: &str = "const [field, rows] = ['textarea', '.rows'].map(
            it => document.querySelector('.sheet ' + it));
        return field.scrollHeight === field.clientHeight && field.clientHeight === rows.clientHeight
            && field.scrollWidth <= field.clientWidth";
    const OPENS: &str = "const field = document.activeElement;
        const line = document.querySelector('.sheet .row:nth-child(' +
            field.value.slice(0, field.selectionStart).split('\\n').length + ')');
        const [frame, at] = [field.closest('.editor'), line].map(it => it.getBoundingClientRect());
        return field.value.slice(field.selectionStart).startsWith('process')
            && at.top >= frame.top + 60 && at.bottom < frame.top + 120";
    const ACTIVE: &str = "const field = document.activeElement;
        const active = document.getElementById(field.getAttribute('aria-activedescendant'));
        return active?.ariaSelected === 'true' && active.innerText.includes(arguments[0])
            && active.parentElement.id === field.getAttribute('aria-controls')";
    on_page("bakery.html", View::DESKTOP, async |page| {
        click(page, "Edit").await?;
        until(page, OPENS, vec![]).await?;
        until(page, SAME, vec![]).await?;
        let heads = "const [one, other] = [...document.querySelectorAll('.program-head > button')];
            return one.offsetTop === other.offsetTop && one.offsetHeight === other.offsetHeight";
        ensure!(script(page, heads, vec![]).await? == json!(true), "Words and Done are in one row");
        replace(page, "await not choosing", "await not ch").await?;
        until(page, ACTIVE, vec![json!("choosing")]).await?;
        axe::audit_part(&page.driver, ".program").await?;
        page.driver.active_element().await?.send_keys(Key::Tab + "").await?;
        until(page, "return !document.querySelector('.suggestions')", vec![]).await?;
        ensure!(field(page).await?.contains("await not choosing["));
        says(page, ".editor-word", "A variable that all processes share").await?;
        replace(page, "await not choosing[j]", "await ").await?;
        page.driver.active_element().await?.send_keys(Key::Control + " ").await?;
        until(page, "return document.querySelectorAll('.suggestions li').length > 1", vec![])
            .await?;
        page.driver.active_element().await?.send_keys(Key::Escape + "").await?;
        until(page, "return !document.querySelector('.suggestions')", vec![]).await?;
        // the count leads to what it counts
        script(page, "document.querySelector('.editor').scrollTop = 0", vec![]).await?;
        click(page, "1 line changed").await?;
        until(page, "return document.querySelector('.editor').scrollTop > 0", vec![]).await?;
        View::PHONE.apply(&page.driver).await?;
        click(page, "Listing").await?;
        until(page, SAME, vec![]).await?;
        // there is room to write, and less again for what is looked at
        let room = "return document.querySelector('.program').clientHeight > innerHeight / 2";
        until(page, room, vec![]).await?;
        click(page, "Verdicts").await?;
        let sheet = "return document.querySelector('.ever').clientHeight < innerHeight / 3";
        until(page, sheet, vec![]).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// What is wrong in the last line is read to its end, and so is what a bar for missing lines puts back.
#[tokio::test]
async fn what_is_said_at_a_line_is_not_cut() -> Result<()> {
    const WHOLE: &str = "const card = document.querySelector('.card')?.getBoundingClientRect();
        const editor = document.querySelector('.editor').getBoundingClientRect();
        return !!card && card.top >= editor.top && card.bottom <= editor.bottom
            && card.left >= editor.left && card.right <= editor.right && card.right <= innerWidth";
    const END: &str = "const it = document.querySelector('textarea');
        it.focus();
        it.setSelectionRange(it.value.length, it.value.length);";
    const TOLD: &str = "const bar = document.querySelector('button.gone');
        bar.focus({ focusVisible: true });
        return getComputedStyle(bar, '::after').content";
    for view in [View::DESKTOP, View::of_size(1024, 768), View::PHONE] {
        on_page("new.html", view, async |page| {
            if view == View::PHONE {
                click(page, "Listing").await?;
            }
            until(
                page,
                "return !!document.querySelector('.lab:not(.coming *) .sheet textarea')",
                vec![],
            )
            .await?;
            script(page, END, vec![]).await?;
            // a list is open when the error is found, and closed after that
            let keys = Key::Enter + "always something that is said at length here: pro";
            page.driver.active_element().await?.send_keys(keys).await?;
            says(page, ".suggestions", "process").await?;
            until(page, "return !!document.querySelector('.row.wrong')", vec![]).await?;
            page.driver.active_element().await?.send_keys(Key::Escape + "").await?;
            until(page, WHOLE, vec![]).await
        })
        .await?;
    }
    on_page("peterson.html", View::DESKTOP, async |page| {
        click(page, "Edit").await?;
        replace(page, "    pause\n", &Key::Backspace.value().to_string()).await?;
        until(page, "return !!document.querySelector('button.gone')", vec![]).await?;
        let told = script(page, TOLD, vec![]).await?;
        ensure!(told.as_str().is_some_and(|it| it.contains("Put back: ")), "{told}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_page_elsewhere_has_listings_as_figures() -> Result<()> {
    const LISTING: &str = "algorithm Nothing\n\nshared x: 0..3\n\nprocess i of 2, for ever:\n  \
                           remainder:\n    pause\n  critical:\n    x ← i\n\n\
                           always alone: at most 1 in critical\n";
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("listings").await?;
        let ours = page.site.url("");
        let policy = format!(
            "default-src 'none'; script-src {ours} 'wasm-unsafe-eval'; connect-src {ours}; \
             worker-src blob: {ours}; img-src data:"
        );
        let head = format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>
            <meta http-equiv=Content-Security-Policy content=\"{policy}\">
            <link rel=icon href=data:,>
            <script type=module src=\"{ours}interleave-code.js\"></script><main><h1>A post</h1>"
        );
        let wrong = LISTING.replace("x ← i", "y ← i");
        host.write(
            "index.html",
            &format!(
                "{head}<pre><code class=language-interleave>{LISTING}</code></pre>
                <interleave-run ask=0><script type=text/interleave>{LISTING}</script></interleave-run>
                <interleave-run><pre>{wrong}</pre></interleave-run>
                <pre><code class=language-c>x = i;</code></pre></main>"
            ),
        )?;
        page.driver.goto(host.site.url("")).await?;
        let figures = "return document.querySelectorAll('interleave-run').length === 3";
        until(page, figures, vec![]).await?;
        widget_says(page, 1, "#listing", "critical").await?;
        for nth in 0..2 {
            inside(page, nth, "button").await?.click().await?;
            widget_says(page, nth, ".source", "Nothing in Interleave").await?;
        }
        widget_says(page, 0, ".code.text", "x ← i").await?;
        // in the site's letters, though the policy lets no fonts in, and under names of their own
        let letters = inside(page, 0, ".source").await?.css_value("font-family").await?;
        ensure!(letters.starts_with("\"Interleave Inter\","), "{letters}");
        let brought = "const all = [...document.fonts].map((it) => [it.family.replaceAll('\"', ''), it.status].join());
            return all.includes('Interleave Inter,loaded') && all.every((it) => it.startsWith('Interleave '))";
        until(page, brought, vec![]).await?;
        // what cannot be read says so, and stays code
        inside(page, 2, "button").await?.click().await?;
        widget_says(page, 2, "#told", "Line 9:").await?;
        console::no_errors(&page.driver).await?;
        the_examples_run_under_their_policies(page).await
    })
    .await
}

async fn the_examples_run_under_their_policies(page: &Page) -> Result<()> {
    for (name, figures) in [("listing", 2), ("markdown", 1)] {
        page.driver.goto(page.site.url(&format!("examples/{name}.html"))).await?;
        let all = "return document.querySelectorAll('interleave-run').length === arguments[0]";
        until(page, all, vec![json!(figures)]).await?;
        for nth in 0..figures {
            inside(page, nth, "button").await?.click().await?;
            widget_says(page, nth, ".source", "in Interleave").await?;
        }
        axe::audit(&page.driver).await?;
        console::no_errors(&page.driver).await?;
    }
    Ok(())
}

/// A value that leaves its domain is a failure with its run and its reason, and a line that never runs
/// says so in the listing.
#[tokio::test]
async fn what_a_text_says_by_mistake_is_told() -> Result<()> {
    const TEXT: &str = "algorithm Counts down\nshared x: 0..3 = 1\nprocess i of 2:\n  own y: 0..1\n  counting:\n    \
                        atomic x ← x − 1\n    if y = 1:\n      x ← 0\n";
    let new = catalog::Scenario::parse(session::state::NEW).expect("a link").scenario;
    let link = format!("#{}", new.with_text(TEXT));
    on_page(&link, View::DESKTOP, async |page| {
        says(page, ".verdicts", "Values stay in their domains").await?;
        Ok(())
    })
    .await?;
    let link = format!("#{}", new.with_text(&TEXT.replace("0..3 = 1", "0..3 = 3")));
    on_page(&link, View::DESKTOP, async |page| {
        says(page, ".verdicts", "Line 8 never runs.").await?;
        click(page, "Done").await?;
        says(page, ".code .never", "never runs").await?;
        axe::audit_part(&page.driver, ".program, .verdicts").await?;
        console::no_errors(&page.driver).await
    })
    .await
}
