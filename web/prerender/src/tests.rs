use super::*;
use catalog::Scenario;
use resvg::tiny_skia::Pixmap;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::LazyLock,
};
use web::components::stage::summary::summary;

const HOME: &str = "https://example.org/lab/";

/// Of a site of which nobody knows the address.
static BARE: LazyLock<Vec<File>> = LazyLock::new(|| files(None).unwrap());
static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| texts(BARE.clone()));
/// Of one of which it is known.
static LOCATED: LazyLock<Vec<File>> =
    LazyLock::new(|| files(Some(&Site::parse(HOME).unwrap())).unwrap());

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

#[test]
fn every_algorithm_has_a_card_with_a_picture_and_a_link() {
    let gallery = &FILES["index.html"];
    for entry in catalog::entries() {
        let link = format!("href=\"{}.html\"", entry.slug);
        assert!(gallery.contains(&link), "{link}");
    }
    assert_eq!(gallery.matches("class=\"stage-sheet\"").count(), catalog::entries().len());
}

/// An algorithm's card in the gallery.
fn card_of(slug: &str) -> &'static str {
    let link = format!("href=\"{slug}.html\"");
    let mut cards = FILES["index.html"].split("<article ").skip(1);
    cards.find(|it| it.contains(&link)).expect("it has a card")
}

/// The slugs of the cards that have a word, as `gallery.js` looks for it.
fn found_by(word: &str) -> Vec<&'static str> {
    let slugs = catalog::entries().iter().map(|it| it.slug);
    slugs.filter(|it| card_of(it).to_lowercase().contains(word)).collect()
}

