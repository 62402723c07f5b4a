//! Pictures of pages in `target/screenshots/`.
use std::{fs, path::PathBuf, time::Duration};

use anyhow::Result;
use thirtyfour::{WebDriver, cdp::domains::page::CaptureScreenshot, support::base64_decode};

use crate::root;

/// Time for the last transition to end.
const SETTLE: Duration = Duration::from_millis(300);

/// The whole page, also what is below the fold.
pub async fn save(driver: &WebDriver, name: &str) -> Result<PathBuf> {
    tokio::time::sleep(SETTLE).await;
    let whole =
        CaptureScreenshot { capture_beyond_viewport: Some(true), ..CaptureScreenshot::default() };
    let picture = driver.cdp().send(whole).await?;
    let dir = root().join("target/screenshots");
    fs::create_dir_all(&dir)?;
    let path = dir.join(format!("{name}.png"));
    fs::write(&path, base64_decode(&picture.data)?)?;
    Ok(path)
}
