//! Fenced blocks as generators of sites make them: each becomes a figure whose listing runs.
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, with_browser},
};

use crate::{
    embed::{inside, widget_says},
    hosts::Host,
    reader::{script, until},
};

const LISTING: &str = "algorithm Nothing

shared x: 0..3

process i of 2, for ever:
  remainder:
    pause
  critical:
    x ← i

always alone: at most 1 in critical
";

/// Each line in elements of its own, and between them what ends a line there.
fn lines(begin: &str, end: &str) -> String {
    LISTING.lines().map(|line| [begin, line, end].concat()).collect()
}

/// A generator, and what it makes of the fence.
fn fences() -> [(&'static str, String); 12] {
    [
        // lines end with an element and no character, the button stands beside the block
        ("Docusaurus", format!(
            "<div class='language-interleave codeBlockContainer'><div class='codeBlockContent'>
             <pre tabindex=0 class='prism-code language-interleave codeBlock'><code class='codeBlockLines'>{}</code></pre>
             <div class='buttonGroup'><button type=button aria-label='Copy code'>Copy</button></div></div></div>",
            lines("<span class='token-line'><span class='token plain'>", "</span><br></span>")
        )),
        ("VitePress", format!(
            "<div class='language-interleave vp-adaptive-theme'><button title='Copy Code' class='copy'></button>
             <span class='lang'>interleave</span><pre class='shiki' tabindex=0><code>{}</code></pre></div>",
            lines("<span class='line'><span>", "</span></span>\n")
        )),
        // its script puts a button into the block
        ("mdBook", format!(
            "<pre><div class='buttons'><button class='clip-button' title='Copy to clipboard'>Copy</button></div>\
             <code class='language-interleave hljs'>{LISTING}</code></pre>"
        )),
        ("Hugo", format!(
            "<div class='highlight'><pre tabindex=0 class='chroma'><code class='language-interleave' \
             data-lang='interleave'>{}</code></pre></div>",
            lines("<span class='line'><span class='cl'>", "\n</span></span>")
        )),
        ("Jekyll", format!(
            "<div class='language-interleave highlighter-rouge'><div class='highlight'>\
             <pre class='highlight'><code>{LISTING}</code></pre></div></div>"
        )),
        // a language that it does not know becomes the first line
        ("nbconvert", format!("<pre><code class='language-interleave'>interleave\n{LISTING}</code></pre>")),
        ("reveal.js", format!(
            "<section><pre class='code-wrapper'><code class='language-interleave' data-trim>{LISTING}</code></pre></section>"
        )),
        // it guesses a language that it knows
        ("reveal.js with Markdown", format!(
            "<section data-markdown-parsed=true class=present><pre class='code-wrapper'>\
             <code class='interleave hljs language-nestedtext' data-highlighted=yes>{LISTING}</code></pre></section>"
        )),
        ("pandoc", format!("<pre class='interleave'><code>{LISTING}</code></pre>")),
        ("Sphinx", format!(
            "<div class='highlight-interleave notranslate'><div class='highlight'><pre><span></span>{LISTING}</pre></div></div>"
        )),
        ("MkDocs", format!("<pre class='interleave'><code>{LISTING}</code></pre>")),
        ("Astro", format!(
            "<pre class='astro-code github-dark' style='background-color:#24292e;color:#e1e4e8; overflow-x: auto;' \
             tabindex=0 data-language=interleave><code>{}</code></pre>",
            lines("<span class='line'><span style='color:#E1E4E8'>", "</span></span>\n")
        )),
    ]
}

/// Blocks and words that look like fences, and are none.
const OTHERS: &str = "
    <pre class='sourceCode python'><code class='sourceCode python'>def interleave(): return</code></pre>
    <div class='highlight-python'><div class='highlight'><pre>interleave()</pre></div></div>
    <pre class='astro-code' data-language=python><code>interleave()</code></pre>
    <p>A word: <code class=interleave>algorithm</code>, <code class=language-interleave>algorithm</code></p>
    <section class=interleave id=interleave><pre>make interleave</pre><pre class=interleave-log>algorithm</pre></section>
    <div contenteditable><pre><code class=language-interleave>algorithm Draft</code></pre></div>";

/// A post with the blocks; what comes later comes by a script of its own.
fn post(ours: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A post</title><link rel=icon href=data:,>
         <script type=module src='{ours}interleave-code.js'></script><main>{body}</main>"
    )
}

async fn figures(page: &Page, count: usize) -> Result<()> {
    let all = "return document.querySelectorAll('interleave-run').length === arguments[0]";
    until(page, all, vec![json!(count)]).await
}

