//! What strangers write and do: texts that would freeze a tab, words that would be markup, a page around
//! ours that means ill, and runs that are as long as links allow. The page stays alive and says what happened.
use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use catalog::{Scenario, entry};
use export::{Format, export};
use serde_json::json;
use tests::{
    browser::View,
    console, keyboard,
    page::{Page, on_page, with_browser},
};
use thirtyfour::Key;

use crate::{
    embed::{inside, widget_says},
    hosts::Host,
    poster::{choose, value},
    reader::{click, says, script, until},
};

/// The link of a text.
fn link_of(text: &str) -> String {
    Scenario::new(entry("new").expect("a text of one's own")).with_text(text).to_string()
}

/// Definitions of which each has the next one several times.
fn multiplied(depth: usize, body: &str) -> String {
    let mut text = String::from("algorithm Large\nshared x: 0..3\n");
    for at in 0..depth {
        let body = body.replace('#', &format!("d{}", at + 1));
        writeln!(text, "define d{at}: {body}").expect("a string takes all");
    }
    format!("{text}define d{depth}: 1\nprocess i of 2:\n  go:\n    x ← d0\n")
}

/// Seven loops in one step, over as many processes.
fn looped(processes: usize) -> String {
    let mut text =
        format!("algorithm Loops\nshared x: 0..3\nprocess i of {processes}:\n  go:\n    atomic:\n");
    for depth in 0..7 {
        writeln!(text, "{}for each j{depth} in process:", "  ".repeat(depth + 3))
            .expect("a string takes all");
    }
    format!("{text}{}x ← 1\n", "  ".repeat(10))
}

/// A property that is one comparison for each way to choose one of six processes eight times.
fn quantified() -> String {
    let all =
        ["a", "b", "c", "d", "e", "f", "g", "h"].map(|text| format!("(all {text}: ")).concat();
    format!(
        "algorithm Questions\nshared x: 0..3\nprocess i of 6:\n  go:\n    await x = 0\nalways p: {all}x = 0{}\n",
        ")".repeat(8)
    )
}

#[tokio::test]
async fn a_text_that_is_too_much_is_told_and_the_page_goes_on() -> Result<()> {
    const NOBODY: &str = "algorithm Nobody\nshared x: 0..2\nprocess i of 0:\n  adding:\n    x ← 1\nalways small: x < 2\n";
    const TOO_MUCH: &str = "this is too much: more than 1000000 parts to look at";
    on_page("new.html", View::DESKTOP, async |page| {
        for (text, sentence) in [
            (NOBODY.to_owned(), "Line 3. There are 0 processes of the role process."),
            (
                NOBODY.replace("of 0", "of n").replace("shared", "option n: 2, 0\nshared"),
                "There are 0 processes",
            ),
            (multiplied(8, "# + # + # + # + # + # + # + #"), TOO_MUCH),
            (multiplied(22, "(# if # = 1 else #)"), TOO_MUCH),
            (multiplied(22, "max j: #"), TOO_MUCH),
            (looped(6), "the program is too large: more than 20000 instructions"),
            (quantified(), TOO_MUCH),
        ]
        .into_iter()
        // what each text is told is tested without a browser
        .step_by(golden::quick_or(4, 1))
        {
            page.visit(&format!("new.html#{}", link_of(&text))).await?;
            says(page, ".editor-errors", sentence).await?;
            says(page, ".notices", "The published listing runs in its place").await?;
            it_is_alive(page).await?;
            // where there is no editor, it is told as well
            page.visit(&format!("new.html#{}", link_of(&text).replacen('?', "?view=embed&", 1)))
                .await?;
            says(page, ".notices", "The listing in the link cannot be run. Line ").await?;
            says(page, ".where", "step 0 of 0").await?;
            console::no_errors(&page.driver).await?;
        }
        Ok(())
    })
    .await
}

/// A click is a step, and the worker has searched what runs.
async fn it_is_alive(page: &Page) -> Result<()> {
    says(page, ".verdicts", "every one visited").await?;
    keyboard::press(&page.driver, Key::Escape).await?;
    click(page, "try to enter").await?;
    says(page, ".where", "step 1 of 1").await
}

