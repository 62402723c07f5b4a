//! Chromium as a reader has it: window, colours, motion.
use std::{sync::Mutex, time::Duration};

use anyhow::{Context, Result};
use reqwest::Client;
use serde_json::{Value, json};
use thirtyfour::{
    ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver, WindowHandle,
    cdp::domains::emulation::{MediaFeature, SetEmulatedMedia},
};

use crate::{chromedriver::Chromedriver, console};

/// How long a command to a browser may take.
const TIMEOUT: Duration = Duration::from_mins(2);

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

/// Browsers that no test uses at the moment. Tests run side by side, so there are as many as test
/// threads.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// A Chromium that tests use one after the other, each in a tab of its own.
pub struct Browser {
    pub driver: WebDriver,
    /// Stays open between tests: a browser without windows ends.
    home: WindowHandle,
    // after the driver, whose session it holds
    _chromedriver: Chromedriver,
}

impl Browser {
    /// A browser in a new tab, with an empty console.
    pub async fn take(view: View) -> Result<Self> {
        let idle = || IDLE.lock().expect("not poisoned").pop();
        while let Some(browser) = idle() {
            match browser.open_tab(view).await {
                Ok(()) => return Ok(browser),
                Err(error) => eprintln!("an idle browser has died: {error:#}"),
            }
        }
        let browser = Self::start().await?;
        browser.open_tab(view).await?;
        Ok(browser)
    }

    async fn start() -> Result<Self> {
        let chromedriver = Chromedriver::start()?;
        let mut wanted = DesiredCapabilities::chrome();
        for flag in flags()? {
            wanted.add_arg(&flag)?;
        }
        wanted.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
        // every test has a runtime of its own, and a connection ends with its runtime
        let client = Client::builder().pool_max_idle_per_host(0).timeout(TIMEOUT).build()?;
        let driver = WebDriver::builder(chromedriver.url(), wanted).client(client).await?;
        let home = driver.window().await?;
        Ok(Self { driver, home, _chromedriver: chromedriver })
    }

    async fn open_tab(&self, view: View) -> Result<()> {
        let tab = self.driver.new_tab().await?;
        self.driver.switch_to_window(tab).await?;
        // it has the focus, as the only tab of a reader's window has
        self.driver.cdp().send_raw("Page.bringToFront", json!({})).await?;
        view.apply(&self.driver).await?;
        console::errors(&self.driver).await?;
        Ok(())
    }

    /// Closes whatever a test has opened, and keeps the browser for the next test.
    pub async fn give_back(self) -> Result<()> {
        for window in self.driver.windows().await?.into_iter().filter(|it| *it != self.home) {
            self.driver.switch_to_window(window).await?;
            self.driver.close_window().await?;
        }
        self.driver.switch_to_window(self.home.clone()).await?;
        IDLE.lock().expect("not poisoned").push(self);
        Ok(())
    }
}

/// Chromium's flags: the same as for the wasm tests, whose runner reads this file too.
fn flags() -> Result<Vec<String>> {
    let file: Value = serde_json::from_str(include_str!("../../webdriver.json"))?;
    let flags = file["goog:chromeOptions"]["args"].clone();
    serde_json::from_value(flags).context("webdriver.json has no flags")
}
