//! Characters that nobody sees, and that can make a line read as another one than it is.

/// What a text may begin with to say how it is encoded.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether a character is unseen and none of the spaces, or turns the direction in which a line is
/// read. What joins letters, as some scripts need it, is none.
pub fn is_hidden(char: char) -> bool {
    let shows_nothing = matches!(
        char,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | BYTE_ORDER_MARK
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    // no characters at all, which XML does not allow
    let is_none =
        matches!(u32::from(char) & 0xfffe, 0xfffe) || matches!(char, '\u{fdd0}'..='\u{fdef}');
    shows_nothing || is_none || (char.is_control() && !matches!(char, '\t' | '\r' | '\n'))
}

/// A stranger's text for a line of a sentence, with what is hidden by its number: `U+202E`.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() || is_hidden(char) {
            shown += &code_of(char);
        } else {
            shown.push(char);
        }
    }
    shown
}

/// U+202E
pub fn code_of(char: char) -> String {
    format!("U+{:04X}", u32::from(char))
}
