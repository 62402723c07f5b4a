//! The reference of the language as a page.
use anyhow::{Result, ensure};
use tests::{browser::View, console, page::on_page};

use crate::{
    embed::{inside, widget_says},
    reader::{click, everybody_can_read, leave, says, script, text, until},
};

#[tokio::test]
async fn the_reference_can_be_found_and_its_examples_run() -> Result<()> {
    on_page("index.html", View::DESKTOP.reduced_motion(), async |page| {
        click(page, "The language").await?;
        says(page, "h1", "The language").await?;
        // all of it is long: a quick run looks at what each kind of part has
        let part = golden::quick_or("nav, main > :nth-child(-n + 30)", "body");
        everybody_can_read(page, part, &[View::DESKTOP, View::PHONE]).await?;
        View::DESKTOP.reduced_motion().apply(&page.driver).await?;
        // each name on the left leads to where it stands
        leave(
            page,
            "document.querySelector('#contents a[href=\"#exactly-what-is-a-step\"]').click()",
            vec![],
        )
        .await?;
        let is_there = "const { top } = document.querySelector('#exactly-what-is-a-step')
            .getBoundingClientRect(); return top >= 0 && top < innerHeight / 2";
        until(page, is_there, vec![]).await?;
        // the first example, step by step
        inside(page, 0, "button").await?.click().await?;
        widget_says(page, 0, ".where", "step 0 of 0").await?;
        ensure!(text(page, "main").await?.contains("Open and change it"));
        // and as a page of its own, with its text
        let to = "return document.querySelector('.example a').getAttribute('href')";
        let to = script(page, to, vec![]).await?;
        page.visit(to.as_str().unwrap_or_default()).await?;
        says(page, "h1", "A counter").await?;
        console::no_errors(&page.driver).await?;
        Ok(())
    })
    .await
}
