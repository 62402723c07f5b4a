//! What a browser refuses is told, and the rest goes on. What becomes of a checker that may not
//! start, or dies, is tested in `web/tests`.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{axe, browser::View, console, page::Page, page::with_browser};

use crate::reader::{CLIPBOARD, click, leave, says, script, turn_to};

/// From now on a script runs before all others of a page.
pub async fn run_before(page: &Page, script: &str) -> Result<()> {
    let cdp = page.driver.cdp();
    cdp.send_raw("Page.enable", json!({})).await?;
    let source = json!({ "source": script });
    cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", source).await?;
    Ok(())
}

/// Opens a route in a page in which a script has run before all others.
pub async fn visit_after(page: &Page, before: &str, route: &str) -> Result<()> {
    run_before(page, before).await?;
    page.visit(route).await
}

/// Storage is refused, and there is next to no memory: that is told once, and nothing else changes.
#[tokio::test]
async fn where_little_is_given_it_is_told() -> Result<()> {
    const BEFORE: &str = "
        Object.defineProperty(self, 'localStorage', {
            get() { throw new DOMException('refused', 'SecurityError') }
        });
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (it, ...rest) {
            if (it.Check) it.Check.bytes_max = 3000000;
            post.call(this, it, ...rest);
        }";
    with_browser(View::PHONE, async |page| {
        visit_after(page, BEFORE, "").await?;
        let dark = "const it = document.querySelector('#colours');
            it.value = 'dark';
            it.dispatchEvent(new Event('change'))";
        script(page, dark, vec![]).await?;
        says(page, "#forgetful", "cannot be saved here").await?;
        let theme = script(page, "return document.documentElement.dataset.theme", vec![]).await?;
        ensure!(theme == "dark", "{theme}");
        page.visit("#bakery").await?;
        says(page, ".guide .one", "5 moments").await?;
        click(page, "5 moments").await?;
        leave(page, "document.querySelectorAll('.guide .menu a')[1].click()", vec![]).await?;
        says(page, ".guide .one", "Two inside").await?;
        says(page, ".guide .one", "of 5").await?;
        View::DESKTOP.apply(&page.driver).await?;
        turn_to(page, "bakery").await?;
        a_check_says_where_it_can_go_on(page).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

async fn a_check_says_where_it_can_go_on(page: &Page) -> Result<()> {
    says(page, ".checking", "ran out of memory at ").await?;
    says(page, ".checking", "Bounded, not a proof").await?;
    says(page, ".verdicts ul", "not a proof").await?;
    click(page, "Check further").await?;
    says(page, ".checking", "The command line goes further, on all cores.").await?;
    script(page, CLIPBOARD, vec![json!(false)]).await?;
    click(page, "Copy its command").await?;
    says(page, ".checking", "does not let a button copy").await?;
    let command = "return document.querySelector('.checking input').value";
    let command = script(page, command, vec![]).await?;
    ensure!(command == "cargo run --release -p cli -- check 'bakery' --memory 16G", "{command}");
    axe::audit_part(&page.driver, ".checking").await
}

/// What says that a playground will not come is there before it. A file may be cut short, too.
#[tokio::test]
async fn a_file_that_does_not_arrive_is_told() -> Result<()> {
    const CUT: &str = "const ask = self.fetch;
        self.fetch = async (file) => {
            const reply = await ask(file);
            if (!String(file.url ?? file).endsWith('/engine_bg.wasm')) return reply;
            return new Response((await reply.arrayBuffer()).slice(0, 100000));
        }";
    const LINK: &str = "bakery.html#bakery?v=1&run=AAFRf.vzf6";
    const COMPARE: &str = "compare.html#a=bakery&b=jones-bakery";
    with_browser(View::PHONE, async |page| {
        let cdp = page.driver.cdp();
        cdp.send_raw("Network.enable", json!({})).await?;
        cdp.send_raw("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await?;
        for (file, route, place, sentence) in [
            ("*/start.js", LINK, "#unstarted", "a file did not arrive"),
            ("*/pressed.js", LINK, "#unstarted", "a file did not arrive"),
            ("*/load.js", LINK, "#unstarted", "What your link asks for cannot be shown"),
            ("*/engine_bg.wasm", LINK, "#unstarted", "a file did not arrive"),
            ("*/compare.js", COMPARE, "#unstarted", "a file did not arrive"),
            ("*/interleave-run.js", COMPARE, "#unstarted", "a file did not arrive"),
            ("*/engine_bg.wasm", COMPARE, "#trouble", "The engine did not arrive"),
        ] {
            cdp.send_raw("Network.setBlockedURLs", json!({ "urls": [file] })).await?;
            page.load(route).await?;
            says(page, place, sentence).await?;
        }
        cdp.send_raw("Network.setBlockedURLs", json!({ "urls": [] })).await?;
        run_before(page, CUT).await?;
        page.load("#bakery").await?;
        says(page, "#unstarted", "a file did not arrive").await?;
        without_webassembly_there_is_a_sentence(page).await
    })
    .await
}

async fn without_webassembly_there_is_a_sentence(page: &Page) -> Result<()> {
    // a playground never comes: what was there before it is what can be waited for
    run_before(page, "delete self.WebAssembly").await?;
    page.load("bakery.html").await?;
    says(page, "#unstarted", "does not allow WebAssembly").await?;
    says(page, ".preview", "choosing[i]").await?;
    axe::audit(&page.driver).await?;
    // of another setting nothing is claimed
    page.load("bakery.html#bakery?tie-break=none").await?;
    says(page, "#unstarted", "What your link asks for cannot be shown without it.").await?;
    let claims = "return document.querySelector('.preview .verdicts')?.checkVisibility()";
    ensure!(script(page, claims, vec![]).await? == json!(false));
    axe::audit(&page.driver).await?;
    click(page, "This page as it opens").await?;
    says(page, ".preview", "choosing[i]").await?;
    page.load("#bakery").await?;
    says(page, "#unstarted", "does not allow WebAssembly").await?;
    page.visit("").await?;
    says(page, ".gallery h1", "Be the scheduler").await
}
