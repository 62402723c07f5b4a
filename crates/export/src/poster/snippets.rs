//! Pieces of HTML and Markdown that show a moment on other pages.

use super::{Theme, Words};

/// Of an embed with the usual parts: words, picture and bar in one box.
pub const FRAME_HEIGHT: u32 = 560;

/// About how high an embed with such parts is, in pixels, where nothing gives it the height that it
/// asks for.
fn height(panels: &str) -> u32 {
    let box_height = if panels.contains("stage") { FRAME_HEIGHT } else { 120 };
    panels.split(',').fold(box_height, |height, panel| {
        height
            + match panel {
                "timeline" => 240,
                "listing" => 450,
                "verdicts" => 550,
                _ => 0,
            }
    })
}

/// The pairs of a link that only say how a moment is shown, and are chosen anew for each page.
const SHOWN: [&str; 7] = ["view", "theme", "panels", "speed", "ask", "steps", "caption"];

/// A moment, and where it is to be seen.
pub struct Place {
    /// The address of our folder, with a slash at its end.
    home: String,
    /// The end of a link, without how the moment is shown.
    link: String,
    title: String,
    /// What the picture says.
    alt: String,
    file: String,
    /// Of the picture, in pixels.
    size: (u32, u32),
    /// How it is to be shown: pairs of a link.
    shown: Vec<(String, String)>,
}

impl Place {
    pub fn new(home: &str, link: &str, words: &Words, size: (u32, u32)) -> Place {
        let theme = match words.theme {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        };
        let theme = theme.map(|text| ("theme".into(), text.into()));
        Place {
            home: home.into(),
            link: plain(link),
            title: words.title(),
            alt: words.told(),
            file: file(link, words.at),
            size,
            shown: theme.into_iter().chain(words.shown.clone()).collect(),
        }
    }

    /// Each with what it is for.
    pub fn all(&self) -> [(&'static str, String); 4] {
        [
            ("As an element: the picture, until a reader wants to step through it", self.element()),
            ("As a picture with a link, in Markdown", self.markdown()),
            ("As a frame, on any site", self.iframe()),
            ("Optional, once per page: lets frames fit their height", self.frames()),
        ]
    }

    /// Our own page asks, too, if it is to be asked, and has the same caption.
    fn address(&self) -> String {
        let kept = self.shown.iter().filter(|it| matches!(&*it.0, "ask" | "caption"));
        self.of(&self.with(kept))
    }

    /// The end of a link that has such pairs.
    fn with<'a>(&self, pairs: impl Iterator<Item = &'a (String, String)>) -> String {
        let (slug, query) = self.link.split_once('?').unwrap_or((&self.link, ""));
        let pairs = pairs.map(|(name, value)| match &**name {
            "caption" => format!("{name}={}", in_link(value)),
            _ => format!("{name}={value}"),
        });
        let all: Vec<_> = pairs.chain((!query.is_empty()).then(|| query.into())).collect();
        if all.is_empty() { slug.into() } else { format!("{slug}?{}", all.join("&")) }
    }

    fn of(&self, link: &str) -> String {
        address(&self.home, link)
    }

    fn iframe(&self) -> String {
        let view = ("view".into(), "embed".into());
        let source = self.of(&self.with(std::iter::once(&view).chain(&self.shown)));
        let panels = self.shown.iter().find(|it| it.0 == "panels");
        let height = panels.map_or(FRAME_HEIGHT, |panels| height(&panels.1));
        iframe(&source, &self.address(), &self.title, height)
    }

    /// Our own element, which loads the playground when it is asked for.
    fn element(&self) -> String {
        let [home, link, address, alt] =
            [&self.home, &self.link, &self.address(), &self.alt].map(|text| escaped(text));
        let shown = self.shown.iter().fold(String::new(), |all, (name, value)| {
            format!("{all} {name}=\"{}\"", escaped(value))
        });
        let ((width, height), file) = (self.size, &self.file);
        format!(
            "<script type=\"module\" src=\"{home}interleave-run.js\"></script>\n\
             <interleave-run link=\"{link}\"{shown}><a href=\"{address}\">\
             <img src=\"{file}\" alt=\"{alt}\" width=\"{width}\" height=\"{height}\" \
             style=\"max-width:100%;height:auto\"></a></interleave-run>"
        )
    }

    fn frames(&self) -> String {
        format!("<script type=\"module\" src=\"{}frames.js\"></script>", escaped(&self.home))
    }

    fn markdown(&self) -> String {
        format!("[![{}]({})]({})", marked(&self.alt), self.file, bracketed(&self.address()))
    }
}

