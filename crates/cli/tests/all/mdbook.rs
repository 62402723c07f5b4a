//! `interleave mdbook`, as mdBook runs it: asked whether it draws for a renderer, then given a book.

use super::{code, interleave, json, out};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

const TIE: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

const LISTING: &str = "algorithm Nothing

shared x: 0..3

process i of 2, for ever:
  remainder:
    pause
  critical:
    x ← i

always alone: at most 1 in critical
";

fn given(input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
    let pipes =
        command.arg("mdbook").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// As mdBook 0.4 and 0.5 write it: a chapter below another, a separator and a part's title.
fn book(chapters: &str, content: &str, settings: &Value) -> Value {
    let chapter = |name: &str, content: &str, sub_items: Value| {
        json!({ "Chapter": {
            "name": name, "content": content, "number": [1], "sub_items": sub_items,
            "path": format!("{name}.md"), "source_path": format!("{name}.md"), "parent_names": []
        } })
    };
    let below = json!([chapter("below", content, json!([]))]);
    json!([
        {
            "root": "/book",
            "config": { "book": { "title": "A book" }, "preprocessor": { "interleave": settings } },
            "renderer": "html",
            "mdbook_version": "0.4.52"
        },
        {
            chapters: [{ "PartTitle": "A part" }, chapter("above", "No figure.\n", below), "Separator"],
            "__non_exhaustive": null
        }
    ])
}

/// What becomes of a chapter.
fn changed(content: &str, settings: &Value) -> String {
    for chapters in ["sections", "items"] {
        let book = book(chapters, content, settings);
        let answer = given(&book.to_string());
        assert_eq!((code(&answer), answer.stderr.len()), (0, 0), "{}", out(&answer));
        let answer = json(&answer);
        let place = format!("/{chapters}/1/Chapter/sub_items/0/Chapter/content");
        let text = answer.pointer(&place).unwrap().as_str().unwrap().to_owned();
        // all else is as it was
        let mut same = book[1].clone();
        *same.pointer_mut(&place).unwrap() = text.clone().into();
        assert_eq!(answer, same);
        if chapters == "items" {
            return text;
        }
    }
    unreachable!()
}

#[test]
fn it_says_for_whom_it_draws() {
    assert_eq!(code(&interleave(&["mdbook", "supports", "html"])), 0);
    assert_eq!(code(&interleave(&["mdbook", "supports", "linkcheck"])), 1);
}

#[test]
fn a_listing_has_its_picture_and_stays() {
    let content =
        format!("Before\n```interleave ask=1 caption=\"a < b\" on\n{LISTING}```\nAfter\n");
    let text = changed(&content, &json!({ "command": "interleave mdbook" }));
    let (before, rest) = text.split_once("<interleave-run ").unwrap();
    assert_eq!(before, "Before\n\n");
    let attributes = "panels=\"narration,stage,transport,scheduler,listing\" ask=\"1\" caption=\"a &lt; b\">\n\
                      <img src=\"data:image/svg+xml;base64,";
    assert!(rest.starts_with(attributes), "{text}");
    assert!(rest.contains("alt=\"Nothing. Nothing has happened yet"), "{text}");
    // the code is a block of Markdown of its own, which mdBook writes as it writes others
    let end = format!(
        "style=\"max-width: 100%\">\n\n```interleave\n{LISTING}```\n\n</interleave-run>\n\nAfter\n"
    );
    assert!(rest.ends_with(&end), "{text}");
}

#[test]
fn a_link_has_the_picture_of_its_moment() {
    let content =
        format!("- A tie:\n\n  ~~~interleave\n  https://a.org/bakery.html#{TIE}\n  ~~~\n");
    let text = changed(&content, &json!({ "home": "https://a.org" }));
    let link = TIE.replace('&', "&amp;");
    let start = format!(
        "- A tie:\n\n\n  <interleave-run link=\"{link}\">\n  <a href=\"https://a.org/bakery.html#{link}\"><img src=\"data:"
    );
    assert!(text.starts_with(&start), "{text}");
    let script = "<script type=\"module\" src=\"https://a.org/interleave-run.js\"></script>\n";
    assert!(text.ends_with(&format!("</a>\n  </interleave-run>\n\n\n\n{script}")), "{text}");
    // nothing is loaded and linked from nowhere
    let text = changed(&content, &json!({}));
    assert!(!text.contains("<script") && !text.contains("<a "), "{text}");
}

#[test]
fn other_blocks_stay_as_they_are() {
    let shown = format!("````markdown\n```interleave\n{LISTING}```\n````\n");
    let deep = "Code:\n\n    ```interleave\n    x\n    ```\n";
    let other = "```python\nprint(1)\n```\n\n```interleave-log\nx\n```\n\n`interleave`\n\n```interleave\nno end\n";
    let content = format!("{shown}\n{deep}\n{other}");
    assert_eq!(changed(&content, &json!({ "home": "https://a.org" })), content);
}

#[test]
fn what_is_wrong_ends_the_build_with_its_place() {
    let told = |content: &str| {
        let answer = given(&book("items", content, &json!({})).to_string());
        assert_eq!((code(&answer), answer.stdout.len()), (2, 0), "{}", out(&answer));
        String::from_utf8(answer.stderr).unwrap()
    };
    let text = told("A\n\n```interleave\nalgorithm X\nfoo\n```\n");
    assert!(text.contains("begins no declaration"), "{text}");
    assert!(text.contains("below.md, the fence in line 3:2"), "{text}");
    let link = told("```interleave\nbaker\n```\n");
    assert!(link.starts_with("below.md, the fence in line 1: There is no algorithm"), "{link}");
    for (input, why) in [
        ("", "Standard input is no book as mdBook writes it for a preprocessor: "),
        ("[{}, {}]", "The book of mdBook has no chapters."),
        ("[1, 2]", "The book of mdBook has no chapters."),
        ("[{}]", "Standard input is no book as mdBook writes it for a preprocessor: "),
    ] {
        let answer = given(input);
        let told = String::from_utf8(answer.stderr.clone()).unwrap();
        assert!(code(&answer) == 2 && told.starts_with(why), "{told}");
    }
}
