//! What the author of a link says about it: a caption, and key moments of the run.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// A key moment of a link's own run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyMoment {
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

/// The words, without what is too long or no text; false if something had to go.
pub fn decoded(text: &str) -> (String, bool) {
    let text = percent_decode_str(text).decode_utf8_lossy();
    let words: String = text.chars().filter(|it| !it.is_control()).take(WORDS_MAX).collect();
    let is_whole = words.len() == text.len();
    (words.trim().to_owned(), is_whole)
}

/// `STEP:words`, with bars between several.
pub fn written(moments: &[KeyMoment]) -> String {
    let one = |it: &KeyMoment| format!("{}:{}", it.at, encoded(&it.words));
    moments.iter().map(one).collect::<Vec<_>>().join("|")
}

/// A key moment as it stands in a link that has been decoded, and whether its words are whole.
pub fn moment(text: &str) -> Option<(KeyMoment, bool)> {
    let (at, words) = text.split_once(':')?;
    let (words, is_whole) = decoded(words);
    let at = at.trim().parse().ok()?;
    (!words.is_empty()).then_some((KeyMoment { at, words }, is_whole))
}