/// A browser that compiles nothing more, once the engine runs.
#[tokio::test]
async fn machine_code_that_is_refused_is_told_with_the_verdict() -> Result<()> {
    const REFUSE: &str = "import { initSync, worker_main } from './engine.js';
        const { Module } = WebAssembly;
        const refuse = () => { throw new WebAssembly.CompileError('No such module.') };
        self.onmessage = ({ data }) => {
            initSync({ module: data });
            WebAssembly.Module = class extends Module { constructor() { refuse() } };
            worker_main();
        };";
    with_browser(View::DESKTOP, async |page| {
        page.site.replace("/worker.js", Some(REFUSE.into()));
        page.visit("peterson.html").await?;
        says(page, ".verdicts", "when this page was made").await?;
        click(page, "Check again").await?;
        says(page, ".verdicts", "every one visited").await?;
        says(page, ".verdicts", "The interpreter searches it, which takes longer. No such module.")
            .await?;
        says(page, ".verdicts", "No deadlock").await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// Ends of elements, attributes, scripts and comments, each with markup that would leave a mark.
const WORDS: &str = "</title></script><script>hacked=1</script><img src=x onerror=hacked=1>\" onload=\"hacked=1\" ]]> --> &lt;b>";

/// Nothing of the words has become an element or has run.
const UNHARMED: &str = "const roots = [document, ...[...document.querySelectorAll('interleave-run')].map(it => it.shadowRoot)];
    return window.hacked === undefined
        && roots.every(it => !it?.querySelector('[onerror], [onload], img[src=x], script:not([src], [type])'))";

/// A run that breaks a property, with such words for everything that a stranger names.
fn worded() -> Result<Scenario> {
    let text = format!(
        "algorithm {WORDS}\nshared x: 0..9\nprocess i of 2, for ever:\n  remainder:\n    x ← 1    # to {WORDS}\n  \
         critical:\n    x ← 0    # {WORDS}.\nalways {WORDS}: at most 1 in critical\n"
    );
    let mut scenario = Scenario::new(entry("new").context("a text of one's own")?).with_text(&text);
    let errors = scenario.text.as_ref().context("another text")?.errors();
    ensure!(errors.is_empty(), "{errors:?}");
    scenario.run = ["s0", "s1", "s0"].map(|text| text.parse().expect("a step")).to_vec();
    // the banner speaks of who is inside: the words are in what led there
    scenario.at = 1;
    scenario.caption = WORDS.into();
    Ok(scenario)
}

/// As the author of a page writes it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

async fn is_unharmed(page: &Page) -> Result<()> {
    ensure!(script(page, UNHARMED, vec![]).await? == json!(true), "markup from a stranger's words");
    Ok(())
}

#[tokio::test]
async fn words_of_strangers_stay_text() -> Result<()> {
    let scenario = worded()?;
    on_page(&format!("new.html#{scenario}"), View::DESKTOP, async |page| {
        says(page, ".top h1", WORDS).await?;
        says(page, ".narration", WORDS).await?;
        says(page, ".verdicts", "every one visited").await?;
        says(page, ".verdicts", WORDS).await?;
        is_unharmed(page).await?;
        every_format_shows_them_as_text(page).await?;
        pasted_snippets_are_figures(page, &scenario).await?;
        figures_show_them_as_text(page).await?;
        comparing_shows_them_as_text(page, &scenario).await
    })
    .await
}

async fn every_format_shows_them_as_text(page: &Page) -> Result<()> {
    click(page, "Export").await?;
    says(page, "dialog label span", ".mmd").await?;
    for format in Format::ALL {
        choose(page, format.words()).await?;
        says(page, "dialog label span", &format!(".{}", format.extension())).await?;
        if format.extension() == "svg" {
            let drawn = "const it = document.querySelector('dialog .taken img'); return it.complete && it.naturalWidth > 100";
            until(page, drawn, vec![]).await?;
        }
        is_unharmed(page).await?;
    }
    keyboard::press(&page.driver, Key::Escape).await?;
    until(page, "return !document.querySelector('dialog')", vec![]).await
}

/// What the dialog offers to other pages, with the same caption, and what its picture is called.
async fn the_snippets(page: &Page) -> Result<(Vec<String>, String)> {
    click(page, "Embed").await?;
    let drawn = "const image = document.querySelector('dialog img'); return image?.complete && image.naturalWidth > 400";
    until(page, drawn, vec![]).await?;
    ensure!(value(page, "dialog input[type=text]").await? == WORDS);
    is_unharmed(page).await?;
    let all = "return [...document.querySelectorAll('dialog textarea')].map(it => it.value)";
    let all: Vec<String> = serde_json::from_value(script(page, all, vec![]).await?)?;
    let picture = "return document.querySelector('dialog a[download]').download";
    let picture = script(page, picture, vec![]).await?;
    let picture = picture.as_str().context("no name")?;
    ensure!(picture.starts_with("new-step-1-"), "{picture}");
    Ok((all, picture.to_owned()))
}

/// In a page of another origin, which allows everything.
async fn pasted_snippets_are_figures(page: &Page, scenario: &Scenario) -> Result<()> {
    let (snippets, picture) = &the_snippets(page).await?;
    let host = Host::new("hostile-words").await?;
    let html = snippets.iter().filter(|snippet| snippet.starts_with('<'));
    let html: String = html.map(String::as_str).collect();
    host.write(
        "index.html",
        &format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>
            <link rel=icon href=data:,><main>{html}</main>"
        ),
    )?;
    host.write(picture, &export(scenario, Format::Poster))?;
    page.driver.goto(host.site.url("")).await?;
    let drawn = "const it = document.querySelector('interleave-run img');
        return it.complete && it.naturalWidth > 400 && it.alt.includes(arguments[0])";
    until(page, drawn, vec![json!(WORDS)]).await?;
    inside(page, 0, "#start").await?.click().await?;
    widget_says(page, 0, ".source", WORDS).await?;
    widget_says(page, 0, ".narration", WORDS).await?;
    is_unharmed(page).await?;
    page.driver.enter_frame(0).await?;
    says(page, ".narration", WORDS).await?;
    is_unharmed(page).await?;
    page.driver.enter_parent_frame().await?;
    Ok(())
}

/// Written by hand: each attribute and each way to write a listing.
async fn figures_show_them_as_text(page: &Page) -> Result<()> {
    let host = Host::new("hostile-figures").await?;
    let ours = page.site.url("");
    let words = escaped(WORDS);
    let scenario = worded()?;
    let listing = escaped(scenario.source());
    let attributes = ["link", "panels", "speed", "theme", "ask", "path", "steps", "load", "home"];
    let attributes: String =
        attributes.map(|attribute| format!(" {attribute}=\"{words}\"")).concat();
    let told = ["panels", "speed", "theme", "ask", "path", "steps"]
        .map(|text| format!(" {text}=\"{words}\""))
        .concat();
    host.write("index.html", &format!("<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>
        <link rel=icon href=data:,><script type=module src={ours}interleave-code.js></script><main>
        <interleave-run{attributes}><p>A poster</p></interleave-run>
        <interleave-run link=bakery{told}></interleave-run>
        <interleave-run caption=\"{words}\"><pre>{listing}</pre></interleave-run>
        <pre data-caption=\"{words}\" data-home=\"javascript:hacked=1\"><code class=language-interleave>{listing}</code></pre></main>"))?;
    page.driver.goto(host.site.url("")).await?;
    until(page, "return document.querySelectorAll('interleave-run').length === 4", vec![]).await?;
    widget_says(page, 0, "#told", "“load=</title>").await?;
    widget_says(page, 3, "#told", "is no address, and is left out").await?;
    for nth in 0..4 {
        inside(page, nth, "#start").await?.click().await?;
    }
    widget_says(page, 0, "#told", "There is no algorithm called “").await?;
    widget_says(page, 1, ".notices", "“speed=</title></script>").await?;
    for nth in 2..4 {
        widget_says(page, nth, ".source", WORDS).await?;
        widget_says(page, nth, ".narration", WORDS).await?;
    }
    is_unharmed(page).await
}

async fn comparing_shows_them_as_text(page: &Page, scenario: &Scenario) -> Result<()> {
    const ADDRESS: &str = "return '#' + new URLSearchParams(arguments[0])";
    let link = scenario.to_string();
    let turned = "\u{202e}sdrawkcab\u{2066}";
    let pairs = json!([
        ["a", link],
        ["b", WORDS],
        [WORDS, "1"],
        ["at", WORDS],
        ["schedule", WORDS],
        [turned, turned],
        ["of", WORDS],
        ["v", WORDS]
    ]);
    let address = script(page, ADDRESS, vec![pairs]).await?;
    page.visit(&format!("compare.html{}", address.as_str().context("an address")?)).await?;
    says(page, "#sides h2", WORDS).await?;
    says(page, "#whose", WORDS).await?;
    says(page, "#trouble", "“</title></script><script>hacked=1</scrip” says nothing here").await?;
    says(page, "#trouble", "such as “</title>").await?;
    // nor is a line turned around
    says(page, "#trouble", "“U+202EsdrawkcabU+2066” says nothing here").await?;
    until(page, "return !!document.querySelector('interleave-run').shadowRoot.querySelector('.stage-sheet')", vec![]).await?;
    is_unharmed(page).await
}

/// A page that notes all that it is told.
fn hostile_host(source: &str) -> String {
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><link rel=icon href=data:,>
        <script>window.heard = []; addEventListener('message', it => heard.push(it.data))</script>
        <main><iframe title=frame width=700 height=900 src=\"{}\"></iframe></main>",
        escaped(source)
    )
}

const GARBAGE: &str = "
    const frame = document.querySelector('iframe').contentWindow;
    const deep = '['.repeat(100_000);
    const all = ['', 'junk', null, undefined, NaN, { a: 1 }, [[]], new ArrayBuffer(1e6), deep, 'x'.repeat(1e7),
        { Check: { link: 'bakery' } }, { Found: {} }, 'asked', { type: 'started' },
        '{\"context\":\"iframe.resize\",\"height\":9}', new Map([[1, new Error('no')]])];
    for (const it of all) frame.postMessage(it, '*');
    for (let nth = 0; nth < 5_000; nth++) frame.postMessage({ nth }, '*');
    frame.postMessage('with a port', '*', [new MessageChannel().port2]);";

const SQUEEZE: &str = "const done = arguments[0];
    (async () => {
        const frame = document.querySelector('iframe');
        const sizes = [[0, 0], [1, 1], [0, 900], [700, 0], [20_000, 3], [3, 20_000], [0, 0], [700, 900]];
        for (const [width, height] of sizes) {
            Object.assign(frame, { width, height });
            await new Promise(turn => setTimeout(turn, 100));
        }
        frame.style.display = 'none';
        await new Promise(turn => setTimeout(turn, 100));
        frame.style.display = '';
    })().then(done)";

/// The messages that are not as documented.
const WRONG: &str = "const { src } = document.querySelector('iframe');
    const isOurs = it => {
        const { context, height, ...rest } = JSON.parse(it);
        return context === 'iframe.resize' && Number.isInteger(height) && height >= 0
            && JSON.stringify(rest) === JSON.stringify({ src });
    };
    return heard.length ? heard.filter(it => typeof it !== 'string' || !isOurs(it)) : ['none'];";

#[tokio::test]
async fn a_host_that_means_ill_learns_and_breaks_nothing() -> Result<()> {
    const ROUTE: &str = "ricart-agrawala?view=embed&panels=stage,transport,scheduler,verdicts,listing&processes=4&entries=3";
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("hostile-host").await?;
        host.write(
            "index.html",
            &hostile_host(&page.site.url(&format!("ricart-agrawala.html#{ROUTE}"))),
        )?;
        page.driver.goto(host.site.url("")).await?;
        page.driver.enter_frame(0).await?;
        says(page, ".where", "step 0 of 0").await?;
        page.driver.enter_parent_frame().await?;
        script(page, GARBAGE, vec![]).await?;
        page.driver.execute_async(SQUEEZE, vec![]).await?;
        page.driver.enter_frame(0).await?;
        click(page, "send request(1) to all").await?;
        says(page, ".where", "step 1 of 1").await?;
        click(page, "Check every interleaving").await?;
        says(page, ".checking", "states · ").await?;
        page.driver.enter_parent_frame().await?;
        // what the reader did is the reader's, not the host's
        script(page, "document.querySelector('iframe').width = 500", vec![]).await?;
        until(page, "return JSON.parse(heard.at(-1)).height > 100", vec![]).await?;
        let wrong = script(page, WRONG, vec![]).await?;
        ensure!(wrong == json!([]), "{wrong}");
        // in the middle of the check
        script(page, "window.frame = document.querySelector('iframe'); frame.remove()", vec![])
            .await?;
        console::no_errors(&page.driver).await?;
        // and another link, which is none
        script(
            page,
            "frame.src = frame.src.replace(/#.*/, '#' + arguments[0]); document.body.append(frame)",
            vec![json!(WORDS)],
        )
        .await?;
        page.driver.enter_frame(0).await?;
        says(page, ".lost", "There is no algorithm called “").await?;
        is_unharmed(page).await?;
        page.driver.enter_parent_frame().await?;
        ensure!(
            page.driver.current_url().await?.as_str() == host.site.url(""),
            "the host has gone elsewhere"
        );
        console::no_errors(&page.driver).await
    })
    .await
}

