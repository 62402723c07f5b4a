//! What the author of a link says about it: a caption, and key moments of the run.

use crate::engine::listing::hidden::is_hidden;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// A key moment of a link's own run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// How many steps have been taken there.
    pub at: usize,
    pub words: String,
}

/// So many characters a caption may have, and so many the words of a key moment.
pub const WORDS_MAX: usize = 200;
/// So many key moments a link may have.
pub const MOMENTS_MAX: usize = 12;

/// What cannot stand in an address.
const UNSAFE: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`').add(b'%');
/// What would end a pair, a moment or the link: a link is decoded before it is split.
const PARTS: &AsciiSet = &CONTROLS.add(b'&').add(b'#').add(b'|').add(b'%').add(b';');

/// Words as they stand in a link. Goes back by [`decoded`] after the link itself was decoded.
pub fn encoded(words: &str) -> String {
    let parts = utf8_percent_encode(words, PARTS).to_string();
    utf8_percent_encode(&parts, UNSAFE).to_string()
}

/// What had to go of words.
#[derive(Clone, Copy)]
pub enum Lost {
    End,
    Hidden,
}

impl Lost {
    /// "The caption is" → "The caption is cut to 200 characters."
    pub fn told(self, words_are: &str) -> String {
        match self {
            Lost::End => format!("{words_are} cut to {WORDS_MAX} characters."),
            Lost::Hidden => format!("{words_are} shown without characters that nobody sees."),
        }
    }
}

/// The words, without what is too long, hidden or no text.
pub fn decoded(text: &str) -> (String, Option<Lost>) {
    let text = percent_decode_str(text).decode_utf8_lossy();
    let is_seen = |letter: &char| !letter.is_control() && !is_hidden(*letter);
    let words: String = text.chars().filter(is_seen).take(WORDS_MAX).collect();
    let lost = match words.len() == text.len() {
        true => None,
        false if text.chars().all(|letter| is_seen(&letter)) => Some(Lost::End),
        false => Some(Lost::Hidden),
    };
    (words.trim().to_owned(), lost)
}

/// `STEP:words`, with bars between several.
pub fn written(moments: &[Caption]) -> String {
    let one = |caption: &Caption| format!("{}:{}", caption.at, encoded(&caption.words));
    moments.iter().map(one).collect::<Vec<_>>().join("|")
}

/// A key moment as it stands in a link that has been decoded, and what had to go of its words.
pub fn moment(text: &str) -> Option<(Caption, Option<Lost>)> {
    let (at, words) = text.split_once(':')?;
    let (words, lost) = decoded(words);
    let at = at.trim().parse().ok()?;
    (!words.is_empty()).then_some((Caption { at, words }, lost))
}
