//! A static server on a free port that notes what it is asked for.
use std::{
    collections::{HashMap, HashSet},
    fs, future,
    path::Path,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, ensure};
use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::CONTENT_TYPE},
    middleware::{Next, from_fn, map_request, map_response},
    response::{IntoResponse, Response},
};
use tokio::{net::TcpListener, task::JoinHandle};
use tower_http::services::ServeDir;

use crate::root;

/// What is said in place of a file; none if that is lost.
type Instead = Arc<Mutex<HashMap<String, Option<String>>>>;

pub struct Site {
    base: String,
    asked: Arc<Mutex<Vec<String>>>,
    is_down: Arc<AtomicBool>,
    instead: Instead,
    headers: Arc<Mutex<HeaderMap>>,
    server: JoinHandle<()>,
}

impl Site {
    /// The site that `cargo xtask build` made, on a host that sends what it says.
    pub async fn built() -> Result<Self> {
        let dist = root().join("dist");
        ensure!(dist.join("index.html").exists(), "no site yet: run `cargo xtask build`");
        let said = fs::read_to_string(dist.join("_headers")).context("_headers")?;
        let pairs = said.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": "));
        let header = |(name, value): (&str, &str)| {
            anyhow::Ok((name.parse::<HeaderName>()?, value.parse::<HeaderValue>()?))
        };
        let headers: HeaderMap = pairs.map(header).collect::<Result<_>>()?;
        ensure!(!headers.is_empty(), "no headers");
        Self::with(&dist, headers).await
    }

    /// Any folder: a second origin, say, with no header for others.
    pub async fn plain(dir: &Path) -> Result<Self> {
        Self::with(dir, HeaderMap::new()).await
    }

    async fn with(dir: &Path, headers: HeaderMap) -> Result<Self> {
        let listener = listen().await?;
        let base = format!("http://{}", listener.local_addr()?);
        let asked = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&asked);
        let is_down = Arc::new(AtomicBool::new(false));
        let down = Arc::clone(&is_down);
        let instead = Instead::default();
        let others = Arc::clone(&instead);
        let headers = Arc::new(Mutex::new(headers));
        let sent = Arc::clone(&headers);
        let app = Router::new()
            .fallback_service(ServeDir::new(dir))
            .layer(from_fn(move |request: Request, next: Next| {
                let other = others.lock().expect("not poisoned").get(request.uri().path()).cloned();
                let is_script =
                    Path::new(request.uri().path()).extension().is_some_and(|it| it == "js");
                async move {
                    match other {
                        None => next.run(request).await,
                        Some(None) => StatusCode::NOT_FOUND.into_response(),
                        Some(Some(text)) => {
                            let kind = if is_script { "text/javascript" } else { "text/html" };
                            ([(CONTENT_TYPE, kind)], text).into_response()
                        }
                    }
                }
            }))
            .layer(map_request(move |request: Request| {
                noted.lock().expect("not poisoned").push(request.uri().path().to_owned());
                future::ready(request)
            }))
            .layer(map_response(move |mut response: Response| {
                response.headers_mut().extend(sent.lock().expect("not poisoned").clone());
                future::ready(match down.load(Ordering::Relaxed) {
                    true => StatusCode::SERVICE_UNAVAILABLE.into_response(),
                    false => response,
                })
            }));
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, app).await;
        });
        Ok(Self { base, asked, is_down, instead, headers, server })
    }

    /// The address of a route such as `#bakery`, or of a file such as `style.css`.
    pub fn url(&self, route: &str) -> String {
        format!("{}/{route}", self.base)
    }

    /// From now on every reply has this header.
    pub fn send(&self, name: HeaderName, value: &'static str) {
        let value = HeaderValue::from_static(value);
        self.headers.lock().expect("not poisoned").insert(name, value);
    }

    /// From now on nothing is to be had.
    pub fn go_down(&self) {
        self.is_down.store(true, Ordering::Relaxed);
    }

    /// From now on a path has another script or document, or nothing.
    pub fn replace(&self, path: &str, script: Option<String>) {
        self.instead.lock().expect("not poisoned").insert(path.to_owned(), script);
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

/// Listens on a port that no site of this program has had: a browser keeps storage, caches and
/// service workers by address, and outlives a test.
async fn listen() -> Result<TcpListener> {
    static USED: LazyLock<Mutex<HashSet<u16>>> = LazyLock::new(Mutex::default);
    loop {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        if USED.lock().expect("not poisoned").insert(listener.local_addr()?.port()) {
            return Ok(listener);
        }
    }
}
