//! What is known before a visit: `prerender DIST [SITE]` writes the pages, and, where the
//! site's address is known, what tells other sites about it.

mod compare;
mod document;
mod site;
#[cfg(feature = "social")]
mod social;

use anyhow::{Result, bail};
use catalog::{Entry, Limits, Report};
use document::Document;
use poster::snippets::escaped;
use site::Site;
use std::{env, fs, path::Path, thread};
use web::components::{Gallery, about, card, preview, stage::summary::summary};
use yew::{html::ChildrenProps, prelude::*};

const GALLERY: &str = "index.html";
const GALLERY_TITLE: &str = "Be the scheduler";

/// What a playground's page imports, one script by the other.
const PRELOADS: &str = "    <link rel=\"modulepreload\" href=\"start.js\">
    <link rel=\"modulepreload\" href=\"load.js\">
    <link rel=\"modulepreload\" href=\"engine.js\">
";

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
    let mut files = vec![("compare.html".into(), compare::page()?.into())];
    let mut pages = Vec::new();
    for (entry, report) in algorithms().zip(&reports()) {
        let page = page(entry, report, site)?;
        if let Some(site) = site {
            files.push(site.oembed(entry)?);
        }
        pages.push(page);
    }
    if site.is_some() {
        files.extend(pictures(&pages)?);
    }
    for page in pages {
        files.push(page.file(site)?);
    }
    files.push(gallery(site)?);
    if let Some(site) = site {
        files.push(site.map());
    }
    Ok(files)
}

/// Those of the gallery, and where a reader begins an own one.
fn algorithms() -> impl Iterator<Item = &'static Entry> {
    catalog::entries().iter().chain(catalog::unlisted())
}

/// The page of an algorithm.
fn page(entry: &'static Entry, report: &Report, site: Option<&Site>) -> Result<Document> {
    let card = escaped(&format!("{}{}", entry.slug, entry.card));
    Ok(Document {
        file: format!("{}.html", entry.slug),
        attributes: format!(" data-slug=\"{}\" data-card=\"{card}\"", entry.slug),
        title: format!("{} · Interleave", entry.name),
        description: entry.about().article.lead,
        alt: alt(entry),
        more: PRELOADS.to_owned() + &site.map_or_else(String::new, |it| it.discovery(entry)),
        app: html(preview(entry, report))?,
        below: html(about(entry))?,
        own: None,
    })
}

fn gallery(site: Option<&Site>) -> Result<File> {
    let gallery = html(html! { <Gallery /> })?;
    let document = Document {
        file: GALLERY.into(),
        attributes: String::new(),
        title: "Interleave: be the scheduler".into(),
        description: "Watch concurrent algorithms run, be their scheduler, break them, and have \
                      every interleaving checked, all in this tab.",
        alt: format!("{GALLERY_TITLE}. {}", alt(&catalog::entries()[0])),
        more: String::new(),
        app: String::new(),
        below: format!("<div id=\"gallery\">{gallery}</div>"),
        own: Some("gallery"),
    };
    document.file(site)
}

/// The picture of an algorithm in words.
fn alt(entry: &'static Entry) -> String {
    format!("{}. {}", entry.name, summary(&card(entry).moment()))
}

#[cfg(not(feature = "social"))]
fn pictures(_: &[Document]) -> Result<Vec<File>> {
    bail!("pictures for social cards take the feature `social`")
}

/// For social cards, each drawn on a thread of its own.
#[cfg(feature = "social")]
fn pictures(pages: &[Document]) -> Result<Vec<File>> {
    use social::{Raster, Social};
    let of = |(entry, page): (_, &Document)| {
        anyhow::Ok((site::picture_file(&page.file), Social::of(entry, &page.app)?))
    };
    let mut pictures = algorithms().zip(pages).map(of).collect::<Result<Vec<_>>>()?;
    pictures.push((site::picture_file(GALLERY), Social::of_gallery()));
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
fn reports() -> Vec<Report> {
    let check = |entry| {
        let mut search = card(entry).search(Limits::default());
        search.advance(usize::MAX);
        search.report()
    };
    thread::scope(|scope| {
        let threads: Vec<_> = algorithms().map(|entry| scope.spawn(move || check(entry))).collect();
        threads.into_iter().map(|it| it.join().expect("a search does not panic")).collect()
    })
}

#[cfg(test)]
mod tests;