/// Every algorithm has a page of its own, in the folder `home`.
pub fn address(home: &str, link: &str) -> String {
    let slug = link.split('?').next().unwrap_or_default();
    format!("{home}{slug}.html#{link}")
}

/// An inline frame, with a link inside for those who see none. It has no style of its own, which a
/// strict policy would refuse.
pub fn iframe(source: &str, address: &str, title: &str, height: u32) -> String {
    let [source, address, title] = [source, address, title].map(escaped);
    format!(
        "<iframe loading=\"lazy\" title=\"{title}\" src=\"{source}\" \
         width=\"100%\" height=\"{height}\" frameborder=\"0\">\
         <a href=\"{address}\">{title}</a></iframe>"
    )
}

/// What the poster's file is to be called.
pub fn file(link: &str, at: usize) -> String {
    let slug = link.split('?').next().unwrap_or_default();
    // that of the same step in another run or setting has another name
    let run = link.split(['?', '&']).find_map(|text| text.strip_prefix("run="));
    let check = run.and_then(|run| run.rsplit_once('.')).map(|it| format!("-{}", it.1));
    format!("{slug}-step-{at}{}.svg", check.unwrap_or_default())
}

/// A link without how its moment is shown.
fn plain(link: &str) -> String {
    let (slug, query) = link.split_once('?').unwrap_or((link, ""));
    let is_left =
        |text: &&str| !text.is_empty() && !SHOWN.contains(&text.split('=').next().unwrap_or(text));
    let pairs: Vec<&str> = query.split('&').filter(is_left).collect();
    if pairs.is_empty() { slug.into() } else { format!("{slug}?{}", pairs.join("&")) }
}

/// Words as they stand in a link, which is decoded before it is split.
fn in_link(words: &str) -> String {
    let one = |it: char| match it {
        '&' | '#' | '|' | ';' | '%' => format!("%25{:02X}", it as u32),
        ' ' | '"' | '<' | '>' | '`' => format!("%{:02X}", it as u32),
        _ => it.to_string(),
    };
    words.chars().map(one).collect()
}

/// A text as it stands in Markdown: nothing in it is a link, code or HTML.
fn marked(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '\\' | '[' | ']' | '<' | '&' | '`') {
            marked.push('\\');
        }
        marked.push(if char.is_control() { ' ' } else { char });
    }
    marked
}

/// An address as it stands in brackets, which its own would end.
fn bracketed(address: &str) -> String {
    address.replace('(', "%28").replace(')', "%29").replace('\\', "%5C").replace('<', "%3C")
}

