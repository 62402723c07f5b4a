//! What a visit downloads, held to a budget.
use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::assemble::{CREW, EXPORTER, modules, sorted};

/// What the site has for others than a first visitor. All else counts, so that nothing new slips
/// past the budget.
const FOR_OTHERS: [&str; 16] = [
    "404.html",
    "examples",
    "interleave-run.js",
    "dialog.js",
    "embed.js",
    "export.js",
    "frames.js",
    "poster.js",
    "qr.js",
    EXPORTER,
    CREW,
    "_headers",
    "compare.html",
    "compare.css",
    "compare.js",
    "side.js",
];
/// The gallery is another visit.
const GALLERY: [&str; 4] = ["index.html", "gallery.js", "gallery.css", "colours.js"];
/// What a page needs besides itself before it is seen.
const BEFORE_PAINT: [&str; 2] = ["first.js", "style.css"];
/// For a page and what it needs before it is seen, gzipped.
const FIRST_PAINT_BYTES: usize = 30_000;
/// For all that a visit to one algorithm loads, gzipped.
const BUDGET_BYTES: usize = 250_000;
/// For what makes files and snippets of a run, which is loaded when a reader asks for one.
const EXPORTER_BYTES: usize = 95_000;
/// For what searches on several cores, which is loaded when a reader asks for a long search.
const CREW_BYTES: usize = 820_000;
/// For what a page with an `<interleave-run>` loads before a reader asks for more.
const FACADE_BYTES: usize = 6_000;
/// What servers use when nobody tells them otherwise.
const GZIP_LEVEL: u32 = 6;

/// A file by its name, and how large it is gzipped.
type File = (String, usize);

pub fn report(dist: &Path) -> Result<()> {
    let modules = modules()?;
    println!("{:32} {:>9} {:>9}", "every visit, but for the gallery", "bytes", "gzipped");
    let shared = files(dist, |name| modules.iter().any(|it| it == name) || is_algorithm(name))?;
    println!("one of these pages as well");
    let pages = files(dist, |name| !is_algorithm(name))?;
    println!("one of these engines as well");
    let engines = modules.iter().map(|module| Ok(sum(&files(&dist.join(module), |_| false)?)));
    let engines = engines.collect::<Result<Vec<_>>>()?;
    println!("for a file of a run");
    let exporter = sum(&files(&dist.join(EXPORTER), |_| false)?);
    println!("for a long search");
    let crew = sum(&files(&dist.join(CREW), |_| false)?);

    let of = |name: &str| {
        let file = shared.iter().find(|it| it.0 == name);
        file.map(|it| it.1).with_context(|| format!("there is no {name}"))
    };
    let before_paint = BEFORE_PAINT.iter().map(|it| of(it)).sum::<Result<usize>>()?;
    let gallery = of("index.html")? + of("gallery.css")?;
    let page = pages.iter().map(|it| it.1).max().context("no page of an algorithm")?;
    let first_paint = page.max(gallery) + before_paint;
    let others = shared.iter().filter(|(name, _)| GALLERY.contains(&&**name)).map(|it| it.1);
    let visit = sum(&shared) - others.sum::<usize>()
        + page
        + engines.into_iter().max().context("no engine")?;
    for (what, bytes, budget) in [
        ("before a page is seen", first_paint, FIRST_PAINT_BYTES),
        ("a visit to one algorithm", visit, BUDGET_BYTES),
        ("<interleave-run>", facade(dist)?, FACADE_BYTES),
        ("the exporter", exporter, EXPORTER_BYTES),
        ("the crew", crew, CREW_BYTES),
    ] {
        println!("{:42} {bytes:>9} of {budget}", format!("{what}, at most"));
        ensure!(bytes <= budget, "{what} is over its budget: {bytes} bytes");
    }
    Ok(())
}

/// Whether a file is the page of an algorithm.
fn is_algorithm(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == "html") && name != "index.html"
}

fn sum(files: &[File]) -> usize {
    files.iter().map(|it| it.1).sum()
}

/// A folder's files that count, each of them told.
fn files(dir: &Path, is_other: impl Fn(&str) -> bool) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in sorted(dir)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if FOR_OTHERS.contains(&&*name) || name.ends_with(".d.ts") || is_other(&name) {
            continue;
        }
        ensure!(path.is_file(), "{name} is a folder that nobody accounts for");
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let gzipped = gzipped_len(&bytes)?;
        let parent = dir.file_name().unwrap_or_default().to_string_lossy();
        println!("{:32} {:>9} {gzipped:>9}", format!("{parent}/{name}"), bytes.len());
        files.push((name.into_owned(), gzipped));
    }
    Ok(files)
}

fn facade(dist: &Path) -> Result<usize> {
    ["interleave-run.js", "modules.js"].iter().try_fold(0, |sum, name| {
        Ok(sum + gzipped_len(&fs::read(dist.join(name)).with_context(|| (*name).to_owned())?)?)
    })
}

fn gzipped_len(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
