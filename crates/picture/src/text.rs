//! How wide text is, without a font at hand: rather too wide than too narrow.

/// The mean width of a letter, in parts of the font's size.
const SANS: f64 = 0.55;
const MONO: f64 = 0.605;

pub fn width(text: &str, size: f64, mono: bool) -> f64 {
    text.chars().count() as f64 * size * if mono { MONO } else { SANS }
}

/// How many letters fit into a width.
pub fn letters(room: f64, size: f64, mono: bool) -> usize {
    // a text that was made to fit does so despite rounding
    (room / size / if mono { MONO } else { SANS } + 1e-6).max(0.0) as usize
}

/// Breaks a text at spaces so that no line has more letters than given; what does not fit into
/// `lines_max` lines ends in an ellipsis.
pub fn wrap(text: &str, letters: usize, lines_max: usize) -> Vec<String> {
    let letters = letters.max(4);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ if word.chars().count() > letters => lines.push(cut(word, letters)),
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > lines_max {
        lines.truncate(lines_max);
        if let Some(last) = lines.last_mut() {
            let kept = last.chars().take(letters - 1);
            *last = kept.chain(['…']).collect();
        }
    }
    lines
}

/// The text, or so many of its letters as fit.
pub fn cut(text: &str, letters: usize) -> String {
    let letters = letters.max(2);
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters - 1).chain(['…']).collect()
}

/// In so many letters: without the verb, where that makes room for the variable and its value.
pub fn fitted(text: &str, letters: usize) -> String {
    const VERBS: [(&str, &str); 6] = [
        ("▸ write ", "▸ "),
        ("▸ read ", "▸ "),
        ("read ", ""),
        ("waits: ", ""),
        ("waits until ", ""),
        ("waits for ", ""),
    ];
    let is_long = text.chars().count() > letters;
    let shorter =
        VERBS.iter().find_map(|(verb, left)| Some(format!("{left}{}", text.strip_prefix(verb)?)));
    match shorter.filter(|_| is_long) {
        Some(shorter) => cut(&shorter, letters),
        None => cut(text, letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_goes_before_the_value() {
        assert_eq!(fitted("▸ write turn ← 1", 16), "▸ write turn ← 1");
        assert_eq!(fitted("▸ write turn ← 1", 12), "▸ turn ← 1");
        assert_eq!(fitted("read flag[2]=false", 14), "flag[2]=false");
        assert_eq!(fitted("waits: choosing[0] = 1", 12), "choosing[0]…");
        assert_eq!(fitted("leave the critical section", 9), "leave th…");
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("awaiting 1 of 2 replies", 16, 2), ["awaiting 1 of 2", "replies"]);
        assert_eq!(wrap("one two three", 5, 2), ["one", "two…"]);
        assert!(wrap("", 5, 2).is_empty());
        assert_eq!(wrap("had vote from\u{a0}P2", 13, 2), ["had vote", "from\u{a0}P2"]);
    }

    #[test]
    fn a_text_that_was_made_to_fit_fits() {
        for count in 1..60 {
            let wide = width(&"x".repeat(count), 20.0, true);
            assert_eq!(letters(116.0, 20.0 * 116.0 / wide, true), count);
        }
    }

    #[test]
    fn cut_text_says_so() {
        assert_eq!(cut("request 4", 16), "request 4");
        assert_eq!(cut("acknowledgement", 10), "acknowled…");
    }
}
