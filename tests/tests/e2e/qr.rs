//! The link as a QR code.
use anyhow::{Result, ensure};
use serde_json::json;
use tests::{
    axe,
    browser::{Theme, View},
    keyboard::press,
    page::on_page,
};
use thirtyfour::Key;

use crate::reader::{click, says, script, text, until};

const MOMENT: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

#[tokio::test]
async fn the_link_is_shown_as_a_code() -> Result<()> {
    on_page(&format!("bakery.html#{MOMENT}&theme=dark"), View::PHONE, async |page| {
        ensure!(page.site.hits("/qr.js") == 0, "loaded unasked");
        click(page, "QR code of the link").await?;
        let drawn = "const it = document.querySelector('dialog .qr img');
            return it?.naturalWidth > 0 && it.alt !== ''";
        until(page, drawn, vec![]).await?;
        // the link that is copied, too: colours are the reader's own affair
        let link = page.site.url(&format!("bakery.html#{MOMENT}"));
        ensure!(text(page, "dialog .address").await? == link);
        for theme in Theme::BOTH {
            View::PHONE.theme(theme).apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        ensure!(script(page, wide, vec![]).await? == json!(false), "scrolls sideways");
        press(&page.driver, Key::Escape).await?;
        until(page, "return !document.querySelector('dialog')", vec![]).await
    })
    .await
}

#[tokio::test]
async fn a_link_that_is_too_long_is_told() -> Result<()> {
    on_page("bakery.html", View::DESKTOP, async |page| {
        const OPEN: &str =
            "const show = (engine) => import('./qr.js').then(it => it.show(engine, arguments[0]));
            import('./load.js').then(it => it.load()).then(show)";
        let link = page.site.url(&format!("bakery.html#{}", "a".repeat(3_000)));
        script(page, OPEN, vec![json!(link)]).await?;
        says(page, "dialog [role=alert]", "too many for a QR code").await?;
        ensure!(text(page, "dialog .address").await? == link);
        Ok(())
    })
    .await
}
