//! A reader without a mouse.
use anyhow::Result;
use thirtyfour::{TypingData, WebDriver};

/// Types into whatever has the focus: a text, a `Key`, or `Key::Shift + "x"`.
pub async fn press(driver: &WebDriver, keys: impl Into<TypingData>) -> Result<()> {
    Ok(driver.action_chain().send_keys(keys).perform().await?)
}

/// What has the focus, as a screen reader would name it: label, text or id; empty for the page.
pub async fn focused(driver: &WebDriver) -> Result<String> {
    const NAME: &str = "let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        if (!at || at === document.body) return '';
        return (at.ariaLabel || at.innerText || at.id).trim();";
    let name = driver.execute(NAME, Vec::new()).await?;
    Ok(name.json().as_str().unwrap_or_default().to_owned())
}
