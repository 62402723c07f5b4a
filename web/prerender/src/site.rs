//! What has to name the site by its address: oEmbed, and the map for search engines.

use crate::{File, GALLERY, documents};
use anyhow::{Result, ensure};
use catalog::{Entry, Look, Scenario, Shown};
use export::poster::snippets::{FRAME_HEIGHT, address, escaped, iframe};
use serde_json::json;
use session::path;

/// How large a frame is asked for: as wide as a column of text.
const FRAME: [u32; 2] = [720, FRAME_HEIGHT];

/// The size of a picture for social cards, in pixels: what most sites that show them ask for.
pub const PICTURE: [u32; 2] = [1200, 630];

/// The address of the folder that the site will be in, with a slash at its end.
#[derive(Debug)]
pub struct Site(String);

impl Site {
    pub fn parse(address: &str) -> Result<Site> {
        let host = ["https://", "http://"].iter().find_map(|text| address.strip_prefix(text));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:[]%".contains(c);
        ensure!(
            host.is_some_and(
                |host| host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
            ) && address.chars().all(is_plain),
            "the site's address has to be like https://example.org/lab/, and not {address:?}"
        );
        Ok(Site(format!("{}/", address.trim_end_matches('/'))))
    }

    pub fn address(&self, file: &str) -> String {
        // the gallery is the folder itself
        format!("{}{}", self.0, file.strip_prefix("index.html").unwrap_or(file))
    }

    /// Of the picture of a page.
    pub fn picture(&self, page: &str) -> String {
        format!("{}{}", self.0, picture_file(page))
    }

    /// How others learn that an algorithm's page can be embedded.
    pub fn discovery(&self, entry: &Entry) -> String {
        let (file, name) = (escaped(&self.address(&oembed_file(entry))), escaped(entry.name));
        format!(
            "    <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{file}\" title=\"{name}\">\n"
        )
    }

    /// The answer that a provider of oEmbed gives, at the moment at which the page opens: nothing after `#` ever
    /// reaches a server.
    pub fn oembed(&self, entry: &'static Entry) -> Result<File> {
        let [width, height] = FRAME;
        let card = path::opening(entry);
        let of = |scenario: &Scenario| address(&self.0, &scenario.to_string());
        let shown = Shown { look: Look::Embed, ..card.shown };
        let frame = Scenario { shown, ..card.clone() };
        let answer = json!({
            "version": "1.0",
            "type": "rich",
            "provider_name": "Interleave",
            "provider_url": self.0,
            "title": entry.name,
            "thumbnail_url": self.picture(&format!("{}.html", entry.slug)),
            "thumbnail_width": PICTURE[0],
            "thumbnail_height": PICTURE[1],
            "width": width,
            "height": height,
            "html": iframe(&of(&frame), &of(&card), entry.name, FRAME_HEIGHT),
        });
        Ok((oembed_file(entry), serde_json::to_string_pretty(&answer)?.into()))
    }

    /// Every page, for search engines.
    pub fn map(&self) -> File {
        let all = catalog::entries().iter().chain(catalog::unlisted());
        let pages = all.map(|entry| format!("{}.html", entry.slug));
        let urls = [GALLERY].into_iter().chain(documents::files()).map(str::to_owned).chain(pages);
        let urls =
            urls.map(|text| format!("<url><loc>{}</loc></url>", escaped(&self.address(&text))));
        let map = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}\n</urlset>\n",
            urls.collect::<Vec<_>>().join("\n")
        );
        ("sitemap.xml".into(), map.into())
    }
}

fn oembed_file(entry: &Entry) -> String {
    format!("{}.oembed.json", entry.slug)
}

/// A page's picture stands beside it.
pub fn picture_file(page: &str) -> String {
    page.replace(".html", ".png")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_folder() {
        for (given, taken) in [
            ("https://example.org", "https://example.org/"),
            ("https://example.org/lab/", "https://example.org/lab/"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/"),
        ] {
            assert_eq!(Site::parse(given).unwrap().0, taken);
        }
        for bad in ["", "example.org", "https://", "ftp://a.b", "https://a.b/?c", "https://a b"] {
            let refused = Site::parse(bad).unwrap_err().to_string();
            assert!(refused.contains("https://example.org/lab/"), "{bad}: {refused}");
        }
    }

    /// Whoever publishes an algorithm may call it anything.
    #[test]
    fn an_answer_is_json_and_html_whatever_the_name() {
        const NAME: &str =
            "</title></script><script>hacked=1</script>\" onload=\"hacked=1 ]]> --> &lt;b>";
        let mut entry = catalog::entries()[0].clone();
        entry.name = NAME;
        let site = Site::parse("https://example.org/lab").unwrap();
        let discovery = site.discovery(&entry);
        let (_, answer) = site.oembed(Box::leak(Box::new(entry))).unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["title"], NAME);
        let html = answer["html"].as_str().unwrap();
        // a frame with a link in it, and nothing else
        for (html, tags) in [(html, 4), (&discovery, 1)] {
            assert_eq!(html.matches('<').count(), tags, "{html}");
            let (_, title) = html.split_once("title=\"").unwrap();
            let title = title.split('"').next().unwrap();
            let title = title.replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&");
            assert_eq!(title, NAME);
        }
    }
}
