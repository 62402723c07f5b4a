//! Texts that a link names by their address.
use anyhow::{Result, ensure};
use axum::http::header::ACCESS_CONTROL_ALLOW_ORIGIN;
use tests::{browser::View, page::with_browser};

use crate::{
    hosts::Host,
    reader::{click, everybody_can_read, says, script, text, turn_to, until},
};

const LOCK: &str = "algorithm From elsewhere\n\nprocess i of 2, for ever:\n  remainder:\n    pause\n  critical:\n    pause\n";

#[tokio::test]
async fn a_text_is_read_where_a_link_says() -> Result<()> {
    let host = Host::new("addressed").await?;
    host.write("lock.ilv", LOCK)?;
    host.write("wrong.ilv", &LOCK.replace("pause", "paus"))?;
    host.write("long.ilv", &"# much too long\n".repeat(5_000))?;
    host.write("page.html", "<!doctype html>")?;
    with_browser(View::DESKTOP, async |page| {
        let link = |file: &str| format!("new?from={}", host.site.url(file));
        page.load(&format!("new.html#{}", link("lock.ilv"))).await?;
        says(page, "dialog [role=status]", "does not let other sites read its files").await?;
        everybody_can_read(page, "dialog", &[View::DESKTOP, View::PHONE]).await?;
        host.site.send(ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        click(page, "Try again").await?;
        let address = host.site.url("lock.ilv");
        says(page, ".notices", &format!("The text was read from {address}.")).await?;
        ensure!(text(page, "h1").await? == "From elsewhere");
        // nobody has published what it would be compared with
        until(page, "return !!document.querySelector('.sheet textarea')", vec![]).await?;
        let compared =
            "return document.querySelectorAll('.editor-was li, .sheet .changed, .differs').length";
        ensure!(script(page, compared, vec![]).await? == 0);
        // asked for in the gallery it is read once there, and once on its page
        page.visit("").await?;
        turn_to(page, &link("none.ilv")).await?;
        says(page, "dialog [role=status]", "answers “404 Not Found”.").await?;
        until(page, "return document.querySelectorAll('dialog').length === 1", vec![]).await?;
        page.visit("new.html").await?;
        // another one, on the page that is there
        for (file, why) in [
            ("none.ilv", "answers “404 Not Found”."),
            ("long.ilv", "It has more than 65536 bytes."),
            ("page.html", "There is a page, and no text by itself."),
        ] {
            turn_to(page, &link(file)).await?;
            says(page, "dialog [role=status]", why).await?;
            click(page, "Close").await?;
            says(page, ".notices", "has not been read, and the published listing is used").await?;
        }
        turn_to(page, &link("wrong.ilv")).await?;
        says(page, ".notices", "The listing in the link cannot be run. Line 5").await?;
        until(page, "return !document.querySelector('dialog')", vec![]).await
    })
    .await
}
