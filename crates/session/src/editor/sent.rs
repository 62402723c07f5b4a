//! What the reader has written and the page has not shown yet. It comes back as the page's text, perhaps
//! late, when the reader has typed on: then it must not take the place of what stands in the field.

#[derive(Default)]
pub struct Sent(Vec<String>);

impl Sent {
    pub fn send(&mut self, text: &str) {
        if self.0.last().is_none_or(|it| it != text) {
            self.0.push(text.to_owned());
        }
    }

    /// Whether the page's new text is one that was sent, and not one from elsewhere.
    pub fn comes_back(&mut self, text: &str) -> bool {
        let at = self.0.iter().position(|it| it == text);
        // what was sent before it never comes back; after a text from elsewhere none does
        self.0.drain(..at.map_or(self.0.len(), |at| at + 1));
        at.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Sent;

    #[test]
    fn a_text_that_comes_back_late_is_the_readers_own() {
        let mut sent = Sent::default();
        assert!(!sent.comes_back("x"));
        for text in ["x\n", "x\na", "x\nal"] {
            sent.send(text);
        }
        assert!(sent.comes_back("x\n") && sent.comes_back("x\nal"));
        // back in history, where nothing is on its way
        assert!(!sent.comes_back("x\na"));
    }

    #[test]
    fn a_text_from_elsewhere_is_put_in() {
        let mut sent = Sent::default();
        sent.send("a");
        sent.send("a");
        assert!(sent.comes_back("a") && !sent.comes_back("a"));
        sent.send("b");
        assert!(!sent.comes_back("published"));
        assert!(!sent.comes_back("b"), "the reader has left it");
    }
}
