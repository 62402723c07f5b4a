//! What the browser keeps of a text: when it was written, in milliseconds since 1970, and the text.

/// None if the value is damaged.
pub fn parse(value: &str) -> Option<(u64, String)> {
    let (when, source) = value.split_once('\n')?;
    Some((when.parse().ok()?, source.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_value_is_no_text() {
        assert_eq!(parse("12\na\nb"), Some((12, "a\nb".into())));
        for bad in ["", "12", "x\na", "-1\na"] {
            assert_eq!(parse(bad), None, "{bad:?}");
        }
    }
}
