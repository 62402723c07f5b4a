//! What the browser had to complain about.
use anyhow::{Result, ensure};
use thirtyfour::WebDriver;

/// Errors since the last call: uncaught ones, `console.error`, and files that did not load.
pub async fn errors(driver: &WebDriver) -> Result<Vec<String>> {
    let log = driver.browser_log().await?;
    let severe = log.into_iter().filter(|entry| entry.level == "SEVERE");
    Ok(severe.map(|entry| entry.message).collect())
}

pub async fn no_errors(driver: &WebDriver) -> Result<()> {
    let errors = errors(driver).await?;
    ensure!(errors.is_empty(), "errors in the console:\n{}", errors.join("\n"));
    Ok(())
}
