//! A static server on a free port that notes what it is asked for.
use std::{
    future,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Result, ensure};
use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, StatusCode, header::ACCESS_CONTROL_ALLOW_ORIGIN},
    middleware::{map_request, map_response},
    response::{IntoResponse, Response},
};
use tokio::{net::TcpListener, task::JoinHandle};
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

use crate::root;

pub struct Site {
    base: String,
    asked: Arc<Mutex<Vec<String>>>,
    is_down: Arc<AtomicBool>,
    server: JoinHandle<()>,
}

impl Site {
    /// The site that `cargo xtask build` made.
    pub async fn built() -> Result<Self> {
        let dist = root().join("dist");
        ensure!(dist.join("index.html").exists(), "no site yet: run `cargo xtask build`");
        Self::of(&dist).await
    }

    /// Any folder: a second origin, say.
    pub async fn of(dir: &Path) -> Result<Self> {
        // pages of other origins load the widget
        let any = HeaderValue::from_static("*");
        Self::with(dir, SetResponseHeaderLayer::overriding(ACCESS_CONTROL_ALLOW_ORIGIN, Some(any)))
            .await
    }

    /// The same, with no header for other origins.
    pub async fn plain(dir: &Path) -> Result<Self> {
        Self::with(dir, SetResponseHeaderLayer::overriding(ACCESS_CONTROL_ALLOW_ORIGIN, None)).await
    }

    async fn with(
        dir: &Path,
        headers: SetResponseHeaderLayer<Option<HeaderValue>>,
    ) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let asked = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&asked);
        let is_down = Arc::new(AtomicBool::new(false));
        let down = Arc::clone(&is_down);
        let app = Router::new()
            .fallback_service(ServeDir::new(dir))
            .layer(map_request(move |request: Request| {
                noted.lock().expect("not poisoned").push(request.uri().path().to_owned());
                future::ready(request)
            }))
            .layer(headers)
            .layer(map_response(move |response: Response| {
                future::ready(match down.load(Ordering::Relaxed) {
                    true => StatusCode::SERVICE_UNAVAILABLE.into_response(),
                    false => response,
                })
            }));
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, app).await;
        });
        Ok(Self { base, asked, is_down, server })
    }

    /// The address of a route such as `#bakery`, or of a file such as `style.css`.
    pub fn url(&self, route: &str) -> String {
        format!("{}/{route}", self.base)
    }

    /// From now on nothing is to be had.
    pub fn go_down(&self) {
        self.is_down.store(true, Ordering::Relaxed);
    }

    /// How often a path such as `/style.css` was asked for.
    pub fn hits(&self, path: &str) -> usize {
        self.asked.lock().expect("not poisoned").iter().filter(|asked| *asked == path).count()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}
