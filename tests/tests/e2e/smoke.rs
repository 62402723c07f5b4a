//! The page comes up, and for everyone.
use anyhow::Result;
use tests::{
    axe,
    browser::{Theme, View},
    page::on_page,
};

#[tokio::test]
async fn comes_up_accessible_in_both_themes() -> Result<()> {
    on_page("", View::DESKTOP, async |page| {
        for theme in Theme::BOTH {
            View::DESKTOP.theme(theme).apply(&page.driver).await?;
            axe::audit(&page.driver).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn fetches_each_file_once() -> Result<()> {
    on_page("", View::PHONE.reduced_motion(), async |page| {
        for file in ["/style.css", "/web.js", "/web_bg.wasm"] {
            anyhow::ensure!(page.site.hits(file) == 1, "{file}: {}", page.site.hits(file));
        }
        Ok(())
    })
    .await
}
