//! A page as it begins, before its engine is there.
use anyhow::Result;
use serde_json::json;
use tests::{
    browser::View,
    console, keyboard,
    page::{Page, with_browser},
};
use thirtyfour::Key;

use crate::errors::run_before;
use crate::reader::{address_has, says, script, until};

/// The engine waits until `go` is called.
const HELD: &str = "const ask = self.fetch;
    const held = new Promise((go) => { self.go = go; });
    self.fetch = async (file) => {
        if (String(file.url ?? file).endsWith('/engine_bg.wasm')) await held;
        return ask(file);
    };";
const BEFORE: &str = "return !!document.querySelector('.preview .lab')";
const STARTED: &str = "return !!document.querySelector('.lab:not(.coming *, .preview *)')";

/// A document, without its engine.
async fn begin(page: &Page, route: &str) -> Result<()> {
    page.load(route).await?;
    until(page, BEFORE, vec![]).await
}

async fn go(page: &Page) -> Result<()> {
    script(page, "self.go()", vec![]).await?;
    until(page, STARTED, vec![]).await
}

/// The page that starts stands where the document stood.
#[tokio::test]
async fn nothing_moves_when_a_page_starts() -> Result<()> {
    const PARTS: &str = "const parts = ['h1', '.guide', '.narration .line', '.narration .soft', '.scene', '.player .play',
            '.tabs', '.offers', '.program', '.time', '.knobs', '.verdicts ul'];
        const box = (it) => {
            const { x, y, width, height } = it?.getBoundingClientRect() ?? {};
            const words = it?.matches('p') ? it.innerText : '';
            return it?.checkVisibility() ? [words, ...[x, y, width, height].map((it) => Math.round(it))] : null;
        };
        const [lab] = arguments;
        return parts.map((it) => [it, box(document.querySelector(`${lab} ${it}`))]);";
    const LETTERS: &str = "document.fonts.ready.then(() => { self.lettered = true; });
        return self.lettered === true";
    const SLUGS: [&str; 3] = ["bakery", "cf23", "dining-philosophers"];
    with_browser(View::DESKTOP, async |page| {
        run_before(page, HELD).await?;
        let views = [View::DESKTOP, View::of_size(412, 823), View::TABLET];
        for (view, slug) in views.into_iter().zip(SLUGS) {
            let slugs = golden::quick_or(vec![slug], SLUGS.to_vec());
            view.apply(&page.driver).await?;
            for slug in slugs {
                begin(page, &format!("{slug}.html")).await?;
                until(page, LETTERS, vec![]).await?;
                let before = script(page, PARTS, vec![json!(".preview")]).await?;
                go(page).await?;
                let same = format!(
                    "const now = (function () {{ {PARTS} }})('#app');
                    return JSON.stringify(now) === JSON.stringify(arguments[0])"
                );
                until(page, &same, vec![before]).await?;
            }
        }
        console::no_errors(&page.driver).await
    })
    .await
}

#[tokio::test]
async fn what_is_done_before_the_engine_is_there_is_done_once_it_is() -> Result<()> {
    with_browser(View::DESKTOP, async |page| {
        run_before(page, HELD).await?;
        let press = "document.querySelectorAll(arguments[0])[arguments[1]].dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true }))";
        for (control, nth, place, sentence) in [
            (".preview .offers button", 1, ".where", "step 11 of 11"),
            (".preview .on-screen [data-thing=p0]", 0, ".where", "step 11 of 14"),
            (".preview .play", 0, ".where", "step 14 of 14"),
            (".preview .edit", 0, ".program-head", "Done"),
        ] {
            begin(page, "bakery.html").await?;
            script(page, press, vec![json!(control), json!(nth)]).await?;
            let told = "return document.querySelectorAll('.preview [data-pressed]').length === 1";
            until(page, told, vec![]).await?;
            go(page).await?;
            says(page, place, sentence).await?;
        }
        // an option, by hand
        begin(page, "bakery.html").await?;
        script(page, "document.querySelector('.preview .toggle input').click()", vec![]).await?;
        go(page).await?;
        address_has(page, "choosing=off").await?;
        // keys, in their order
        begin(page, "bakery.html").await?;
        for _ in 0..2 {
            keyboard::press(&page.driver, Key::Right).await?;
        }
        keyboard::press(&page.driver, Key::Left).await?;
        go(page).await?;
        says(page, ".where", "step 11 of 14").await?;
        // and what is written
        begin(page, "new.html").await?;
        let write = "const field = document.querySelector('.preview textarea');
            field.value = `# mine\\n${field.value}`;
            field.dispatchEvent(new Event('input', { bubbles: true }))";
        script(page, write, vec![]).await?;
        go(page).await?;
        let kept =
            "return document.querySelector('#app textarea').value.startsWith('# mine\\nalgorithm')";
        until(page, kept, vec![]).await?;
        console::no_errors(&page.driver).await
    })
    .await
}
