//! Playgrounds in other people's pages: the element, the frame, and the JavaScript API.
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests::{
    axe,
    browser::{Theme, View},
    console,
    keyboard::press,
    page::{Page, on_page, with_browser},
};
use thirtyfour::{By, Key, WebElement};

use crate::{
    hosts::{Host, documented_policy},
    reader::{script, until},
};

const BLOG: &str = "examples/blog.html";
const ENGINES: &str = "return performance.getEntriesByType('resource')
    .filter(it => it.name.endsWith('/engine_bg.wasm')).length";
pub const MOMENT: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

/// Something inside one of the widgets.
pub async fn inside(page: &Page, widget: usize, css: &str) -> Result<WebElement> {
    let all = page.driver.find_all(By::Css("interleave-run")).await?;
    Ok(all[widget].get_shadow_root().await?.find(By::Css(css)).await?)
}

/// Waits until something inside a widget has these words in it.
pub async fn widget_says(page: &Page, widget: usize, css: &str, words: &str) -> Result<()> {
    const SAYS: &str = "return document.querySelectorAll('interleave-run')[arguments[0]]
        .shadowRoot.querySelector(arguments[1])?.innerText.includes(arguments[2])";
    until(page, SAYS, vec![json!(widget), json!(css), json!(words)]).await
}

async fn scroll_to(page: &Page, css: &str, nth: usize) -> Result<()> {
    const SCROLL: &str = "document.querySelectorAll(arguments[0])[arguments[1]].scrollIntoView()";
    script(page, SCROLL, vec![json!(css), json!(nth)]).await?;
    Ok(())
}

/// Runs the body of an async function; what it returns, or throws as text.
async fn run(page: &Page, body: &str, argument: &str) -> Result<Value> {
    let script = format!(
        "const [argument, done] = arguments;
         (async () => {{ {body} }})().then(done, error => done(String(error)));"
    );
    Ok(page.driver.execute_async(script, vec![json!(argument)]).await?.json().clone())
}

#[tokio::test]
async fn a_page_with_three_loads_one_engine_and_that_late() -> Result<()> {
    on_page(BLOG, View::DESKTOP.reduced_motion(), async |page| {
        ensure!(script(page, ENGINES, vec![]).await? == json!(0), "loaded unasked");
        let poster = page.driver.find(By::Css("interleave-run img")).await?;
        ensure!(poster.is_displayed().await?);
        // by keyboard, from the button on
        inside(page, 0, "button").await?.focus().await?;
        press(&page.driver, Key::Enter).await?;
        widget_says(page, 0, ".where", "step 10 of 13").await?;
        ensure!(!poster.is_displayed().await?);
        script(
            page,
            "addEventListener('interleave-change', ({ target, detail }) => {
                 window.told = detail;
                 window.same = target.link === detail.link;
             })",
            vec![],
        )
        .await?;
        press(&page.driver, Key::Right).await?;
        widget_says(page, 0, ".where", "step 11 of 13").await?;
        inside(page, 0, "[aria-label='Step forward']").await?.click().await?;
        widget_says(page, 0, ".where", "step 12 of 13").await?;
        widget_says(page, 0, ".said", "enters the critical section").await?;
        let told = script(page, "return [told.at, told.steps, told.link, same]", vec![]).await?;
        let link = told[2].as_str().unwrap_or_default();
        ensure!(told[0] == 12 && told[1] == 13 && told[3] == true, "{told}");
        ensure!(link.starts_with("bakery?processes=2&v=1&at=12&run="), "{link}");
        // the second one when it is seen, and without taking the keyboard
        scroll_to(page, "interleave-run", 1).await?;
        widget_says(page, 1, ".where", "step 12 of 14").await?;
        press(&page.driver, Key::Right).await?;
        widget_says(page, 0, ".where", "step 13 of 13").await?;
        widget_says(page, 1, ".where", "step 12 of 14").await?;
        ensure!(script(page, ENGINES, vec![]).await? == json!(1), "more than one engine");
        // the frame has its own, perhaps from the cache
        scroll_to(page, "iframe", 0).await?;
        let asks = "return document.querySelector('iframe').style.height !== ''";
        until(page, asks, vec![]).await?;
        ensure!(page.site.hits("/engine_bg.wasm") <= 2);
        let own = page.driver.current_url().await?;
        ensure!(own.as_str().ends_with(BLOG), "the address has become {own}");
        for theme in Theme::BOTH {
            View::DESKTOP.theme(theme).reduced_motion().apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
        a_frame_is_as_high_as_its_page_asks(page).await?;
        console::no_errors(&page.driver).await?;
        a_click_on_a_poster_starts_it_here(page).await
    })
    .await
}

