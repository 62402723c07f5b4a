//! A listing inside a link: whole, or as the change to a published listing. `docs/LINKS.md` is the
//! specification.
//!
//! The first byte says which. What follows is deflated (RFC 1951), with a text that both sides know
//! as the window before it: the published listing, or a dictionary of common lines.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use listing::limits::TEXT_MAX;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::{
    TINFLStatus,
    core::{DecompressorOxide, decompress, inflate_flags},
};

/// The longest value: a text that cannot be deflated, and what stands before it.
const PACKED_MAX: usize = TEXT_MAX / 3 * 4 + 256;

/// Links contain it implicitly: a changed dictionary would need another first byte.
const DICTIONARY: &str = include_str!("dictionary.txt");

const WHOLE: u8 = 3;
const CHANGE: u8 = 4;
/// The same two of a text of the language's first edition.
const FIRST_WHOLE: u8 = 1;
const FIRST_CHANGE: u8 = 2;

/// Names a published listing in links: 24 bits of FNV-1a over its text.
pub fn hash(text: &str) -> [u8; 3] {
    let [a, b, c, ..] = super::fold(text).to_le_bytes();
    [a, b, c]
}

/// Writes `text`, as a change to `base` where that is shorter.
pub fn encode(text: &str, base: Option<&str>) -> String {
    let mut whole = vec![WHOLE];
    whole.extend(deflate(text.as_bytes(), DICTIONARY.as_bytes()));
    let change = base.map(|base| change(text, base));
    let shorter = change.filter(|change| change.len() < whole.len()).unwrap_or(whole);
    URL_SAFE_NO_PAD.encode(shorter)
}

/// Reads a text, and says whether it is of the language's first edition. `published` finds a published
/// listing by its hash. The error is a sentence.
pub fn decode(
    value: &str,
    published: impl Fn([u8; 3]) -> Option<String>,
) -> Result<(String, bool), &'static str> {
    const DAMAGED: &str = "The listing in the link cannot be read: the link was cut or changed.";
    if value.len() > PACKED_MAX {
        return Err("The listing in the link is longer than any that can be read.");
    }
    let bytes = URL_SAFE_NO_PAD.decode(value).map_err(|_| DAMAGED)?;
    let text = match bytes.split_first() {
        Some((&(WHOLE | FIRST_WHOLE), rest)) => {
            inflate(rest, DICTIONARY.as_bytes()).ok_or(DAMAGED)?
        }
        Some((&(CHANGE | FIRST_CHANGE), [a, b, c, rest @ ..])) => {
            let base = published([*a, *b, *c]).ok_or(
                "The link changes a published listing that is not known here: it may need a \
                 newer version of this site.",
            )?;
            changed(rest, &base).ok_or(DAMAGED)?
        }
        Some((&(CHANGE | FIRST_CHANGE), _)) | None => return Err(DAMAGED),
        Some(_) => {
            return Err(
                "The listing in the link is in a form that is not known here: it may need \
                        a newer version of this site.",
            );
        }
    };
    let is_first = matches!(bytes.first(), Some(&(FIRST_WHOLE | FIRST_CHANGE)));
    Ok((String::from_utf8(text).map_err(|_| DAMAGED)?, is_first))
}

/// Any text as a link has it, for links that have more to say than a scenario.
pub fn pack(text: &str) -> String {
    encode(text, None)
}

/// Reads what [`pack`] wrote. The error is a sentence.
pub fn unpack(packed: &str) -> Result<String, &'static str> {
    decode(packed, |_| None).map(|(text, _)| text)
}

/// The listing as it was published in the language's first edition: without the lines that the second
/// one has added.
pub fn first_published(text: &str) -> String {
    let is_new = |line: &str| {
        ["limit ", "  rests in ", SENTENCE].iter().any(|begins| line.starts_with(begins))
    };
    let is_old = |line: &&str| !is_new(line);
    text.split_inclusive('\n').filter(is_old).collect()
}

/// How a line begins that says what is told of a property.
const SENTENCE: &str = "say ";

/// The listing as it was published before properties had sentences.
pub fn without_sentences(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with(SENTENCE)).collect()
}

/// Sentences that say now what another one said before: a link may change a listing that has the one on the right.
const REPLACED: [[&str; 2]; 2] = [
    [
        "say each once, in order: The receiver has taken items {receiver.received}: not each once, in order.",
        "say each once, in order: The receiver has taken an item twice, or not in order.",
    ],
    [
        "say old or new: The result is {result}; the old value is {old}, and the new one {begun}.",
        "say old or new: The result is {result}, neither the old value, {old}, nor the new one, {begun}.",
    ],
];

