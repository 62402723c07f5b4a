//! Pictures and tables as text: a sheet with many parts takes far less code so than as elements.

use picture::geometry::{Point, point, segment, short};

#[derive(Default)]
pub struct Markup(pub String);

impl Markup {
    /// An element with this in it, which is text and no markup.
    pub fn text(&mut self, tag: &str, text: &str) {
        let name = tag.split(' ').next().unwrap_or_default();
        self.put(&["<", tag, ">"]);
        for letter in text.chars() {
            match letter {
                '<' => self.0.push_str("&lt;"),
                '&' => self.0.push_str("&amp;"),
                _ => self.0.push(letter),
            }
        }
        self.put(&["</", name, ">"]);
    }

    /// Words in a picture: at their beginning, `middle` or `end`.
    pub fn words(&mut self, at: Point, class: &str, anchor: &str, words: &str) {
        let [x, y] = [at.x, at.y].map(short);
        let tag = ["text x=", &x, " y=", &y, " dy=.35em class=", class, " text-anchor=", anchor];
        self.text(&tag.concat(), words);
    }

    pub fn path(&mut self, class: &str, d: &str) {
        self.put(&["<path class='", class, "' d='", d, "'/>"]);
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.path(class, &segment(point(from.0, from.1), point(to.0, to.1)));
    }

    pub fn put(&mut self, parts: &[&str]) {
        for part in parts {
            self.0.push_str(part);
        }
    }

    /// Begins a picture that is called so.
    pub fn sheet(&mut self, w: f64, h: f64, name: &str) {
        let [w, h] = [w, h].map(short);
        let label = name.replace('\'', "’");
        self.put(&["<svg class=plot-sheet role=img viewBox='0 0 ", &w, " ", &h]);
        self.put(&["' aria-label='", &label, "'>"]);
    }
}

#[cfg(test)]
mod tests {
    use super::Markup;

    #[test]
    fn text_is_no_markup() {
        let mut markup = Markup::default();
        markup.text("td class=a", "1 < 2 & <b>");
        assert_eq!(markup.0, "<td class=a>1 &lt; 2 &amp; &lt;b></td>");
    }
}
