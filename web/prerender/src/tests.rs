mod links;
#[cfg(feature = "social")]
mod social;

use super::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::LazyLock,
};

static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(reports);
/// Of a site of which nobody knows the address.
static BARE: LazyLock<Vec<File>> =
    LazyLock::new(|| files(&REPORTS, &web::written::written, None).unwrap());
static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| texts(BARE.clone()));
fn is(kind: &str, name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == kind)
}

fn texts(files: Vec<File>) -> BTreeMap<String, String> {
    let texts = files.into_iter().filter(|(name, _)| !is("png", name));
    texts.map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect()
}

fn escaped_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What is read of a page.
fn without_tags(page: &str) -> String {
    let words = page.split('<').filter_map(|text| Some(text.split_once('>')?.1));
    words.collect::<String>().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[test]
fn every_algorithm_has_a_line_with_a_sign_and_a_link() {
    let gallery = &FILES["index.html"];
    for entry in catalog::entries() {
        let link = format!("href=\"{}.html\"", entry.slug);
        assert!(gallery.contains(&link), "{link}");
    }
    assert_eq!(gallery.matches("class=\"pictogram\"").count(), catalog::entries().len());
}

/// Each link leads to a document of the site, and each algorithm has one.
#[test]
fn agents_find_what_there_is() {
    let index = &FILES["llms.txt"];
    let links = index.split("](").skip(1).filter_map(|text| text.split_once(')'));
    let links: Vec<&str> = links.map(|link| link.0).collect();
    assert!(links.iter().all(|link| FILES.contains_key(*link)), "{links:?}");
    for entry in catalog::entries() {
        assert!(links.contains(&&*format!("{}.html", entry.slug)), "{}", entry.slug);
    }
}

/// The slugs of the algorithms of which a word is said, or one that begins with it, as `search.js` looks for it.
fn found_by(word: &str) -> Vec<&'static str> {
    let index = search::Index::of_the_site();
    let places = index.words.range(word.to_owned()..).take_while(|it| it.0.starts_with(word));
    let places: BTreeSet<usize> = places.flat_map(|place| search::unpacked(place.1)).collect();
    let pages: BTreeSet<&str> =
        places.into_iter().map(|place| &*index.pages[index.places[place].0].0).collect();
    let has = |slug: &&str| pages.contains(&*format!("{slug}.html"));
    catalog::entries().iter().map(|entry| entry.slug).filter(has).collect()
}

/// What matters most comes first.
#[test]
fn the_first_claim_is_about_every_moment() {
    for entry in catalog::entries() {
        let first = entry.claims(&path::opening(entry).setting)[0];
        assert_eq!(first.kind, catalog::ClaimKind::Always, "{} of {}", first.name, entry.slug);
    }
}

#[test]
fn terms_of_the_field_find_what_they_are_about() {
    let deadlock = found_by("deadlock");
    assert!(deadlock.contains(&"two-phase-locking"), "{deadlock:?}");
    assert!(!deadlock.contains(&"logical-clocks"), "{deadlock:?}");
    assert!(found_by("starvation").contains(&"semaphore-server"), "{:?}", found_by("starvation"));
    let cassandra = ["row-lock", "cassandra-queue", "row-isolation", "cf23"];
    assert_eq!(found_by("cassandra"), cassandra);
}

#[test]
fn every_algorithm_has_a_page_that_can_be_read_as_it_is() {
    let files = &*FILES;
    for entry in catalog::entries() {
        let page = &files[&format!("{}.html", entry.slug)];
        let has = |what: &str, times: usize| {
            assert_eq!(page.matches(what).count(), times, "{what:?} in the page of {}", entry.slug);
        };
        let (name, lead) = (escaped(entry.name), escaped(entry.about().article.lead));
        has(&format!("<title>{name} · Interleave</title>"), 1);
        has(&format!("<meta name=\"description\" content=\"{lead}\">"), 1);
        has(&format!("<meta property=\"og:title\" content=\"{name} · Interleave\">"), 1);
        has(&format!("<h1>{}</h1>", escaped_text(entry.name)), 1);
        has("class=\"stage-sheet on-phone\"", 1);
        has("class=\"stage-sheet on-screen\"", 1);
        let told = escaped_text(&summary(&path::opening(entry).moment())).replace('"', "&quot;");
        has(&format!("aria-label=\"{told}\""), 2);
        has("class=\"narration unpressed\"", 1);
        let read = without_tags(page);
        let lines: Vec<&str> = entry.source.lines().collect();
        for row in path::opening(entry).trace().rows.iter().filter(|row| !row.left_out) {
            let Ok(number) = row.label.parse::<usize>() else { continue };
            let line =
                lines[number - 1].split(" with ").next().and_then(|text| text.split('#').next());
            let line = line.unwrap_or_default().trim();
            assert!(read.contains(line), "{line} of {}", entry.slug);
        }
        for claim in entry.claims(&path::opening(entry).setting) {
            assert!(page.contains(claim.name), "{} of {}", claim.name, entry.slug);
        }
        let article = entry.about().article;
        for text in [article.lead].iter().chain(article.idea).chain(article.found) {
            let text = escaped_text(text);
            assert!(page.contains(&format!(">{text}</")), "{text} in {}", entry.slug);
        }
        has(&format!("<cite>{}</cite>", escaped_text(entry.paper.title)), 1);
        for dare in entry.dares {
            let link = escaped(&format!("#{}{}", entry.slug, dare.link));
            let link = format!("<a href=\"{link}\">{}</a>", escaped_text(dare.title));
            assert!(page.contains(&link), "{link} in {}", entry.slug);
        }
        let carries = entry.about().carries;
        has("<h3>Why it holds</h3>", usize::from(carries.is_some()));
        for (words, link) in carries.iter().flat_map(|told| told.links) {
            let link = escaped(&format!("#{}{link}", entry.slug));
            has(&format!("<a href=\"{link}\">{words}</a>"), 1);
        }
        for paragraph in carries.iter().flat_map(|told| told.words) {
            assert!(read.contains(&paragraph.replace('`', "")), "{paragraph} in {}", entry.slug);
        }
        // nothing that only a site with an address can say, and no place that was left open
        has("http-equiv", 0);
        has("og:url", 0);
        has("og:image", 0);
        has("summary_large_image", 0);
        has("oembed", 0);
        has("{{", 0);
    }
    assert!(!files.contains_key("sitemap.xml"));
}

/// What a visitor's browser makes where nothing was made beforehand.
#[test]
fn a_bare_document_lacks_the_preview_alone() {
    for entry in algorithms() {
        let name = format!("{}.html", entry.slug);
        let bare = bare(&name).unwrap().unwrap();
        let whole = &FILES[&name];
        let (before, preview) = whole.split_once("<div class=\"preview\">").unwrap();
        assert!(bare.starts_with(before), "{name}");
        let after = &preview[preview.find("<section class=\"about\"").unwrap()..];
        assert!(bare.ends_with(after), "{name}");
    }
    assert_eq!(bare("index.html").unwrap().as_ref(), Some(&FILES["index.html"]));
    assert_eq!(bare("").unwrap(), bare("index.html").unwrap());
    assert!(
        bare("compare.html").unwrap().is_some_and(|it| it.contains("<option value=\"bakery\">"))
    );
    assert_eq!(bare("bakrey.html").unwrap(), None);
}
