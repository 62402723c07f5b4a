//! What is known before a visit: `prerender DIST [SITE]` writes the pages, which module has which
//! algorithm, and, where the site's address is known, what tells other sites about it.

mod compare;
mod document;
mod modules;
mod site;
mod social;

use anyhow::{Result, bail};
use catalog::{Entry, Limits, Report};
use document::Document;
use poster::snippets::escaped;
use site::{Site, picture_file};
use social::{Raster, Social};
use std::{env, fs, path::Path, rc::Rc, thread};
use web::components::{Gallery, about, card, preview};
use yew::{html::ChildrenProps, prelude::*};

const GALLERY: &str = "index.html";

/// A file's name and what is in it.
type File = (String, Vec<u8>);

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (dist, site) = match &args[..] {
        [dist] => (dist, None),
        [dist, site] => (dist, Some(Site::parse(site)?)),
        _ => bail!("usage: prerender DIST [SITE]"),
    };
    for (name, bytes) in files(site.as_ref())? {
        fs::write(Path::new(dist).join(name), bytes)?;
    }
    Ok(())
}

fn files(site: Option<&Site>) -> Result<Vec<File>> {
    let reports = reports();
    let mut files = vec![
        ("modules.js".into(), modules::script()?.into()),
        ("compare.html".into(), compare::page()?.into()),
    ];
    let mut pictures = Vec::new();
    for (entry, report) in catalog::entries().iter().zip(&reports) {
        let page = page(entry, report, site)?;
        if let Some(site) = site {
            files.push(site.oembed(entry)?);
            pictures.push((picture_file(&page.file), Social::of(entry, &page.app)?));
        }
        files.push(page.file(site)?);
    }
    files.push(gallery(reports, site)?);
    if let Some(site) = site {
        files.push(site.map());
        pictures.push((picture_file(GALLERY), Social::of_gallery()?));
        files.extend(drawn(&pictures)?);
    }
    Ok(files)
}

/// The page of an algorithm.
fn page(entry: &'static Entry, report: &Report, site: Option<&Site>) -> Result<Document> {
    let card = escaped(&format!("{}{}", entry.slug, entry.card));
    Ok(Document {
        file: format!("{}.html", entry.slug),
        attributes: format!(" data-slug=\"{}\" data-card=\"{card}\"", entry.slug),
        title: format!("{} · Interleave", entry.name),
        description: entry.article.lead,
        alt: social::alt(entry),
        more: site.map_or_else(String::new, |it| it.discovery(entry)),
        app: html(preview(entry, report))?,
        below: html(about(entry))?,
        own: None,
    })
}

fn gallery(reports: Vec<Rc<Report>>, site: Option<&Site>) -> Result<File> {
    let gallery = html(html! { <Gallery {reports} /> })?;
    let document = Document {
        file: GALLERY.into(),
        attributes: String::new(),
        title: "Interleave: be the scheduler".into(),
        description: "Watch concurrent algorithms run, be their scheduler, break them, and have \
                      every interleaving checked, all in this tab.",
        alt: social::gallery_alt(),
        more: String::new(),
        app: String::new(),
        below: format!("<div id=\"gallery\">{gallery}</div>"),
        own: Some("gallery"),
    };
    document.file(site)
}

/// Each picture on a thread of its own.
fn drawn(pictures: &[(String, Social)]) -> Result<Vec<File>> {
    let raster = Raster::new();
    let draw = |(file, picture): &(String, Social)| Ok((file.clone(), picture.png(&raster)?));
    thread::scope(|scope| {
        let threads: Vec<_> =
            pictures.iter().map(|picture| scope.spawn(|| draw(picture))).collect();
        threads.into_iter().map(|it| it.join().expect("drawing does not panic")).collect()
    })
}

#[component]
fn Rendered(props: &ChildrenProps) -> Html {
    props.children.clone()
}

fn html(children: Html) -> Result<String> {
    prerender::html::<Rendered>(ChildrenProps { children })
}

/// What the checker says of the setting of every card, which its page opens.
fn reports() -> Vec<Rc<Report>> {
    let check = |entry| {
        let mut search = card(entry).search(Limits::default());
        search.advance(usize::MAX);
        search.report()
    };
    let reports = thread::scope(|scope| {
        let threads: Vec<_> =
            catalog::entries().iter().map(|entry| scope.spawn(move || check(entry))).collect();
        threads
            .into_iter()
            .map(|it| it.join().expect("a search does not panic"))
            .collect::<Vec<_>>()
    });
    reports.into_iter().map(Rc::new).collect()
}

#[cfg(test)]
mod tests;