/// The listing as it may have been published before: with one sentence less, or with another one.
pub fn with_other_sentences(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let said = (0..lines.len()).filter(|at| lines[*at].starts_with(SENTENCE));
    let without = said.map(|at| [&lines[..at], &lines[at + 1..]].concat().concat());
    let replaced = REPLACED.iter().filter(|[now, _]| text.contains(now));
    without.chain(replaced.map(|[now, before]| text.replace(now, before))).collect()
}

/// What of a listing runs: without comments, what is expected of it, sentences, and how it is laid out.
pub fn program(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    let is_kept = |line: &&str| {
        let words = line.trim_start();
        !words.is_empty() && ![SENTENCE, "expect "].iter().any(|begins| words.starts_with(begins))
    };
    let plain = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let words: Vec<&str> = line.split_whitespace().collect();
        format!("{}{}", &line[..indent], words.join(" "))
    };
    lines.filter(is_kept).map(plain).collect::<Vec<_>>().join("\n")
}

/// The hash of the base, the lengths of the common beginning and end, and what stands between.
fn change(text: &str, base: &str) -> Vec<u8> {
    let (text, whole_base) = (text.as_bytes(), base.as_bytes());
    let start = common(text.iter(), whole_base.iter());
    let (text, rest) = (&text[start..], &whole_base[start..]);
    let end = common(text.iter().rev(), rest.iter().rev());
    let mut change = vec![CHANGE];
    change.extend(hash(base));
    put_number(&mut change, start);
    put_number(&mut change, end);
    change.extend(deflate(&text[..text.len() - end], whole_base));
    change
}

fn changed(change: &[u8], base: &str) -> Option<Vec<u8>> {
    let (start, change) = number(change)?;
    let (end, change) = number(change)?;
    let base = base.as_bytes();
    let mut text = base.get(..start)?.to_vec();
    text.extend(inflate(change, base)?);
    text.extend(base.get(base.len().checked_sub(end)?..)?);
    (text.len() <= TEXT_MAX).then_some(text)
}

fn common<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// Seven bits to a byte, lowest first; the highest bit says that more follow.
fn put_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let len = bytes.iter().take(3).position(|it| it & 128 == 0)? + 1;
    let (digits, rest) = bytes.split_at(len);
    Some((digits.iter().rev().fold(0, |all, it| all << 7 | usize::from(it & 127)), rest))
}

/// A raw stream that refers back into `window` as if it had just been written.
fn deflate(bytes: &[u8], window: &[u8]) -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(10, 0, 0);
    let mut state = CompressorOxide::new(flags);
    let mut out = vec![0; 2 * (bytes.len() + window.len()) + 64];
    // a flush ends at a whole byte, so that what the window itself became can be left out
    compress(&mut state, window, &mut out, TDEFLFlush::Sync);
    let (status, _, len) = compress(&mut state, bytes, &mut out, TDEFLFlush::Finish);
    debug_assert_eq!(status, TDEFLStatus::Done);
    out.truncate(len);
    out
}

