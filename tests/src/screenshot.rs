//! Pictures of pages, in `target/screenshots/` or elsewhere.
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use thirtyfour::{
    WebDriver,
    cdp::domains::page::{CaptureScreenshot, ImageFormat},
    support::base64_decode,
};

use crate::root;

/// Time for the last transition to end.
const SETTLE: Duration = Duration::from_millis(300);

/// The whole page, also what is below the fold.
pub async fn save(driver: &WebDriver, name: &str) -> Result<PathBuf> {
    let dir = root().join("target/screenshots");
    fs::create_dir_all(&dir)?;
    let path = dir.join(format!("{name}.png"));
    let whole =
        CaptureScreenshot { capture_beyond_viewport: Some(true), ..CaptureScreenshot::default() };
    capture(driver, whole, &path).await?;
    Ok(path)
}

/// What is on the screen, as a small file.
pub async fn save_screen(driver: &WebDriver, path: &Path) -> Result<()> {
    let (format, quality) = (Some(ImageFormat::Webp), Some(90));
    capture(driver, CaptureScreenshot { format, quality, ..CaptureScreenshot::default() }, path)
        .await
}

async fn capture(driver: &WebDriver, how: CaptureScreenshot, path: &Path) -> Result<()> {
    tokio::time::sleep(SETTLE).await;
    let picture = driver.cdp().send(how).await?;
    Ok(fs::write(path, base64_decode(&picture.data)?)?)
}