/// A text as it stands in an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Look, Scenario, Shown};

    const HOME: &str = "https://example.org/lab/";
    const LINK: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

    fn place(link: &str) -> Place {
        let words = Words {
            name: "Lamport’s bakery".into(),
            at: 12,
            steps: 14,
            said: "Process 0 reads number[1] < \"2\".".into(),
            waiting: String::new(),
            broken: Vec::new(),
            theme: Theme::Dark,
            shown: Vec::new(),
        };
        Place::new(HOME, link, &words, (512, 300))
    }

    /// What a link in a snippet leads to, after the snippet has been read.
    fn led_to(text: &str) -> Scenario {
        let text = text.replace("&amp;", "&").replace("&quot;", "\"").replace("&lt;", "<");
        let parsed = Scenario::parse(&text).unwrap();
        assert!(parsed.notices.is_empty(), "{:?}", parsed.notices);
        parsed.scenario
    }

    fn attribute<'a>(snippet: &'a str, name: &str) -> &'a str {
        let at = snippet.find(&format!(" {name}=\"")).unwrap();
        snippet[at..].split('"').nth(1).unwrap()
    }

    #[test]
    fn all_open_the_same_moment() {
        let moment = led_to(LINK);
        for link in [
            LINK,
            "bakery?view=embed&theme=light&processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N",
        ] {
            let [(_, element), (_, markdown), (_, frame), _] = place(link).all();
            let shown = Shown { look: Look::Embed, theme: catalog::Theme::Dark, ..moment.shown };
            let embedded = Scenario { shown, ..moment.clone() };
            assert_eq!(led_to(attribute(&frame, "src")), embedded);
            assert_eq!(led_to(attribute(&frame, "href")), moment);
            assert_eq!(led_to(attribute(&element, "link")), moment);
            assert_eq!(led_to(attribute(&element, "href")), moment);
            assert_eq!(attribute(&element, "theme"), "dark");
            let address = markdown.rsplit_once("](").unwrap().1;
            assert_eq!(led_to(address.trim_end_matches(')')), moment);
        }
        let frame = place("bakery").iframe();
        assert_eq!(led_to(attribute(&frame, "src")).run, []);
        assert_eq!(attribute(&frame, "height"), FRAME_HEIGHT.to_string());
        assert!(!frame.contains("style="), "a strict policy refuses it: {frame}");
    }

    #[test]
    fn what_is_shown_is_as_the_blogger_chose_and_not_as_the_link_says() {
        let shown = [("speed", "2"), ("steps", "3-14"), ("panels", "stage,verdicts")];
        let mut place =
            place("bakery?processes=2&tie-break=none&speed=4&ask=1&v=1&at=12&run=AAVBQX.XL6N");
        place.shown = shown.map(|(name, value)| (name.into(), value.into())).into();
        let scenario = led_to(attribute(&place.iframe(), "src"));
        assert_eq!((scenario.steps, scenario.asks), (Some((3, 14)), false));
        assert_eq!(scenario.shown.speed.name, "2");
        assert_eq!(attribute(&place.iframe(), "height"), "1110");
        let element = place.element();
        assert!(!attribute(&element, "link").contains("speed"), "{element}");
        assert_eq!(attribute(&element, "panels"), "stage,verdicts");
        assert_eq!(led_to(attribute(&element, "href")), led_to(LINK));
        // our page asks as the embed does
        place.shown = vec![("ask".into(), "1".into())];
        assert!(led_to(attribute(&place.element(), "href")).asks);
    }

    #[test]
    fn a_caption_is_the_same_in_every_snippet() {
        const WORDS: &str = "100 % of 1|2 & #3; \"why?\"";
        let mut place =
            place("bakery?processes=2&tie-break=none&caption=old&v=1&at=12&run=AAVBQX.XL6N");
        place.shown = vec![("caption".into(), WORDS.into())];
        assert_eq!(led_to(attribute(&place.iframe(), "src")).caption, WORDS);
        let element = place.element();
        assert_eq!(led_to(attribute(&element, "href")).caption, WORDS);
        assert_eq!(
            attribute(&element, "caption").replace("&quot;", "\"").replace("&amp;", "&"),
            WORDS
        );
        assert!(!attribute(&element, "link").contains("caption"));
    }

    /// What a stranger's link and listing say stays text.
    #[test]
    fn hostile_words_stay_text() {
        const WORDS: &str =
            "</a></iframe><script>alert(1)</script> \"q\" --> ](x) [y](javascript:z) `<b>`";
        let mut place = place(LINK);
        (place.title, place.alt) = (WORDS.into(), WORDS.into());
        place.shown = vec![("caption".into(), WORDS.into())];
        let [(_, element), (_, markdown), (_, frame), _] = place.all();
        for (html, tags) in [(&element, 7), (&frame, 4)] {
            // each is one of ours
            assert_eq!(html.matches('<').count(), tags, "{html}");
        }
        assert_eq!(led_to(attribute(&frame, "src")).caption, WORDS);
        let (alt, address) = markdown.rsplit_once("](https://").unwrap();
        let address = address.strip_suffix(')').unwrap();
        assert!(!address.contains(['(', ')', '<', ' ']), "{address}");
        assert_eq!(led_to(address).caption, WORDS);
        // but for what is escaped, one bracket that is ours, and no tag or code
        let pairs: Vec<char> = alt.strip_prefix("[![").unwrap().chars().collect();
        let is_raw = |at: usize| at == 0 || pairs[at - 1] != '\\';
        let raw = |wanted: &[char]| {
            (0..pairs.len()).filter(|&it| wanted.contains(&pairs[it]) && is_raw(it)).count()
        };
        assert_eq!((raw(&[']']), raw(&['[', '<', '`', '&'])), (1, 0), "{alt}");
    }

    #[test]
    fn the_script_stands_beside_the_page_and_the_picture_says_what_happens() {
        let element = place(LINK).element();
        assert_eq!(attribute(&element, "src"), "https://example.org/lab/interleave-run.js");
        assert!(element.contains("<img src=\"bakery-step-12-XL6N.svg\""), "{element}");
        assert_eq!(attribute(&element, "alt"), "Process 0 reads number[1] &lt; &quot;2&quot;.");
        let markdown = place(LINK).markdown();
        assert!(
            markdown.starts_with(
                "[![Process 0 reads number\\[1\\] \\< \"2\".](bakery-step-12-XL6N.svg)]("
            ),
            "{markdown}"
        );
    }
}
