//! Which key does what.

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Back,
    Forward,
    Start,
    End,
    Play,
    /// A step of the scheduler, by its digit.
    Choose(usize),
    /// An answer, by its place.
    Answer(usize),
    Help,
}

/// What has the focus while a key is pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// Something that takes text, or that arrows and digits move by themselves.
    Field,
    /// Something that space presses.
    Button,
    /// Something that only Enter follows.
    Link,
    Elsewhere,
}

impl Focus {
    /// By the name of the element.
    pub fn of(tag: &str) -> Focus {
        match tag.to_ascii_lowercase().as_str() {
            "input" | "select" | "textarea" => Focus::Field,
            "button" | "summary" => Focus::Button,
            "a" => Focus::Link,
            _ => Focus::Elsewhere,
        }
    }
}

/// The keys, for those who read `key` as in a keyboard event.
pub fn command(key: &str, focus: Focus) -> Option<Command> {
    if focus == Focus::Field {
        return None;
    }
    Some(match key {
        "ArrowLeft" => Command::Back,
        "ArrowRight" => Command::Forward,
        "Home" => Command::Start,
        "End" => Command::End,
        " " if focus != Focus::Button => Command::Play,
        "?" => Command::Help,
        "a" | "b" | "c" | "d" | "e" => Command::Answer(usize::from(key.as_bytes()[0] - b'a')),
        _ => match key.parse() {
            Ok(digit @ 1..=9) if key.len() == 1 => Command::Choose(digit),
            _ => return None,
        },
    })
}

/// Whether the browser gives the key to what has the focus.
pub fn is_for(key: &str, focus: Focus) -> bool {
    match focus {
        Focus::Field => !matches!(key, "Tab" | "Escape"),
        Focus::Button => matches!(key, " " | "Enter"),
        Focus::Link => key == "Enter",
        Focus::Elsewhere => false,
    }
}

/// The list that `?` shows: keys, and what they do.
pub const LIST: [(&[&str], &str); 7] = [
    (
        &["←", "→"],
        "one step back, one step on; at the end a random step, or once more round the loop",
    ),
    (&["Home", "End"], "to the start, to the end of the run"),
    (&["Space"], "play or pause; at the end of a run, press twice to continue at random"),
    (&["1", "–", "9"], "take that step of the list"),
    (&["A", "–", "E"], "give that answer"),
    (&["Tab"], "from one control to the next"),
    (&["?"], "this list"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_step_but_never_in_a_field() {
        assert_eq!(command("ArrowLeft", Focus::Elsewhere), Some(Command::Back));
        assert_eq!(command("ArrowRight", Focus::Button), Some(Command::Forward));
        assert_eq!(command("3", Focus::Button), Some(Command::Choose(3)));
        assert_eq!(command("b", Focus::Button), Some(Command::Answer(1)));
        for key in ["ArrowLeft", "Home", " ", "3", "?"] {
            assert_eq!(command(key, Focus::of("SELECT")), None, "{key}");
        }
    }

    #[test]
    fn space_presses_the_button_that_has_the_focus() {
        assert_eq!(command(" ", Focus::of("BUTTON")), None);
        assert_eq!(command(" ", Focus::of("g")), Some(Command::Play));
        assert_eq!(command(" ", Focus::of("A")), Some(Command::Play), "space follows no link");
        assert!(is_for("Enter", Focus::of("A")) && !is_for(" ", Focus::of("A")));
    }

    #[test]
    fn other_keys_are_left_to_the_browser() {
        for key in ["0", "f", "F5", "Tab", "Escape", "10", ""] {
            assert_eq!(command(key, Focus::Elsewhere), None, "{key}");
        }
    }
}