/// What matters most comes first, whether it holds or not, and of the setting that the page opens.
#[test]
fn the_chips_tell_what_matters_of_the_setting_that_is_opened() {
    let chips = |text: &'static str| {
        let (_, chips) = text.split_once("class=\"chips\"").unwrap();
        let chips = chips.split_once("</ul>").unwrap().0.replace('\u{202f}', " ");
        let words =
            chips.split("<span>").skip(1).map(|it| it.split_once('<').unwrap().0.to_owned());
        words.collect::<Vec<_>>()
    };
    for (slug, words) in [
        (
            "lamport-lock",
            &[
                "“mutual exclusion” and 4 more hold in all 534 207 states",
                "“order of asking” fails after 8 steps",
            ][..],
        ),
        ("logical-clocks", &["“clock condition” and 6 more hold in all 576 958 states"]),
        ("erlang-lock", &["“mutual exclusion” fails after 16 steps"]),
        ("cf23", &["“agreement” fails after 13 steps"]),
        ("ricart-agrawala-agent", &["“mutual exclusion” and 2 more hold in all 34 726 states"]),
        (
            "fault-tolerant-permission",
            &[
                "“mutual exclusion” and 2 more hold in all 462 states",
                "with the usual knobs “mutual exclusion” fails after 16 steps",
            ],
        ),
    ] {
        let told = chips(card_of(slug));
        assert_eq!(told[..words.len()], *words, "{slug}");
        assert_eq!(told, chips(&FILES[&format!("{slug}.html")]), "{slug}");
    }
    for entry in catalog::entries() {
        let first = entry.claims(&card(entry).setting)[0];
        assert_eq!(first.kind, catalog::Kind::Always, "{} of {}", first.name, entry.slug);
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
        let (name, lead) = (escaped(entry.name), escaped(entry.article.lead));
        has(&format!("<title>{name} · Interleave</title>"), 1);
        has(&format!("<meta name=\"description\" content=\"{lead}\">"), 1);
        has(&format!("<meta property=\"og:title\" content=\"{name} · Interleave\">"), 1);
        has(&format!("<h1>{}</h1>", escaped_text(entry.name)), 1);
        has("class=\"stage-sheet\"", 1);
        let told = escaped(&summary(&card(entry).moment()));
        has(&format!("aria-label=\"{told}\""), 1);
        has("role=\"img\"", 1);
        has("class=\"chips\"", 1);
        let scenario = Scenario::parse(&format!("{}{}", entry.slug, entry.card)).unwrap().scenario;
        for row in scenario.trace().rows.iter().filter(|it| !it.fault) {
            for word in row.text.split_whitespace() {
                assert!(page.contains(&escaped_text(word)), "{word} of {}", entry.slug);
            }
        }
        for claim in entry.claims(&card(entry).setting) {
            assert!(page.contains(claim.name), "{} of {}", claim.name, entry.slug);
        }
        let article = entry.article;
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

#[test]
fn a_site_with_an_address_tells_it() {
    let files = texts(LOCATED.clone());
    for entry in catalog::entries() {
        let page = &files[&format!("{}.html", entry.slug)];
        let answer = format!("{}.oembed.json", entry.slug);
        let discovery = format!("type=\"application/json+oembed\" href=\"{HOME}{answer}\"");
        assert!(page.contains(&discovery), "{discovery}");
        assert!(
            page.contains(&format!("property=\"og:url\" content=\"{HOME}{}.html\"", entry.slug))
        );
        let answer: Value = serde_json::from_str(&files[&answer]).unwrap();
        assert_eq!((&answer["version"], &answer["type"]), (&"1.0".into(), &"rich".into()));
        assert!(answer["width"].is_u64() && answer["height"].is_u64());
        assert_eq!(answer["thumbnail_url"], format!("{HOME}{}.png", entry.slug));
        let html = answer["html"].as_str().unwrap();
        let link = html.split("src=\"").nth(1).unwrap().split('"').next().unwrap();
        let link = link.replace("&amp;", "&");
        assert!(link.starts_with(&format!("{HOME}{}.html#", entry.slug)), "{link}");
        let parsed = Scenario::parse(&link).unwrap();
        assert!(parsed.notices.is_empty(), "{:?}", parsed.notices);
        assert_eq!(parsed.scenario.look, catalog::Look::Embed);
        assert!(files["sitemap.xml"].contains(&format!("<loc>{HOME}{}.html</loc>", entry.slug)));
    }
    assert!(files["sitemap.xml"].contains(&format!("<loc>{HOME}</loc>")));
}

/// What is in a part of a picture: from left to right, and from top to bottom.
fn colours(picture: &Pixmap, across: Range<u32>, down: Range<u32>) -> BTreeSet<String> {
    let pixels = down.flat_map(|y| across.clone().map(move |x| (x, y)));
    let colour = |(x, y)| {
        let it = picture.pixel(x, y).unwrap().demultiply();
        format!("#{:02x}{:02x}{:02x}", it.red(), it.green(), it.blue())
    };
    pixels.map(colour).collect()
}

#[test]
fn every_page_has_a_picture_for_social_cards() {
    const PAPER: &str = "#fbfaf7";
    const PANEL: &str = "#ffffff";
    const INK: &str = "#1c1b19";
    const PROCESSES: [&str; 3] = ["#2b6cb0", "#b04a08", "#0a7061"];
    let pages = texts(LOCATED.clone());
    // two runs side by side are in the address, and have none
    let pages = pages.iter().filter(|(name, _)| is("html", name) && *name != "compare.html");
    let mut seen = BTreeSet::new();
    for (name, page) in pages {
        let file = name.replace(".html", ".png");
        for tag in [
            format!("<meta property=\"og:image\" content=\"{HOME}{file}\">"),
            "<meta property=\"og:image:width\" content=\"1200\">".into(),
            "<meta property=\"og:image:height\" content=\"630\">".into(),
            "<meta name=\"twitter:card\" content=\"summary_large_image\">".into(),
        ] {
            assert_eq!(page.matches(&tag).count(), 1, "{tag} in {name}");
        }
        let (_, alt) = page.split_once("property=\"og:image:alt\" content=\"").unwrap();
        assert!(alt.split('"').next().unwrap().len() > 40, "{name}");

        let (_, png) = LOCATED.iter().find(|it| it.0 == file).unwrap();
        let picture = Pixmap::decode_png(png).unwrap();
        assert_eq!((picture.width(), picture.height()), (1200, 630));
        // nothing runs out of its place
        let only = |colour: &str| BTreeSet::from([colour.to_owned()]);
        for (across, down) in [
            (0..1200, 0..50),
            (0..1200, 580..630),
            (0..50, 0..630),
            (542..570, 0..630),
            (1150..1200, 0..630),
        ] {
            assert_eq!(colours(&picture, across, down), only(PAPER), "{file}");
        }
        for (across, down) in [(580..586, 80..550), (1134..1140, 80..550), (600..1120, 60..66)] {
            assert_eq!(colours(&picture, across, down), only(PANEL), "{file}");
        }
        // and something is in it
        assert!(colours(&picture, 50..542, 100..400).contains(INK), "{file}");
        let stage = colours(&picture, 586..1134, 66..564);
        assert!(PROCESSES.iter().any(|it| stage.contains(*it)), "{file}");
        assert!(stage.contains(INK) && stage.len() > 50, "{file}");
        seen.insert(png);
    }
    assert_eq!(seen.len(), catalog::entries().len() + 1);
    assert!(!BARE.iter().any(|it| is("png", &it.0)));
}

#[test]
fn every_algorithm_is_in_a_module() {
    let slugs = catalog::MODULES.iter().flat_map(|it| it.slugs.iter().copied());
    let entries = catalog::entries().iter().map(|it| it.slug);
    assert!(slugs.eq(entries));
}