/// Others have no say in it.
async fn a_frame_is_as_high_as_its_page_asks(page: &Page) -> Result<()> {
    View::PHONE.apply(&page.driver).await?;
    let fits = "const frame = document.querySelector('iframe');
        const lab = frame.contentDocument.querySelector('.lab');
        return frame.style.height === `${Math.ceil(lab?.getBoundingClientRect().height)}px`";
    until(page, fits, vec![]).await?;
    let other = "const frame = document.querySelector('iframe');
        const before = frame.style.height;
        postMessage('{\"context\":\"iframe.resize\",\"height\":9}', '*');
        // nor has what is no message of ours, or makes no sense
        const post = frame.contentWindow.eval('it => parent.postMessage(it, \"*\")');
        for (const it of ['junk', 'null', 7, { a: 1 }]) post(it);
        post('{\"context\":\"iframe.resize\",\"height\":9e99}');
        await new Promise(done => setTimeout(done, 100));
        return frame.style.height === before";
    ensure!(run(page, other, "").await? == json!(true));
    Ok(())
}

/// The picture promises a step beside a process: a click on it starts the engine and takes that step.
/// Everywhere else the poster is a link that starts it here.
async fn a_click_on_a_poster_starts_it_here(page: &Page) -> Result<()> {
    const LEAD_TO: &str = "const link = document.querySelector('interleave-run a');
        link.href = arguments[0] + link.hash";
    View::DESKTOP.reduced_motion().apply(&page.driver).await?;
    page.visit(BLOG).await?;
    let spot = "const engine = await (await import(new URL('../load.js', location))).load();
            const run = new engine.Run(document.querySelector('interleave-run').link);
            const all = [...Array(400)].map((_, it) => [(it % 20 + 0.5) / 20, (it / 20 | 0) / 20]);
            return all.find(([x, y]) => engine.step_at(run, x, y));";
    let spot = run(page, spot, "").await?;
    ensure!(spot.is_array(), "{spot}");
    let click = "const [[x, y]] = arguments, image = document.querySelector('interleave-run img');
            const { left, top, width, height } = image.getBoundingClientRect();
            image.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1,
                clientX: left + x * width, clientY: top + y * height }));";
    script(page, click, vec![spot]).await?;
    widget_says(page, 0, ".where", "step 11").await?;
    // of today, and as they were before algorithms had pages
    View::PHONE.apply(&page.driver).await?;
    for ours in ["bakery.html", ""] {
        page.visit(BLOG).await?;
        script(page, LEAD_TO, vec![json!(page.site.url(ours))]).await?;
        page.driver.find(By::Css("interleave-run img")).await?.click().await?;
        widget_says(page, 0, ".where", "step 10 of 13").await?;
    }
    Ok(())
}

/// A page of another origin, as strict as can be, with peculiar styles, that allows widgets no
/// history and no storage.
fn strangers_page(ours: &str) -> Result<String> {
    Ok(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A stranger’s page</title>
        <meta http-equiv=content-security-policy content=\"default-src 'none'; style-src 'self';
            img-src data:; {policy}\">
        <link rel=icon href=data:,><link rel=stylesheet href=page.css>
        <script src=page.js></script><script type=module src={ours}interleave-run.js></script>
        <main><h1>A stranger’s page</h1><p>Text</p>
        <interleave-run link=bakkery><p>A poster</p></interleave-run>
        <interleave-run link=\"{moment}\" theme=dark></interleave-run></main>",
        moment = MOMENT.replace('&', "&amp;"),
        // and what the page has of its own
        policy = documented_policy(ours)?.replace("script-src", "script-src 'self'"),
    ))
}

