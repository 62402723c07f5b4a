//! What a site tells that knows its address.

use super::*;
use catalog::Scenario;
use resvg::tiny_skia::Pixmap;
use serde_json::Value;
use std::ops::Range;

const HOME: &str = "https://example.org/lab/";

/// Of one of which it is known.
static LOCATED: LazyLock<Vec<File>> = LazyLock::new(|| {
    files(&REPORTS, &web::written::written, Some(&Site::parse(HOME).unwrap())).unwrap()
});

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

/// What matters most, whether it holds or not, and of the setting that the page opens.
#[test]
fn a_chip_tells_what_matters_of_the_setting_that_is_opened() {
    for (slug, words) in [
        ("lamport-lock", "“mutual exclusion” and 4 more hold in all 2 089 states"),
        ("logical-clocks", "“clock condition” fails after 3 steps"),
        ("erlang-lock", "“mutual exclusion” fails after 16 steps"),
        ("cf23", "“agreement” fails after 13 steps"),
        ("ricart-agrawala-agent", "“mutual exclusion” fails after 14 steps"),
        ("fault-tolerant-permission", "“mutual exclusion” fails after 16 steps"),
    ] {
        let (_, report) = algorithms().zip(&*REPORTS).find(|it| it.0.slug == slug).unwrap();
        let told = crate::social::chip::chip(report).into_string().replace('\u{202f}', " ");
        assert!(told.contains(words), "{told} of {slug}");
    }
}

#[test]
fn every_page_has_a_picture_for_social_cards() {
    const PAPER: &str = "#fbfaf7";
    const PANEL: &str = "#ffffff";
    const INK: &str = "#1c1b19";
    // the last one is that of processes which wait for each other
    const PROCESSES: [&str; 4] = ["#2b6cb0", "#b04a08", "#0a7061", "#b3261e"];
    let pages = texts(LOCATED.clone());
    // two runs side by side, a history and a task are in the address, and documents are no pictures
    let has_none = |name: &str| {
        ["compare.html", "history.html", "litmus.html", "task.html"].contains(&name)
            || documents::files().any(|file| file == name)
    };
    let pages = pages.iter().filter(|(name, _)| is("html", name) && !has_none(name));
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
    // the gallery and the page of a new algorithm, too
    assert_eq!(seen.len(), catalog::entries().len() + 2);
    assert!(!BARE.iter().any(|it| is("png", &it.0)));
}
