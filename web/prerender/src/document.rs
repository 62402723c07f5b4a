//! An HTML document: what all of them have is in `index.html`.

use crate::{
    File,
    site::{PICTURE, Site},
};
use anyhow::{Context, Result};
use export::poster::snippets::escaped;

const TEMPLATE: &str = include_str!("../../../index.html");

/// What is not the same in all documents. Where nothing else is said, it is HTML already.
pub struct Document {
    pub file: String,
    /// Of the root element.
    pub attributes: String,
    /// Text.
    pub title: String,
    /// Text.
    pub description: &'static str,
    /// What is to be seen on its picture for social cards. Text.
    pub alt: String,
    /// More of the head.
    pub more: String,
    /// What stands where the playground will be.
    pub app: String,
    pub below: String,
    /// One more script, and one more style sheet: `NAME.js` and `NAME.css`.
    pub own: Option<&'static str>,
}

impl Document {
    pub fn file(self, site: Option<&Site>) -> Result<File> {
        let text = self.text(site)?;
        Ok((self.file, text.into()))
    }

    pub fn text(&self, site: Option<&Site>) -> Result<String> {
        let script = |text| format!("\n    <script type=\"module\" src=\"{text}.js\"></script>");
        let styles = |text| format!("\n    <link rel=\"stylesheet\" href=\"{text}.css\">");
        let places = [
            ("file", &*self.file),
            ("attributes", &self.attributes),
            ("head", &self.head(site)),
            ("app", &self.app),
            ("below", &self.below),
            ("scripts", &self.own.map(script).unwrap_or_default()),
            ("styles", &self.own.map(styles).unwrap_or_default()),
        ];
        fill(TEMPLATE, &places)
    }

    /// What search engines and previews of links read.
    fn head(&self, site: Option<&Site>) -> String {
        let (title, description) = (escaped(&self.title), escaped(self.description));
        let located = site.map_or_else(
            || "    <meta name=\"twitter:card\" content=\"summary\">\n".into(),
            |site| self.located(site),
        );
        format!(
            "    <title>{title}</title>
    <meta name=\"description\" content=\"{description}\">
    <meta property=\"og:type\" content=\"website\">
    <meta property=\"og:site_name\" content=\"Interleave\">
    <meta property=\"og:title\" content=\"{title}\">
    <meta property=\"og:description\" content=\"{description}\">
{located}{}",
            self.more
        )
    }

    /// What previews of links have to be told by its address.
    fn located(&self, site: &Site) -> String {
        let (address, picture) = (site.address(&self.file), site.picture(&self.file));
        let [width, height] = PICTURE;
        format!(
            "    <meta property=\"og:url\" content=\"{}\">
    <meta property=\"og:image\" content=\"{}\">
    <meta property=\"og:image:type\" content=\"image/png\">
    <meta property=\"og:image:width\" content=\"{width}\">
    <meta property=\"og:image:height\" content=\"{height}\">
    <meta property=\"og:image:alt\" content=\"{}\">
    <meta name=\"twitter:card\" content=\"summary_large_image\">
",
            escaped(&address),
            escaped(&picture),
            escaped(&self.alt)
        )
    }
}

/// A template with each `{{place}}` filled. What is put in is not looked at again.
pub fn fill(template: &str, places: &[(&str, &str)]) -> Result<String> {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once("}}").context("a place in a template has no end")?;
        let filled = places.iter().find(|(name, _)| *name == place);
        text += filled.with_context(|| format!("nothing to put for {place}"))?.1;
        text += rest;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once() {
        let filled = fill("<{{a}}|{{b}}>", &[("b", "1"), ("a", "{{b}}")]);
        assert_eq!(filled.unwrap(), "<{{b}}|1>");
        assert!(fill("{{a}}", &[]).is_err());
        assert!(fill("{{a", &[("a", "")]).is_err());
    }
}
