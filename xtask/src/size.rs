//! What visits download, held to budgets.
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::assemble::{dist, sorted};

/// For a document and what it needs before it is seen, gzipped.
const FIRST_PAINT_BYTES: usize = 31_000;
/// For what the first search of a visit loads, gzipped.
const SEARCH_BYTES: usize = 40_000;
/// For the engine with so many algorithms, gzipped: loaded once for the whole site.
const ENGINE_BYTES: usize = 1_135_000;
const ALGORITHMS: usize = 31;
/// For each algorithm more.
const ALGORITHM_BYTES: usize = 25_000;
/// For what answers on the pages of histories and of litmus tests, gzipped: each is loaded there alone.
const MONITOR_BYTES: usize = 150_000;
const AXIOMS_BYTES: usize = 80_000;
/// For what writes films, gzipped: loaded when a reader makes one.
const FILM_BYTES: usize = 45_000;
/// For what a page with an `<interleave-run>` loads before a reader asks for more.
const FACADE_BYTES: usize = 6_000;
/// For what npm downloads, with the engine of so many algorithms.
const PACKAGE_BYTES: usize = ENGINE_BYTES + 60_000;
/// For the extension for VS Code, with the language server.
const EXTENSION_BYTES: usize = 1_600_000;
/// What servers use unless they are configured.
const GZIP_LEVEL: u32 = 6;

/// What the pages of algorithms and the gallery need before they are seen.
const PAGE: [&str; 2] = ["first.js", "style.css"];
const GALLERY: [&str; 4] = ["index.html", "first.js", "style.css", "gallery.css"];
const SEARCH: [&str; 1] = ["search.json"];
const ENGINE: [&str; 2] = ["engine.js", "engine_bg.wasm"];
const MONITOR: [&str; 2] = ["monitor.js", "monitor_bg.wasm"];
const AXIOMS: [&str; 2] = ["axioms.js", "axioms_bg.wasm"];
const FILM: [&str; 2] = ["film.js", "film_bg.wasm"];
const FACADE: [&str; 1] = ["interleave-run.js"];

/// What is loaded before the engine, which no profile changes.
pub fn documents(dist: &Path) -> Result<()> {
    let pages = pages(dist)?;
    let page = pages.iter().map(|page| gzipped(page)).collect::<Result<Vec<_>>>()?;
    let page = page.into_iter().max().context("no page of an algorithm")? + all(dist, &PAGE)?;
    within("before the gallery is seen", all(dist, &GALLERY)?, FIRST_PAINT_BYTES)?;
    within("before a playground's page is seen", page, FIRST_PAINT_BYTES)?;
    within("the first search", all(dist, &SEARCH)?, SEARCH_BYTES)?;
    within("<interleave-run>", all(dist, &FACADE)?, FACADE_BYTES)
}

/// The engine as it is shipped, the monitor of histories, the axioms of litmus tests, and what writes films.
pub fn engine(dist: &Path) -> Result<()> {
    let more = pages(dist)?.len().saturating_sub(ALGORITHMS);
    within("the monitor of histories", all(dist, &MONITOR)?, MONITOR_BYTES)?;
    within("the axioms of litmus tests", all(dist, &AXIOMS)?, AXIOMS_BYTES)?;
    within("what writes films", all(dist, &FILM)?, FILM_BYTES)?;
    within("the engine", all(dist, &ENGINE)?, ENGINE_BYTES + more * ALGORITHM_BYTES)
}

/// The package for npm: a figure before a reader asks for more, the engine as it is shipped, and the whole.
pub fn package(dir: &Path) -> Result<()> {
    let more = ALGORITHM_BYTES * pages(&dist())?.len().saturating_sub(ALGORITHMS);
    let files = sorted(dir)?.iter().map(|it| gzipped(it)).collect::<Result<Vec<_>>>()?;
    within("<interleave-run> in the package", all(dir, &FACADE)?, FACADE_BYTES)?;
    within("the engine in the package", all(dir, &ENGINE)?, ENGINE_BYTES + more)?;
    within("the package", files.iter().sum(), PACKAGE_BYTES + more)
}

pub fn extension(file: &Path) -> Result<()> {
    within("the extension", fs::metadata(file)?.len() as usize, EXTENSION_BYTES)
}

/// Those of algorithms.
fn pages(dist: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = sorted(dist)?;
    pages.retain(|it| it.extension().is_some_and(|it| it == "html"));
    let mut found = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        if text.lines().nth(1).is_some_and(|root| root.contains(" data-slug=")) {
            found.push(page);
        }
    }
    Ok(found)
}

fn all(dist: &Path, names: &[&str]) -> Result<usize> {
    names.iter().map(|name| gzipped(&dist.join(name))).sum()
}

fn within(what: &str, bytes: usize, budget: usize) -> Result<()> {
    println!("{what:40} {bytes:>9} of {budget} bytes gzipped");
    ensure!(bytes <= budget, "{what} is over its budget: {bytes} of {budget} bytes");
    Ok(())
}

fn gzipped(file: &Path) -> Result<usize> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    encoder.write_all(&bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::{FACADE_BYTES, *};
    use crate::process::root;

    /// What a README tells of sizes is what is held.
    #[test]
    fn the_package_tells_its_budgets() -> Result<()> {
        let listings = sorted(&root().join("crates/algorithms/listings"))?;
        let ours = listings.iter().filter(|it| it.extension().is_some_and(|it| it == "ilv"));
        let more = ALGORITHM_BYTES * ours.count().saturating_sub(ALGORITHMS);
        let readme = fs::read_to_string(root().join("web/npm/README.md"))?;
        let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
        for told in [
            format!("loads at most {} kB", FACADE_BYTES / 1000),
            format!("at most {} kB gzipped", (ENGINE_BYTES + more).div_ceil(10_000) * 10),
        ] {
            assert!(readme.contains(&told), "no “{told}” in: {readme}");
        }
        Ok(())
    }
}
