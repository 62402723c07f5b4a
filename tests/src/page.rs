//! One test, one page: starts what the test needs, and cleans up.
use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use thirtyfour::{By, WebDriver, extensions::query::ElementQueryable};

use crate::{
    browser::{Browser, View},
    console, screenshot,
    site::Site,
};

/// How long a page may take to appear; generous, as machines may be busy.
const PATIENCE: Duration = Duration::from_mins(1);
/// The gallery, a playground, a refusal, or a page of another kind.
const DRAWN: &str =
    "[data-route=gallery] main, .lab:not(.coming *, .preview *), .lost, body > main";
const POLL: Duration = Duration::from_millis(50);

pub struct Page {
    pub driver: WebDriver,
    pub site: Site,
    browser: Browser,
}

impl Page {
    async fn open(view: View) -> Result<Self> {
        let site = Site::built().await?;
        let browser = Browser::take(view).await?;
        Ok(Self { driver: browser.driver.clone(), site, browser })
    }

    /// Loads a route such as `#bakery` afresh.
    pub async fn load(&self, route: &str) -> Result<()> {
        // from elsewhere: a change of nothing but the hash loads nothing
        self.driver.goto("about:blank").await?;
        Ok(self.driver.goto(self.site.url(route)).await?)
    }

    /// Loads a route, and waits until the page is drawn.
    pub async fn visit(&self, route: &str) -> Result<()> {
        self.load(route).await?;
        let drawn = self.driver.query(By::Css(DRAWN)).wait(PATIENCE, POLL).exists().await?;
        drawn.then_some(()).with_context(|| format!("nothing is drawn at {route:?}"))
    }
}

/// Visits a route and takes the steps, none of which may leave an error in the console.
pub async fn on_page(
    route: &str,
    view: View,
    mut steps: impl AsyncFnMut(&Page) -> Result<()>,
) -> Result<()> {
    with_browser(view, async |page| {
        page.visit(route).await?;
        steps(page).await?;
        console::no_errors(&page.driver).await
    })
    .await
}

/// Takes the steps, which may also assert, in a new tab of a browser. After a success the tab is
/// closed, and the browser serves the next test. After a failure there is a picture of the page at
/// that moment, and the browser is closed. When the browser itself is gone, the steps are taken
/// once more in another.
pub async fn with_browser(
    view: View,
    mut steps: impl AsyncFnMut(&Page) -> Result<()>,
) -> Result<()> {
    let mut page = Page::open(view).await?;
    let mut outcome = or_panic(steps(&page)).await;
    if let (Err(error), Err(gone)) = (&outcome, page.driver.current_url().await) {
        eprintln!("{error:#}\nthe browser is gone, and the test begins anew: {gone}");
        page = Page::open(view).await?;
        outcome = or_panic(steps(&page)).await;
    }
    match outcome {
        Ok(()) => page.browser.give_back().await,
        Err(error) => {
            let error = with_evidence(&page.driver, error).await;
            page.driver.quit().await?;
            Err(error)
        }
    }
}

/// A panic as an error.
async fn or_panic(steps: impl Future<Output = Result<()>>) -> Result<()> {
    let mut steps = pin!(steps);
    let outcome =
        poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| steps.as_mut().poll(context))) {
            Ok(poll) => poll.map(Some),
            Err(_) => Poll::Ready(None),
        });
    match outcome.await {
        Some(outcome) => outcome,
        None => bail!("panicked, see above"),
    }
}

/// Adds to an error what is needed to understand it later.
async fn with_evidence(driver: &WebDriver, error: anyhow::Error) -> anyhow::Error {
    let test = thread::current().name().unwrap_or("test").replace("::", "-");
    let console = console::errors(driver).await.unwrap_or_default();
    let picture = screenshot::save(driver, &format!("failed-{test}")).await;
    let picture = picture.map_or_else(|e| e.to_string(), |path| path.display().to_string());
    error.context(format!("picture: {picture}, console: {console:?}"))
}
