//! What a test does on the page, in a reader's words.
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};
use tests::{
    axe,
    browser::{Theme, View},
    page::Page,
};

/// Generous, as machines may be busy.
const PATIENCE: Duration = Duration::from_mins(2);

/// The clipboard of this test, or none.
pub const CLIPBOARD: &str = "
    const writeText = async text => { window.copied = text };
    const refuse = async () => { throw new DOMException('no') };
    Object.defineProperty(navigator, 'clipboard',
        { value: { writeText: arguments[0] ? writeText : refuse }, configurable: true });";

/// Runs a script; what it returns.
pub async fn script(page: &Page, script: &str, arguments: Vec<Value>) -> Result<Value> {
    Ok(page.driver.execute(script, arguments).await?.json().clone())
}

/// `leave` in a script: what it is given happens once the driver has its answer. Where a navigation comes
/// before that, the driver does not know what has run, and runs the script a second time.
const LEAVE: &str = "
    const leave = act => {
        window.isLeaving = true;
        setTimeout(() => {
            act();
            window.isLeaving = false;
        });
    };";

/// Waits until the page has done what it was left with, or is another one.
async fn has_left(page: &Page) -> Result<()> {
    until(page, "return !window.isLeaving", vec![]).await
}

/// Runs a script that may leave the page: history, addresses, links.
pub async fn leave(page: &Page, by: &str, arguments: Vec<Value>) -> Result<()> {
    // an arrow function has the arguments of the script
    script(page, &format!("{LEAVE} leave(() => {{ {by} }})"), arguments).await?;
    has_left(page).await
}

/// Goes to another link of the same document, which loads nothing.
pub async fn turn_to(page: &Page, link: &str) -> Result<()> {
    let link = link.trim_start_matches('#');
    leave(page, "location.hash = arguments[0]", vec![json!(link)]).await
}

/// Whether nothing is wider than the window. A phone shows the whole of a page that is too wide, so
/// that the window is wider then too.
pub async fn fits(page: &Page, view: View) -> Result<()> {
    let wide = script(page, "return document.documentElement.scrollWidth", vec![]).await?;
    ensure!(wide.as_u64() <= Some(view.width.into()), "{wide} pixels are used of {}", view.width);
    Ok(())
}

/// Whether everybody can read this part in these windows, in both colours. A quick run takes turns with
/// the colours.
pub async fn everybody_can_read(page: &Page, part: &str, views: &[View]) -> Result<()> {
    for (nth, view) in views.iter().enumerate() {
        for (at, theme) in Theme::BOTH.into_iter().enumerate() {
            if golden::is_everything() || nth % 2 == at {
                view.theme(theme).apply(&page.driver).await?;
                axe::audit_part(&page.driver, part).await?;
                fits(page, *view).await?;
            }
        }
    }
    Ok(())
}

/// Letters in pictures grow with those of the reader.
pub async fn letters_grow(page: &Page, texts: &[&str]) -> Result<()> {
    const HIGH: &str = "const [texts] = arguments;
        const high = it => document.querySelector(it)?.getBoundingClientRect().height ?? 0;";
    View::of_size(760, 900).apply(&page.driver).await?;
    let usual = format!("{HIGH} window.usual = texts.map(high); return usual.every(it => it)");
    until(page, &usual, vec![json!(texts)]).await?;
    script(page, "document.documentElement.style.fontSize = '200%'", vec![]).await?;
    let grown = format!("{HIGH} return texts.every((it, at) => high(it) > 1.8 * usual[at])");
    until(page, &grown, vec![json!(texts)]).await?;
    script(page, "document.documentElement.style.fontSize = ''", vec![]).await?;
    Ok(())
}

/// Goes into a frame of the site, in a document of the same site that has nothing else.
pub async fn frame(page: &Page, route: &str) -> Result<()> {
    const ADD: &str =
        "document.body.innerHTML = '<iframe title=frame width=700 height=700></iframe>';
        document.querySelector('iframe').src = arguments[0];";
    page.driver.goto(page.site.url("404.html")).await?;
    script(page, ADD, vec![json!(page.site.url(route))]).await?;
    Ok(page.driver.enter_frame(0).await?)
}

/// The address, once it has been the same for longer than the page waits to change it.
pub async fn settled_address(page: &Page) -> Result<String> {
    let mut address = page.driver.current_url().await?;
    loop {
        tokio::time::sleep(Duration::from_millis(800)).await;
        let now = page.driver.current_url().await?;
        if now == address {
            return Ok(now.to_string());
        }
        address = now;
    }
}

/// Clicks the first button or link with these words (or this name) in it: one that is visible, or
/// else one in a menu or in another tab of the sheet, which is opened first.
pub async fn click(page: &Page, words: &str) -> Result<()> {
    const CLICK: &str = "
        const says = it => (it.ariaLabel ?? '') + ' ' + it.innerText;
        const named = it => says(it).includes(arguments[0]);
        const all = [...document.querySelectorAll('button, a, summary, label, [role=button]')];
        const seen = all.find(it => it.checkVisibility() && named(it));
        const it = seen ?? all.find(it => it.closest('[popover], .lab.page main') && named(it));
        if (!it) return false;
        if (!seen) {
            const menu = it.closest('[popover]');
            if (menu) menu.showPopover();
            const tabs = { scheduler: 'Choices', program: 'Listing', time: 'Time', ever: 'Verdicts' };
            const tab = it.closest('.scheduler, .program, .time, .ever')?.classList[0];
            [...document.querySelectorAll('.tabs .tab')].find(it => it.innerText.includes(tabs[tab]))?.click();
            const fold = it.closest('details:not([open])');
            if (fold) fold.open = true;
            if (!menu) return false;
        }
        it.scrollIntoView({ block: 'center' });
        leave(() => it.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
        return true;";
    let click = format!("{LEAVE} {CLICK}");
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if script(page, &click, vec![json!(words)]).await? == json!(true) {
            return has_left(page).await;
        }
        pause().await;
    }
    bail!("nothing to click says {words:?}")
}

/// The text of an element, when it is drawn: `innerText` of a hidden one is all of its text.
pub async fn text(page: &Page, selector: &str) -> Result<String> {
    const TEXT: &str = "const it = document.querySelector(arguments[0]);
        return it?.checkVisibility() ? it.innerText : ''";
    let text = script(page, TEXT, vec![json!(selector)]).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Waits until an element's text has these words in it.
pub async fn says(page: &Page, selector: &str, words: &str) -> Result<()> {
    let start = Instant::now();
    let mut last = String::new();
    while start.elapsed() < PATIENCE {
        last = text(page, selector).await?;
        if last.contains(words) {
            return Ok(());
        }
        pause().await;
    }
    bail!("{selector} does not say {words:?} but {last:?}")
}

/// Waits until the address has this in it: it follows the reader a third of a second behind.
pub async fn address_has(page: &Page, part: &str) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if page.driver.current_url().await?.as_str().contains(part) {
            return Ok(());
        }
        pause().await;
    }
    bail!("the address is {}, without {part}", page.driver.current_url().await?)
}

/// Waits until a script returns true.
pub async fn until(page: &Page, what: &str, arguments: Vec<Value>) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if script(page, what, arguments.clone()).await? == json!(true) {
            return Ok(());
        }
        pause().await;
    }
    bail!("never so: {what} {arguments:?}")
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(30)).await;
}
