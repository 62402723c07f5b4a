use super::*;
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};
use web::components::{card, stage::summary::summary};

const HOME: &str = "https://example.org/lab/";

static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| built(None));

/// Every file of a site of which the address is known, or not.
fn built(site: Option<&str>) -> BTreeMap<String, String> {
    let site = site.map(|it| Site::parse(it).unwrap());
    files(site.as_ref()).unwrap().into_iter().collect()
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
        for claim in entry.claims(&Scenario::new(entry).setting) {
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
        has("oembed", 0);
        has("{{", 0);
    }
    assert!(!files.contains_key("sitemap.xml"));
}

#[test]
fn a_site_with_an_address_tells_it() {
    let files = built(Some(HOME));
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

#[test]
fn every_algorithm_is_in_a_module() {
    let slugs = catalog::MODULES.iter().flat_map(|it| it.slugs.iter().copied());
    let entries = catalog::entries().iter().map(|it| it.slug);
    assert!(slugs.eq(entries));
}
