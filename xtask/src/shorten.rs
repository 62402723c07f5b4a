//! Takes out of what a visit loads that which nobody reads.

/// A style sheet without its comments and its layout.
pub fn css(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let code =
        parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, code)| code));
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    // no string in them has any of these
    let tight = [(" {", "{"), ("{ ", "{"), (" }", "}"), ("} ", "}"), ("; ", ";"), (": ", ":")];
    let code = tight.iter().fold(code, |code, (loose, tight)| code.replace(loose, tight));
    code.replace(";}", "}")
}

/// A script without its indentation and its comments, each of which has lines of its own.
pub fn js(js: &str) -> String {
    let mut short = String::with_capacity(js.len());
    let mut in_comment = false;
    for line in js.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        if !begins && !in_comment && !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            short.push('\n');
        }
        in_comment = (begins || in_comment) && !line.ends_with("*/");
    }
    short
}

/// wasm-bindgen ends the names of what it imports in 16 random digits, which do not compress. They
/// become numbers of the same length, in the script and in the program.
pub fn names(js: &str, wasm: &[u8]) -> (String, Vec<u8>) {
    let (mut js, mut wasm) = (js.to_owned(), wasm.to_owned());
    for (number, hash) in hashes(&js).into_iter().enumerate() {
        let number = format!("{number:016x}");
        js = js.replace(&hash, &number);
        let mut at = 0;
        while let Some(found) = wasm[at..].windows(hash.len()).position(|it| it == hash.as_bytes())
        {
            at += found;
            wasm[at..at + hash.len()].copy_from_slice(number.as_bytes());
        }
    }
    (js, wasm)
}

/// The random ends of names, each once.
fn hashes(js: &str) -> Vec<String> {
    const DIGITS: usize = 16;
    let mut hashes: Vec<String> = Vec::new();
    for word in js.split(|it: char| !it.is_ascii_alphanumeric() && it != '_') {
        let Some((name, hash)) = word.split_at_checked(word.len().saturating_sub(DIGITS)) else {
            continue;
        };
        let is_hash = hash.len() == DIGITS
            && hash.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it))
            && (name.ends_with('_') || name.ends_with("_h"));
        if is_hash && !hashes.iter().any(|it| it == hash) {
            hashes.push(hash.to_owned());
        }
    }
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_loses_nothing_but_its_layout() {
        assert_eq!(css("/* a */\n.b {\n  c: d; /* e */\n}\n"), ".b{c:d}");
        assert_eq!(css(".b > i :is(u) { c: \"x y\"; }"), ".b > i :is(u){c:\"x y\"}");
    }

    #[test]
    fn a_script_loses_nothing_but_comments_and_indentation() {
        let script =
            "/* @a */\n\n/**\n * B // c\n */\nclass D {\n    // e\n    f = \"/* g */\"; // h\n}";
        assert_eq!(js(script), "class D {\nf = \"/* g */\"; // h\n}\n");
    }

    #[test]
    fn random_names_become_numbers_in_both() {
        let js = "__wbg_key_76125a528069feff: a(b__h41faed77ddcb8765), __wbg_key_76125a528069feff";
        let wasm = b"\0__wbg_key_76125a528069feff\0b__h41faed77ddcb8765\x01";
        let (js, wasm) = names(js, wasm);
        let (key, b) = ("__wbg_key_0000000000000000", "b__h0000000000000001");
        assert_eq!(js, format!("{key}: a({b}), {key}"));
        assert_eq!(wasm, format!("\0{key}\0{b}\x01").into_bytes());
        assert!(hashes("deadbeefdeadbeef 0123456789abcdefg x_0123456789ABCDEF").is_empty());
    }
}
