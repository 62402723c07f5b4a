//! A small static server for `dist/`.
use std::{
    fs,
    io::{self, ErrorKind, Write},
    net::{SocketAddr, TcpListener},
    path::{Component, Path, PathBuf},
    sync::Arc,
    thread,
};

use anyhow::Result;
use flate2::{Compression, write::GzEncoder};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::{
    assemble::{self, Documents, Profile},
    process::cargo,
};

pub const PORT: u16 = 8080;

/// What the site asks of every host.
const HEADERS: &str = include_str!("../../web/static/_headers");
/// A browser asks for several files at once.
const THREADS: usize = 4;

pub fn run(port: u16) -> Result<()> {
    // before the build: nobody wants to wait for it only to learn that the port is taken
    let listener = listen(port)?;
    assemble::build(Profile::Quick, &Documents::OnVisit, cargo)?;
    println!("Interleave is on http://{}/ (stop with Ctrl-C)", listener.local_addr()?);
    for thread in answer(listener, &assemble::dist())? {
        thread.join().expect("no panic in the server");
    }
    Ok(())
}

/// Serves a folder on a port that is free, for as long as this program runs.
pub fn beside(dir: &Path) -> Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    answer(listener, dir)?;
    Ok(address)
}

fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind(("127.0.0.1", port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {port} is taken; choose another: cargo xtask serve {}",
            port.checked_add(1).unwrap_or(PORT)
        ),
        _ => anyhow::Error::new(error).context(format!("cannot listen on port {port}")),
    })
}

fn answer(listener: TcpListener, dir: &Path) -> Result<Vec<thread::JoinHandle<()>>> {
    let server = Server::from_listener(listener, None).map_err(anyhow::Error::from_boxed)?;
    let server = Arc::new(server);
    let serve = |_| {
        let (server, dir) = (Arc::clone(&server), dir.to_owned());
        thread::spawn(move || {
            for request in server.incoming_requests() {
                // a browser that went away needs no answer
                let _ = respond(request, &dir);
            }
        })
    };
    Ok((0..THREADS).map(serve).collect())
}

fn respond(request: Request, dir: &Path) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::empty(405));
    }
    let (status, file) = find(dir, request.url());
    let mut bytes = fs::read(&file)?;
    let mut headers = vec![("Content-Type", content_type(&file)), ("Cache-Control", "no-cache")];
    headers.extend(HEADERS.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": ")));
    if takes_gzip(&request) && is_text_like(&file) {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&bytes)?;
        bytes = encoder.finish()?;
        headers.push(("Content-Encoding", "gzip"));
    }
    let mut response = Response::from_data(bytes).with_status_code(status);
    for (name, value) in headers {
        response.add_header(Header::from_bytes(name, value).expect("a header in ASCII"));
    }
    request.respond(response)
}

/// The file that answers, and with which status. A document that was not made beforehand is made in
/// the browser, if the site was built so.
fn find(dir: &Path, url: &str) -> (u16, PathBuf) {
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = Path::new(if path.is_empty() || path.ends_with('/') { "index.html" } else { path });
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let file = dir.join(path);
    let unmade = dir.join(assemble::UNMADE);
    if is_inside && file.is_file() {
        (200, file)
    } else if path.extension().is_some_and(|it| it == "html") && unmade.is_file() {
        (200, unmade)
    } else {
        (404, dir.join("404.html"))
    }
}

fn takes_gzip(request: &Request) -> bool {
    let mut headers = request.headers().iter();
    headers.any(|it| it.field.equiv("Accept-Encoding") && it.value.as_str().contains("gzip"))
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|it| it.to_str()).unwrap_or_default()
}

fn is_text_like(file: &Path) -> bool {
    !matches!(extension(file), "woff2" | "png" | "webp")
}

fn content_type(file: &Path) -> &'static str {
    match extension(file) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "xml" => "application/xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::Read,
        net::{Shutdown, TcpStream},
    };

    fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(format!("{request}\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn files_are_answered_and_nothing_outside_of_the_folder() {
        let dir = std::env::temp_dir().join(format!("interleave-serve-{}", std::process::id()));
        fs::create_dir_all(dir.join("sub")).unwrap();
        for (name, text) in [("index.html", "home"), ("sub/a.js", "script"), ("404.html", "none")] {
            fs::write(dir.join(name), text).unwrap();
        }
        let address = beside(&dir).unwrap();
        let home = ask(address, "GET / HTTP/1.0");
        assert!(home.starts_with("HTTP/1.0 200") && home.ends_with("home"), "{home}");
        assert!(home.contains("Access-Control-Allow-Origin: *"), "{home}");
        let script = ask(address, "GET /sub/a.js?v=1 HTTP/1.0");
        assert!(script.contains("text/javascript") && script.ends_with("script"), "{script}");
        for outside in ["/../Cargo.toml", "/sub/../../Cargo.toml", "/b.html"] {
            let answer = ask(address, &format!("GET {outside} HTTP/1.0"));
            assert!(answer.starts_with("HTTP/1.0 404") && answer.ends_with("none"), "{answer}");
        }
        assert!(ask(address, "POST / HTTP/1.0").starts_with("HTTP/1.0 405"));
        // where documents are made on a visit, one page stands in the place of each
        fs::write(dir.join(assemble::UNMADE), "unmade").unwrap();
        assert!(ask(address, "GET /b.html HTTP/1.0").ends_with("unmade"));
        fs::remove_dir_all(dir).unwrap();
    }
}
