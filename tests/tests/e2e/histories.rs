//! A history that is pasted: an answer at once, drawn, and a link that has it all.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    console,
    page::{Page, on_page},
};

use crate::reader::{CLIPBOARD, address_has, click, everybody_can_read, says, script, text, until};

const ROUTE: &str = "history.html";

/// Whether each point is below its own bar.
const WITHIN: &str = "
    const box = it => it.getBoundingClientRect();
    const bars = [...document.querySelectorAll('.bar')].map(it => [it.textContent, box(it)]);
    const order = [...document.querySelectorAll('#operations code')].map(it => it.textContent);
    return [...document.querySelectorAll('.point')].every((it, nth) => {
        const at = box(it).left + box(it).width / 2;
        const bar = bars.find(([label]) => label === order[nth])[1];
        return bar.left < at && at < bar.right;
    })";

/// Drops a file on the page.
const DROP: &str = "const data = new DataTransfer();
    data.items.add(new File([arguments[0]], 'queue.jsonl'));
    document.body.dispatchEvent(new DragEvent('drop',
        { dataTransfer: data, bubbles: true, cancelable: true }));";

/// Counts what the browser draws.
const FRAMES: &str = "window.frames = 0;
    const count = () => { window.frames++; requestAnimationFrame(count) };
    count();";

/// Pastes a text into the field.
async fn paste(page: &Page, log: &str) -> Result<()> {
    const PASTE: &str = "const it = document.querySelector('#log');
        it.value = arguments[0];
        it.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    script(page, PASTE, vec![json!(log)]).await?;
    Ok(())
}

async fn choose(page: &Page, object: &str) -> Result<()> {
    const CHOOSE: &str = "const it = document.querySelector('#object');
        it.value = arguments[0];
        it.dispatchEvent(new Event('change', { bubbles: true }));";
    script(page, CHOOSE, vec![json!(object)]).await?;
    Ok(())
}

