//! Ascending numbers in short: `1-7,9`.

/// None if that says no such numbers, or more than a text has lines.
pub fn parse(written: &str) -> Option<Vec<usize>> {
    let mut numbers: Vec<usize> = Vec::new();
    for range in written.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        let is_next = numbers.last().is_none_or(|before| *before < first);
        if first == 0 || !is_next || last < first || last > NUMBER_MAX {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// Far beyond the lines of a text.
const NUMBER_MAX: usize = 100_000;

pub fn to_string(numbers: &[usize]) -> String {
    let ranges = numbers.chunk_by(|number, next| number + 1 == *next);
    let range = |range: &[usize]| match range {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    ranges.map(range).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (numbers, written) in
            [(&[1, 2, 3, 5][..], "1-3,5"), (&[7], "7"), (&[2, 4, 5], "2,4-5"), (&[], "")]
        {
            assert_eq!(to_string(numbers), written);
            assert_eq!(parse(written).unwrap_or_default(), numbers, "{written}");
        }
        for wrong in ["", "0", "3-1", "2,2", "5,4", "1-", "a", "1-9999999999", "1-99999999"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