/// Rounds of one process that is alone.
fn alone(steps: usize) -> Result<Scenario> {
    let scenario = Scenario::new(entry("new").context("a text of one's own")?);
    let step = "s0".parse().map_err(anyhow::Error::msg)?;
    Ok(scenario.with_run(vec![step; steps]))
}

/// The field has the beginning, and the file all.
#[tokio::test]
async fn a_run_of_thousands_of_steps_is_taken_along() -> Result<()> {
    const FILE: &str =
        "const done = arguments[0], save = document.querySelector('dialog a[download]');
        fetch(save.href).then(it => it.text()).then(done, it => done(String(it)))";
    const SHOWN_MAX: usize = 20_000;
    let steps = golden::quick_or(2_000, 4_000);
    let scenario = alone(steps)?;
    on_page(&format!("new.html#{scenario}"), View::DESKTOP, async |page| {
        says(page, ".where", &format!("step {steps} of {steps}")).await?;
        click(page, "Export").await?;
        says(page, "dialog label span", ".mmd").await?;
        for format in
            [Format::Mermaid, Format::Svg, Format::AnimatedSvg, Format::Shiviz, Format::Json]
        {
            choose(page, format.words()).await?;
            says(page, "dialog label span", &format!(".{}", format.extension())).await?;
            let file = page.driver.execute_async(FILE, vec![]).await?.json().clone();
            let file = file.as_str().context("no file")?;
            ensure!(file == export(&scenario, format), "{} differs", format.name());
            let shown = value(page, "dialog textarea").await?;
            ensure!(shown.len() <= 2 * SHOWN_MAX && file.starts_with(&shown), "{}", format.name());
            if file.len() > 2 * SHOWN_MAX {
                says(page, "dialog .snippet", "These are the first 20,000 of ").await?;
            }
        }
        // a picture that would hold up the page is not drawn
        choose(page, Format::Svg.words()).await?;
        says(page, "dialog [role=status]", "too large to be shown here").await?;
        let hidden = "return document.querySelector('dialog .taken').hidden";
        ensure!(script(page, hidden, vec![]).await? == json!(true));
        keyboard::press(&page.driver, Key::Escape).await?;
        click(page, "Step back").await?;
        says(page, ".where", &format!("step {} of {steps}", steps - 1)).await
    })
    .await
}