/// Starts a figure, and sees its listing run. What stands below stays where it was.
async fn runs(page: &Page, nth: usize) -> Result<()> {
    const HEIGHT: &str = "return document.querySelectorAll('interleave-run')[arguments[0]]
        .getBoundingClientRect().height";
    let before = script(page, HEIGHT, vec![json!(nth)]).await?;
    inside(page, nth, "button").await?.click().await?;
    widget_says(page, nth, ".source", "Nothing in Interleave").await?;
    widget_says(page, nth, ".code.text", "x ← i").await?;
    let after = script(page, HEIGHT, vec![json!(nth)]).await?;
    ensure!(before == after, "{before} px before it starts, {after} px after");
    Ok(())
}

#[tokio::test]
async fn fences_of_each_generator_are_figures() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("generators").await?;
        let fences = fences();
        let body: String = fences.iter().map(|fence| &*fence.1).collect();
        host.write("index.html", &post(&page.site.url(""), &(body + OTHERS)))?;
        page.driver.goto(host.site.url("")).await?;
        figures(page, fences.len()).await?;
        for (nth, (generator, _)) in fences.iter().enumerate() {
            runs(page, nth).await.context(*generator)?;
        }
        console::no_errors(&page.driver).await?;
        pages_that_come_later(page, &host, &fences[1].1).await?;
        keys_that_mean_something_stay(page, &host, &fences[6].1).await
    })
    .await
}

/// A framework compares what its server wrote with what it draws, in slices, once all is loaded: until then the
/// page is as it was written.
const HYDRATION: &str = "<script>
    const main = document.querySelector('main');
    const written = main.innerHTML;
    window.drawn = main.querySelector('pre');
    const { port1, port2 } = new MessageChannel();
    let slices = 0;
    port1.onmessage = () => {
        const end = performance.now() + 5;
        while (performance.now() < end);
        window.isChanged ||= main.innerHTML !== written;
        if (++slices < 40) port2.postMessage(0);
        else window.isHydrated = true;
    };
    addEventListener('load', () => port2.postMessage(0));
    </script>";

#[tokio::test]
async fn hydration_finds_the_page_as_it_was_written() -> Result<()> {
    with_browser(View::PHONE, async |page| {
        let host = Host::new("hydration").await?;
        let (_, fence) = &fences()[0];
        host.write("index.html", &(post(&page.site.url(""), fence) + HYDRATION))?;
        page.driver.goto(host.site.url("")).await?;
        until(page, "return window.isHydrated", vec![]).await?;
        ensure!(script(page, "return window.isChanged", vec![]).await? == json!(false));
        figures(page, 1).await?;
        runs(page, 0).await?;
        // it takes away what it has drawn from where it was
        let remove = "document.querySelector('.codeBlockContent').removeChild(window.drawn)";
        script(page, remove, vec![]).await?;
        figures(page, 0).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// A site that changes its page without loading another one.
async fn pages_that_come_later(page: &Page, host: &Host, fence: &str) -> Result<()> {
    host.write("later.html", &post(&page.site.url(""), "<p>The first page.</p>"))?;
    page.driver.goto(host.site.url("later.html")).await?;
    script(page, "document.querySelector('main').innerHTML = arguments[0]", vec![json!(fence)])
        .await?;
    figures(page, 1).await?;
    runs(page, 0).await?;
    script(page, "document.querySelector('main').innerHTML = ''", vec![]).await?;
    figures(page, 0).await
}

/// A deck turns its slides by keys: those that the figure takes turn none.
async fn keys_that_mean_something_stay(page: &Page, host: &Host, fence: &str) -> Result<()> {
    const DECK: &str = "window.turned = []; addEventListener('keydown', it => turned.push(it.key))";
    /// In the figure, or in the part of it with that name.
    const PRESS: &str =
        "const lab = document.querySelector('interleave-run').shadowRoot.querySelector('.lab');
        const at = arguments[0] ? lab.querySelector(arguments[0]) : lab;
        at.dispatchEvent(new KeyboardEvent('keydown',
            { key: arguments[1], bubbles: true, composed: true, cancelable: true }))";
    host.write("deck.html", &post(&page.site.url(""), fence))?;
    page.driver.goto(host.site.url("deck.html")).await?;
    runs(page, 0).await?;
    script(page, DECK, vec![]).await?;
    for (part, key) in [
        ("", "ArrowRight"),
        ("", "ArrowLeft"),
        ("", "f"),
        (".transport button", " "),
        ("", "Escape"),
    ] {
        script(page, PRESS, vec![json!(part), json!(key)]).await?;
    }
    until(page, "return turned.join() === 'f,Escape'", vec![]).await
}
