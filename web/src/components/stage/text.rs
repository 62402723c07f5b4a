//! Text in a picture must be broken into lines by hand.

/// The mean width of a letter of the pictures' small text, in pixels; rather too much.
pub const LETTER: f64 = 6.1;
/// The same for the letters of values, small and large.
pub const MONO: f64 = 6.33;
pub const MONO_LARGE: f64 = 7.25;
/// And for those of shared cells.
pub const MONO_CELL: f64 = 7.85;

/// Breaks at spaces so that lines are about as wide as given; what does not fit into
/// `lines_max` lines ends in an ellipsis.
pub fn wrap(text: &str, width: f64, lines_max: usize) -> Vec<String> {
    let letters = ((width / LETTER) as usize).max(4);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > lines_max {
        lines.truncate(lines_max);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

/// The text, or so many of its words as fit into the width; of a single word, so much as fits.
pub fn cut(text: &str, width: f64) -> String {
    let letters = ((width / LETTER) as usize).max(2);
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let kept: String = text.chars().take(letters).collect();
    match kept.rsplit_once(' ') {
        Some((words, _)) => format!("{words}…"),
        None => text.chars().take(letters - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(
            wrap("awaiting 1 of 2 replies", 100.0, 2),
            ["awaiting 1 of 2", "replies"].map(String::from)
        );
        assert_eq!(wrap("one two three", 30.0, 2), ["one", "two…"].map(String::from));
        assert!(wrap("", 30.0, 2).is_empty());
    }

    #[test]
    fn cut_text_says_so() {
        assert_eq!(cut("request 4", 100.0), "request 4");
        assert_eq!(cut("request 4", 50.0), "request…");
        assert_eq!(cut("delete choosing", 60.0), "delete…");
        assert_eq!(cut("acknowledgement", 62.0), "acknowled…");
    }
}
