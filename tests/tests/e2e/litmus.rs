//! A litmus test that is pasted or dropped: what each memory allows, and the cycle that forbids it.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    browser::View,
    page::{Page, on_page},
};

use crate::reader::{address_has, click, everybody_can_read, says, script, text};

/// Drops a file on the page.
const DROP: &str = "const data = new DataTransfer();
    data.items.add(new File([arguments[1]], arguments[0]));
    document.body.dispatchEvent(new DragEvent('drop',
        { dataTransfer: data, bubbles: true, cancelable: true }));";

const MESSAGES: &str = "X86 MP
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV EAX,[y] ;
 MOV [y],$1 | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0)
";

async fn drop_file(page: &Page, name: &str, text: &str) -> Result<()> {
    script(page, DROP, vec![json!(name), json!(text)]).await?;
    Ok(())
}

#[tokio::test]
async fn each_memory_answers_and_the_test_opens_as_a_program() -> Result<()> {
    on_page("litmus.html", View::DESKTOP, async |page| {
        click(page, "store buffering").await?;
        for told in [
            "No under sequential: Forbid, Never. 0 of 3 final states satisfy the condition.",
            "Forbidden by a cycle: P0 W x=1 –po→ P0 R y=0 –fr→ P1 W y=1",
            "Ok under tso: Allow, Sometimes. 1 of 4 final states satisfies the condition.",
            "* 0:EAX=0; 1:EAX=0;",
        ] {
            says(page, "#memories", told).await?;
        }
        let arrows = "return document.querySelectorAll('#memories .cycle path').length";
        let arrows = script(page, arrows, vec![]).await?;
        ensure!(arrows == json!(4), "{arrows}");
        everybody_can_read(page, "body", &[View::DESKTOP, View::PHONE, View::TABLET]).await?;
        View::DESKTOP.apply(&page.driver).await?;
        address_has(page, "#test=").await?;
        // the address has the test
        let address = page.driver.current_url().await?.to_string();
        let fragment = address.split_once('#').map_or("", |it| it.1);
        page.load(&format!("litmus.html#{fragment}")).await?;
        says(page, "#memories", "Ok under tso: Allow, Sometimes.").await?;
        page.load(&format!("litmus.html#{}", &fragment[..fragment.len() - 9])).await?;
        says(page, "#trouble", "it was cut or changed after it was copied").await?;
        drop_file(page, "bad.litmus", &MESSAGES.replace("MOV EAX,[y]", "LEA EAX,[y]")).await?;
        says(page, "#trouble", "Line 4: ").await?;
        ensure!(text(page, "#memories").await?.is_empty());
        click(page, "store buffering").await?;
        click(page, "Open as a program").await?;
        address_has(page, "new.html#new?text=").await?;
        says(page, ".lab h1", "SB").await
    })
    .await
}

#[tokio::test]
async fn a_test_that_is_dropped_on_a_page_is_answered() -> Result<()> {
    on_page("peterson.html", View::DESKTOP, async |page| {
        drop_file(page, "mp.litmus", MESSAGES).await?;
        address_has(page, "litmus.html#test=").await?;
        says(page, "#memories", "No under tso: Forbid, Never. 0 of 3 final states").await?;
        says(page, "#memories", "Ok under pso: Allow, Sometimes.").await
    })
    .await
}

/// What x86 allows of the patterns that the field has names for.
#[tokio::test]
async fn the_examples_have_the_known_answers() -> Result<()> {
    const FORBID: &str = "No under tso: Forbid, Never.";
    on_page("litmus.html", View::DESKTOP, async |page| {
        for (example, claim, answer) in [
            ("load buffering", "0:EAX=1", FORBID),
            ("independent reads", "3:EBX=0", FORBID),
            ("2+2W", "x=2", FORBID),
            ("R", "y=2", "Ok under tso: Allow"),
            ("S", "1:EAX=1", FORBID),
            ("write to read", "2:EBX=0", FORBID),
            ("coherence", "1:EBX=0", FORBID),
            ("the same with fences", "0:EAX=0", FORBID),
        ] {
            click(page, example).await?;
            says(page, "#claim", claim).await?;
            says(page, "#memories", answer).await?;
        }
        Ok(())
    })
    .await
}
