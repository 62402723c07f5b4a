//! `interleave page`: of a site, a page that is one file. A browser opens one of the built site in `tests/e2e`.

use super::{code, interleave, out, usage_error};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

const TIE: &str = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";
const MAKER: &str = include_str!("../../../../web/static/file.js");
const BAKERY: &str = "<!doctype html>\n<html lang=\"en\" data-slug=\"bakery\" data-card=\"bakery?v=1\">\n<head>\
    <title>Bakery</title><link rel=\"icon\" href=\"icon.svg\"><script src=\"first.js\"></script></head>\n<body>\
    <div id=\"app\"><div class=\"preview\"><div class=\"lab\"><div>another moment</div></div></div><p>article</p></div>\
    <script id=\"ready\" type=\"application/json\">{}</script></body>\n</html>\n";

/// A site with the scripts that decide how such a page is made, and little else.
fn site(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("fonts")).unwrap();
    let module = "import { a } from \"./dialog.js\";\nimport(`./${a}.js`);\n";
    for name in ["start", "pressed", "load", "dialog", "poster", "export", "embed", "qr", "inlined"]
    {
        fs::write(folder.join(format!("{name}.js")), module).unwrap();
    }
    for (name, text) in [
        ("file.js", MAKER),
        ("first.js", "first()"),
        ("bakery.html", BAKERY),
        ("icon.svg", "<svg/>"),
        ("style.css", "@font-face { src: url(fonts/serif-400.woff2) }"),
        ("fonts/serif-400.woff2", "letters"),
        ("engine_bg.wasm", "the engine"),
        ("worker.js", "import { initSync } from \"./engine.js\";\n\nrun();\n"),
        (
            "engine.js",
            "export function f() { return import.meta.url; }\nexport { initSync };\nexport default init;\n",
        ),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

fn decoded(text: &str, before: &str) -> Vec<u8> {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before}: {text}"));
    STANDARD.decode(rest.split('"').next().unwrap()).unwrap()
}

#[test]
fn a_page_has_everything_in_itself() {
    let site = site("site");
    let args = ["page", TIE, "--site", site.to_str().unwrap(), "--playground", "https://a.org/b"];
    let made = interleave(&args);
    let page = out(&made);
    assert_eq!((code(&made), made.stderr.len()), (0, 0), "{page}");
    let root = "<html lang=\"en\" data-slug=\"bakery\" data-card=\"bakery?processes=2&amp;tie-break=none&amp;v=1&amp;\
                at=12&amp;run=AAVBQX.XL6N\" data-home=\"https://a.org/b/\">";
    assert!(page.contains(root), "{page}");
    // nothing is loaded, and nothing is left of the other moment
    for gone in [
        "<link rel=\"icon\" href=\"icon",
        "src=\"first.js\"",
        "id=\"ready\"",
        "another",
        "url(fonts",
    ] {
        assert!(!page.contains(gone), "{gone}: {page}");
    }
    assert!(page.contains("<script>first()</script>") && page.contains("<p>article</p>"));
    assert!(page.ends_with("import \"interleave/start.js\"</script></body>\n</html>\n"), "{page}");
    // the moment: its picture, what it shows, and the program
    let poster =
        String::from_utf8(decoded(&page, "<img src=\"data:image/svg+xml;base64,")).unwrap();
    assert_eq!(
        poster.trim_end(),
        out(&interleave(&["export", TIE, "--format", "poster"])).trim_end()
    );
    let alt = "alt=\"Lamport’s bakery, step 12 of 14. Process 0 reads number[1] = 1 to compare tickets and enters the \
               critical section.";
    assert!(page.contains(alt) && page.contains("await not choosing[j]"), "{page}");
    // modules name each other wherever they stand
    let load = decoded(&page, "\"interleave/load.js\":\"data:text/javascript;base64,");
    let expected = "import { a } from \"interleave/dialog.js\";\nimport(`interleave/${a}.js`);\n";
    assert_eq!(String::from_utf8(load).unwrap(), expected);
    assert_eq!(page.matches("\"interleave/").count(), 11 + 1, "eleven modules and the start");
    // a worker is no module
    let (_, parts) = page.split_once("\"worker\":\"").unwrap();
    let worker = "function f() { return self.location; }\\n\\ninit;\\n\\n\\nrun();\\n\"})";
    assert!(parts.starts_with(worker), "{parts}");
    let mut engine = String::new();
    let packed = decoded(&page, "\"engine\":\"data:application/octet-stream;base64,");
    GzDecoder::new(&packed[..]).read_to_string(&mut engine).unwrap();
    assert_eq!(engine, "the engine");
}

#[test]
fn without_a_site_it_is_said_how_to_make_one() {
    let error = usage_error(&["page", "bakery", "--site", "nowhere"]);
    assert!(error.contains("nowhere has no built site. `cargo xtask build` makes one"), "{error}");
    assert!(error.contains("http://127.0.0.1:8080/"), "where links lead is said: {error}");
    let site = site("other-site");
    let path = site.to_str().unwrap();
    let error = usage_error(&["page", "peterson", "--site", path]);
    assert!(error.contains("peterson.html cannot be read"), "{error}");
    fs::write(site.join("file.js"), "export const other = 1;\n").unwrap();
    let error = usage_error(&["page", "bakery", "--site", path]);
    assert!(error.contains("The site is of another version"), "{error}");
    let altered = TIE.replace("AAVBQX", "AAVBQY");
    assert!(usage_error(&["page", &altered, "--site", path]).contains("Nothing was written"));
}