/// The cells of a table, or texts, with bars between them.
async fn all(page: &Page, css: &str) -> Result<String> {
    const ALL: &str = "return [...document.querySelectorAll(arguments[0])]
        .map(it => it.textContent).join('|')";
    Ok(script(page, ALL, vec![json!(css)]).await?.as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_history_with_an_order_has_points_and_one_without_a_reason() -> Result<()> {
    on_page(ROUTE, View::DESKTOP, async |page| {
        click(page, "a register, and an order").await?;
        says(page, "#verdict", "Linearizable. One possible order:").await?;
        says(page, "#counts", "4 operations of 3 processes").await?;
        let order = "write(1)|read → 1|write(2)|read → 2";
        ensure!(all(page, "#operations code").await? == order);
        ensure!(all(page, ".lanes .point").await? == "1|2|3|4");
        ensure!(script(page, WITHIN, vec![]).await? == json!(true));
        everybody_can_read(page, "body", &[View::DESKTOP, View::PHONE, View::TABLET]).await?;
        View::DESKTOP.apply(&page.driver).await?;

        click(page, "new, then old").await?;
        says(
            page,
            "#verdict",
            "No order explains read → 0: read → 1 had returned before it was called",
        )
        .await?;
        says(page, "#verdict", "what was logged up to line 5 has no order").await?;
        ensure!(all(page, ".bar.is-culprit").await? == "read → 1|read → 0");
        ensure!(all(page, ".bar:not(.is-culprit)").await? == "write(1)");
        says(page, "#notes", "equentially consistent").await?;
        everybody_can_read(page, "body", &[View::DESKTOP, View::PHONE, View::TABLET]).await?;
        for (example, head) in [
            ("popped twice", "No order explains"),
            ("a queue, and a crash", "Linearizable. One possible order:"),
        ] {
            click(page, example).await?;
            says(page, "#verdict", head).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_link_has_object_value_and_log() -> Result<()> {
    on_page(ROUTE, View::DESKTOP, async |page| {
        click(page, "new, then old").await?;
        says(page, "#verdict", "No order explains").await?;
        address_has(page, "object=register&initial=0&log=").await?;
        script(page, CLIPBOARD, vec![json!(true)]).await?;
        click(page, "Copy link").await?;
        says(page, "#copied", "Copied").await?;
        let copied = script(page, "return window.copied", vec![]).await?;
        let link = copied.as_str().unwrap_or_default().to_owned();
        let log = script(page, "return document.querySelector('#log').value", vec![]).await?;
        let fragment = link.split_once('#').map_or("", |it| it.1);
        page.load(&format!("{ROUTE}#{fragment}")).await?;
        says(
            page,
            "#verdict",
            "No order explains read → 0: read → 1 had returned before it was called",
        )
        .await?;
        let again = script(page, "return document.querySelector('#log').value", vec![]).await?;
        ensure!(log == again, "{again}");
        // one that was cut says so, and so does one of an object that nobody knows
        page.load(&format!("{ROUTE}#{}", &fragment[..fragment.len() - 9])).await?;
        says(page, "#trouble", "it was cut or changed after it was copied").await?;
        page.load(&format!("{ROUTE}#{}", fragment.replace("=register", "=tree"))).await?;
        says(page, "#trouble", "There is no object “tree”").await
    })
    .await
}

#[tokio::test]
async fn what_is_pasted_or_dropped_is_answered_and_an_error_has_its_line() -> Result<()> {
    on_page(ROUTE, View::DESKTOP, async |page| {
        choose(page, "queue").await?;
        paste(page, "{\"process\": 0, \"call\": \"enqueue\", \"args\": [1]}\n{\"process\": 0}\n")
            .await?;
        says(page, "#trouble", "Line 2: ").await?;
        ensure!(text(page, "#result").await?.is_empty());
        let log = "{\"process\": 0, \"call\": \"dequeue\"}\n{\"process\": 0, \"return\": 7}\n";
        script(page, DROP, vec![json!(log)]).await?;
        says(page, "#verdict", "No order explains dequeue → 7").await?;
        ensure!(text(page, "#trouble").await?.is_empty());
        // the same log of another object
        choose(page, "stack").await?;
        says(page, "#trouble", "Line 1: ").await
    })
    .await
}

/// A stack of which many calls overlap, and whose values come back in no order: nobody decides it soon.
fn hard() -> String {
    let line = |process: usize, said: String| format!("{{\"process\":{process},{said}}}\n");
    let calls = (0..60).map(|it| line(it, format!("\"call\":\"push\",\"args\":[{it}]")));
    let ends = (0..60).map(|it| line(it, "\"return\":null".into()));
    let pops = (60..120).map(|it| line(it, "\"call\":\"pop\"".into()));
    let pops: Vec<String> = pops.collect();
    let values = (0..60).map(|it| line(60 + it, format!("\"return\":{}", it * 37 % 60)));
    let last = [line(0, "\"call\":\"pop\"".into()), line(0, "\"return\":99".into())];
    calls.chain(ends).chain(pops).chain(values).chain(last).collect()
}

#[tokio::test]
async fn a_long_search_leaves_the_page_free_and_can_be_stopped() -> Result<()> {
    on_page(ROUTE, View::DESKTOP, async |page| {
        choose(page, "stack").await?;
        paste(page, &hard()).await?;
        says(page, "#pace", "Looking for an order").await?;
        script(page, FRAMES, vec![]).await?;
        until(page, "return window.frames > 10", vec![]).await?;
        says(page, "#pace", "Looking for an order").await?;
        click(page, "Stop").await?;
        says(page, "#pace", "Stopped.").await?;
        // the next one is answered
        click(page, "new, then old").await?;
        says(page, "#verdict", "No order explains").await
    })
    .await
}

/// A log that cannot be made short.
fn long() -> String {
    let values = (1..1_500_u64).map(|it| it.wrapping_mul(6_364_136_223_846_793_005) >> 12);
    let calls =
        values.map(|value| format!("{{\"process\":0,\"call\":\"write\",\"args\":[{value}]}}"));
    calls
        .flat_map(|call| [call, "{\"process\":0,\"return\":null}".into()])
        .collect::<Vec<_>>()
        .join("\n")
}

#[tokio::test]
async fn a_history_that_is_too_long_for_a_link_says_so() -> Result<()> {
    on_page(ROUTE, View::DESKTOP, async |page| {
        let log = long();
        paste(page, &log).await?;
        says(page, "#verdict", "Linearizable").await?;
        says(page, "#trouble", "This history is too long for a link").await?;
        ensure!(text(page, "#copy").await?.is_empty());
        ensure!(!page.driver.current_url().await?.as_str().contains('#'));
        page.load(&format!("{ROUTE}#object=register&log={}", "A".repeat(20_000))).await?;
        says(page, "#trouble", "The link is longer than 16000 characters").await?;
        console::no_errors(&page.driver).await
    })
    .await
}