/// None if the stream is damaged or longer than a text may be.
fn inflate(bytes: &[u8], window: &[u8]) -> Option<Vec<u8>> {
    let mut out = window.to_vec();
    out.resize(window.len() + TEXT_MAX, 0);
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = DecompressorOxide::new();
    let (status, read, len) = decompress(&mut state, bytes, &mut out, window.len(), flags);
    let is_whole = status == TINFLStatus::Done && read == bytes.len();
    is_whole.then(|| out[window.len()..][..len].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = include_str!("../../../algorithms/listings/peterson.ilv");

    fn read(value: &str) -> Result<String, &'static str> {
        decode(value, |it| (it == hash(BASE)).then_some(BASE.to_owned())).map(|it| it.0)
    }

    #[test]
    fn a_change_of_one_line_takes_at_most_40_characters() {
        for (from, to) in [
            ("not flag[1 − i] or", "not flag[1 − i] and"),
            ("pause", "skip"),
            ("turn = i", "turn ≠ i"),
        ] {
            let text = BASE.replacen(from, to, 1);
            assert_ne!(text, BASE);
            let link = encode(&text, Some(BASE));
            assert!(link.len() <= 40, "{} {link}", link.len());
            assert_eq!(read(&link).unwrap(), text);
        }
    }

    #[test]
    fn a_listing_of_30_lines_takes_at_most_700_characters() {
        let link = encode(BASE, None);
        assert!(link.len() <= 700, "{}", link.len());
        assert_eq!(read(&link).unwrap(), BASE);
    }

    #[test]
    fn any_text_comes_back() {
        let long = "x ← y # ".repeat(1000);
        for text in ["", "x", &long, "a\r\nb", BASE, &BASE[40..], &format!("{BASE}{BASE}")] {
            for base in [None, Some(BASE)] {
                assert_eq!(read(&encode(text, base)).as_deref(), Ok(text));
            }
        }
    }

    #[test]
    fn comments_and_what_is_expected_are_no_part_of_a_program() {
        let more =
            BASE.replace("    pause", "    pause     # to rest").replace(":\n", ":   # why\n\n");
        assert_ne!(more, BASE);
        let more = format!("# Another one\n{more}\nexpect mutual exclusion: holds\n");
        assert_eq!(program(&more), program(BASE));
        assert_ne!(program(&BASE.replacen("pause", "skip", 1)), program(BASE));
        assert_ne!(program(&BASE.replacen("    pause", "  pause", 1)), program(BASE));
    }

    /// Nothing that is no whole text passes for one, and nothing panics.
    #[test]
    fn damage_is_a_sentence() {
        let text = BASE.replacen("pause", "skip", 1);
        let link = encode(&text, Some(BASE));
        for len in 0..link.len() {
            assert!(read(&link[..len]).is_err(), "{len}");
        }
        for value in ["!", "AA", "Ag", "Ag____", "AgAAAAAA", "AQ", "AQAA", "CQAA", "é"] {
            assert!(read(value).is_err(), "{value}");
        }
        let too_long = encode(&"x".repeat(TEXT_MAX + 1), None);
        assert!(read(&too_long).is_err());
    }

    /// Changes of listings name them by a hash, and lines have been added to these since.
    #[test]
    fn listings_of_the_first_edition_are_found() {
        for (slug, known) in [
            ("bakery", [184, 180, 2]),
            ("jones-bakery", [20, 184, 115]),
            ("ricart-agrawala", [195, 31, 253]),
            ("semaphore-server", [176, 149, 101]),
            ("paxos", [47, 98, 116]),
            ("two-phase-commit", [239, 24, 118]),
        ] {
            let source = crate::entry(slug).unwrap().source;
            assert_eq!(hash(&first_published(source)), known, "{slug}");
            assert_ne!(hash(source), known, "{slug}");
        }
    }

    /// A link from before properties had sentences.
    #[test]
    fn a_change_of_a_silent_listing_is_opened() {
        let published = crate::entry("raft-election").unwrap().source;
        let silent = without_sentences(published);
        assert_ne!(silent, published);
        let changed = silent.replace("size(led[t]) ≤ 1", "size(led[t]) ≤ 2");
        let link = format!("raft-election?text={}", encode(&changed, Some(&silent)));
        let opened = crate::Scenario::parse(&link).unwrap();
        assert_eq!((opened.scenario.source(), opened.notices), (&*changed, Vec::new()));
    }

    /// Listings get sentences, and better ones; a link that changes one without it is read.
    #[test]
    fn a_change_of_a_listing_with_other_sentences_is_opened() {
        for (slug, now, before) in [
            ("dijkstra-ring", "say everybody moves: Machine 0 has no privilege.\n", ""),
            ("stable-storage", REPLACED[1][0], REPLACED[1][1]),
            ("alternating-bit", REPLACED[0][0], REPLACED[0][1]),
        ] {
            let published = crate::entry(slug).unwrap().source;
            let base = published.replace(now, before);
            assert_ne!(base, published);
            let changed = format!("{base}# a remark\n");
            let link = format!("{slug}?text={}", encode(&changed, Some(&base)));
            let opened = crate::Scenario::parse(&link).unwrap();
            assert_eq!((opened.scenario.source(), opened.notices), (&*changed, Vec::new()));
        }
    }

    #[test]
    fn a_change_of_a_first_edition_is_opened_as_today() {
        let published = crate::entry("two-phase-commit").unwrap().source;
        let base = first_published(published);
        let mut bytes = change(&base.replace("send vote(no) to c", "skip"), &base);
        bytes[0] = FIRST_CHANGE;
        let link = format!("two-phase-commit?text={}", URL_SAFE_NO_PAD.encode(bytes));
        let opened = crate::Scenario::parse(&link).unwrap();
        let silent = without_sentences(published);
        assert_eq!(opened.scenario.source(), silent.replace("send vote(no) to c", "skip"));
        assert!(opened.notices[0].contains("first edition"), "{:?}", opened.notices);
        let again = crate::Scenario::parse(&opened.scenario.to_string()).unwrap();
        assert_eq!((again.scenario, again.notices), (opened.scenario, Vec::<String>::new()));
    }
}