const PECULIAR: &str = "html { font-size: 40% } * { color: rgb(1, 2, 3); letter-spacing: 3px }
    button { display: none } :root { --p: red; --ink: red }";
const FORBIDDING: &str = "
    for (const name of ['pushState', 'replaceState']) {
        history[name] = () => { throw new DOMException('no history') };
    }
    for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('no storage') } });
    }";

#[tokio::test]
async fn a_stranger_may_be_strict_and_peculiar() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        let host = Host::new("strange").await?;
        let ours = page.site.url("");
        host.write("index.html", &strangers_page(&ours)?)?;
        host.write("page.css", PECULIAR)?;
        host.write("page.js", FORBIDDING)?;
        page.driver.goto(host.site.url("")).await?;
        inside(page, 1, "button").await?.click().await?;
        widget_says(page, 1, ".where", "step 12 of 14").await?;
        press(&page.driver, Key::Right).await?;
        press(&page.driver, Key::Right).await?;
        widget_says(page, 1, ".said", "Two are in the critical section.").await?;
        // nothing has come in or gone out
        let style = "const lab = document.querySelectorAll('interleave-run')[1].shadowRoot
                .querySelector('.lab');
            const ours = getComputedStyle(lab);
            const theirs = getComputedStyle(document.querySelector('main > p'));
            return [ours.color, ours.fontSize, ours.letterSpacing, ours.backgroundColor,
                theirs.color, theirs.margin, location.hash]";
        let style = script(page, style, vec![]).await?;
        let wanted = json!([
            "rgb(237, 234, 227)",
            "14px",
            "normal",
            "rgb(22, 21, 19)",
            "rgb(1, 2, 3)",
            "6.4px 0px",
            ""
        ]);
        ensure!(style == wanted, "{style}");
        // a link that cannot be opened: a sentence, and the poster stays
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, "[role=status]", "no algorithm called “bakkery”. Did you mean")
            .await?;
        ensure!(page.driver.find(By::Css("interleave-run > p")).await?.is_displayed().await?);
        // it can be mended, moved, and taken away
        let mend = "const [first, second] = document.querySelectorAll('interleave-run');
            first.link = 'bakery?processes=2'; second.remove(); document.body.append(second);";
        script(page, mend, vec![]).await?;
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 0 of 0").await?;
        script(
            page,
            "document.querySelector('interleave-run').link = argument = arguments[0]",
            vec![json!(MOMENT)],
        )
        .await?;
        widget_says(page, 0, ".where", "step 12 of 14").await?;
        widget_says(page, 1, "button", "Step through it here").await?;
        ensure!(script(page, ENGINES, vec![]).await? == json!(1), "more than one engine");
        the_api_opens_steps_and_checks(page, &ours).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// From another origin.
async fn the_api_opens_steps_and_checks(page: &Page, ours: &str) -> Result<()> {
    const STEPS: &str = "
            const { load } = await import(argument + 'interleave-run.js');
            const { Run, algorithms } = await load();
            const run = new Run('bakery?processes=2&tie-break=none');
            const taken = [];
            while (run.moment().broken.length === 0) {
                const shortest = (await run.check()).verdicts[0];
                const witness = new Run(shortest.link);
                run.step(witness.trace().steps[run.at].action);
                taken.push(run.moment().said_text);
            }
            let refused;
            try { run.step('c0') } catch ({ message }) { refused = message }
            const progress = [];
            const report = await new Run('bakery').check({
                onProgress: it => progress.push(it.states) });
            const stop = new AbortController();
            const stopped = new Run('bakery?processes=4').check({ signal: stop.signal });
            stop.abort('enough');
            return [taken.length, taken.at(-1), run.link, refused, report.exhausted,
                progress.length > 0, await stopped.catch(why => why), algorithms().some(it => it.slug === 'bakery')];";
    let said = run(page, STEPS, ours).await?;
    let wanted = json!([
        14,
        "Process 1 reads number[0] = 1 to compare tickets and enters the critical section.",
        "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw",
        "Step 15 (process 0 crashes) cannot be taken: there is no such step there.",
        true,
        true,
        "enough",
        true
    ]);
    ensure!(said == wanted, "{said}");
    Ok(())
}
