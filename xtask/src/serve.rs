//! A small static server for `dist/`.
use std::{io::ErrorKind, net::SocketAddr, path::Path, thread};

use anyhow::Result;
use axum::{
    Router,
    http::{HeaderName, HeaderValue, header::CACHE_CONTROL},
};
use tokio::net::TcpListener;
use tower_http::{
    compression::CompressionLayer,
    services::{ServeDir, ServeFile},
    set_header::SetResponseHeaderLayer,
};

use crate::assemble::{self, Profile};

pub const PORT: u16 = 8080;

/// What the site asks of every host.
const HEADERS: &str = include_str!("../../web/static/_headers");

pub fn run(port: u16) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        // before the build: nobody wants to wait for it only to learn that the port is taken
        let listener = listen(port).await?;
        assemble::build(Profile::Quick, None)?;
        println!("Interleave is on http://{}/ (stop with Ctrl-C)", listener.local_addr()?);
        Ok(axum::serve(listener, router(&assemble::dist())).await?)
    })
}

/// Serves a folder on a port that is free, for as long as this program runs.
pub fn beside(dir: &Path) -> Result<SocketAddr> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let router = router(dir);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    thread::spawn(move || {
        runtime
            .block_on(async { axum::serve(TcpListener::from_std(listener)?, router).await })
            .expect("a server on a port that it has");
    });
    Ok(address)
}

async fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {port} is taken; choose another: cargo xtask serve {}",
            port.checked_add(1).unwrap_or(PORT)
        ),
        _ => anyhow::Error::new(error).context(format!("cannot listen on port {port}")),
    })
}

fn router(dir: &Path) -> Router {
    let router = Router::new()
        .fallback_service(
            ServeDir::new(dir).not_found_service(ServeFile::new(dir.join("404.html"))),
        )
        .layer(CompressionLayer::new())
        // a rebuilt site is seen at the next reload
        .layer(fixed(CACHE_CONTROL, "no-cache"));
    let headers = HEADERS.lines().filter_map(|it| it.strip_prefix("  ")?.split_once(": "));
    headers.fold(router, |router, (name, value)| {
        router.layer(fixed(name.parse().expect("a header's name"), value))
    })
}

fn fixed(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}
