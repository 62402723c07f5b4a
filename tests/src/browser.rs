//! Chromium as a reader has it: window, colours, motion.
use anyhow::{Context, Result};
use serde_json::Value;
use thirtyfour::{
    ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver,
    cdp::domains::emulation::{MediaFeature, SetEmulatedMedia},
};

use crate::chromedriver::Chromedriver;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Up to here scroll bars take no room, as on a phone.
const PHONE_WIDTH_MAX: u32 = 600;

/// How a reader looks at the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    pub width: u32,
    pub height: u32,
    pub theme: Theme,
    pub reduced_motion: bool,
    /// The system chooses the colours, and there are few.
    pub forced_colours: bool,
}

impl View {
    pub const DESKTOP: Self = Self::of_size(1440, 900);
    pub const TABLET: Self = Self::of_size(768, 1024);
    pub const PHONE: Self = Self::of_size(360, 740);

    /// Light, and with the usual motion.
    pub const fn of_size(width: u32, height: u32) -> Self {
        Self { width, height, theme: Theme::Light, reduced_motion: false, forced_colours: false }
    }

    #[must_use]
    pub const fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    #[must_use]
    pub const fn reduced_motion(self) -> Self {
        Self { reduced_motion: true, ..self }
    }

    #[must_use]
    pub const fn forced_colours(self) -> Self {
        Self { forced_colours: true, ..self }
    }

    /// Turns an open browser to this view; pages see it at once and keep it.
    pub async fn apply(self, driver: &WebDriver) -> Result<()> {
        let cdp = driver.cdp();
        // not the window's size: Chromium refuses windows narrower than 500 pixels
        let phone = self.width <= PHONE_WIDTH_MAX;
        cdp.emulation().set_device_metrics_override(self.width, self.height, 1.0, phone).await?;
        let motion = if self.reduced_motion { "reduce" } else { "no-preference" };
        let feature =
            |name: &str, value: &str| MediaFeature { name: name.into(), value: value.into() };
        let forced = if self.forced_colours { "active" } else { "none" };
        let features = vec![
            feature("prefers-color-scheme", self.theme.name()),
            feature("prefers-reduced-motion", motion),
            feature("forced-colors", forced),
        ];
        cdp.send(SetEmulatedMedia { media: None, features: Some(features) }).await?;
        Ok(())
    }
}

pub async fn open(chromedriver: &Chromedriver, view: View) -> Result<WebDriver> {
    let mut wanted = DesiredCapabilities::chrome();
    for flag in flags()? {
        wanted.add_arg(&flag)?;
    }
    wanted.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
    let driver = WebDriver::new(chromedriver.url(), wanted).await?;
    view.apply(&driver).await?;
    Ok(driver)
}

/// Chromium's flags: the same as for the wasm tests, whose runner reads this file too.
fn flags() -> Result<Vec<String>> {
    let file: Value = serde_json::from_str(include_str!("../../webdriver.json"))?;
    let flags = file["goog:chromeOptions"]["args"].clone();
    serde_json::from_value(flags).context("webdriver.json has no flags")
}
