//! The site's style sheets, and what `<interleave-run>` has of them on other pages.
use std::{fs, path::Path};

use anyhow::{Context, Result};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;

use crate::{assemble::sorted, process::root};

/// In front of the name of a family, so that a page's own letters of that name stay what they are.
const OURS: &str = "Interleave ";

/// Letters of one weight, and the file with them.
struct Face<'a> {
    family: &'a str,
    weight: &'a str,
    file: &'a str,
}

pub fn write(dist: &Path) -> Result<()> {
    let styles = short(&styles()?);
    let (rules, faces) = divided(&styles)?;
    fs::write(dist.join("style.js"), as_module(&rules, &faces))?;
    fs::write(dist.join("letters.js"), letters(&faces, dist)?)?;
    fs::write(dist.join("style.css"), &styles)?;
    let sheets = sorted(dist)?.into_iter().filter(|path| path.extension() == Some("css".as_ref()));
    for sheet in sheets.filter(|sheet| !sheet.ends_with("style.css")) {
        fs::write(&sheet, short(&fs::read_to_string(&sheet)?))?;
    }
    Ok(())
}

/// The rules of a sheet, and its letters, which a shadow root cannot bring.
fn divided(css: &str) -> Result<(String, Vec<Face<'_>>)> {
    let mut parts = css.split("@font-face{");
    let mut rules = parts.next().unwrap_or_default().to_owned();
    let mut faces = Vec::new();
    for part in parts {
        let (face, after) = part.split_once('}').context("letters without an end")?;
        let value = |name| {
            let value = face.split_once(name).and_then(|(_, rest)| rest.split_once([';', ')']));
            let value = value.with_context(|| format!("letters without {name}: {face}"))?.0;
            anyhow::Ok(value.trim().trim_matches('"'))
        };
        let [family, weight] = [value("font-family:")?, value("font-weight:")?];
        faces.push(Face { family, weight, file: value("url(")? });
        rules.push_str(after);
    }
    Ok((rules, faces))
}

/// A style sheet for shadow roots, which names our letters first.
fn as_module(rules: &str, faces: &[Face]) -> String {
    let mut rules = rules.trim_start().to_owned();
    for Face { family, .. } in faces {
        for named in [format!(": \"{family}\","), format!(": {family},")] {
            rules = rules.replace(&named, &format!(": \"{OURS}{family}\",{}", &named[1..]));
        }
    }
    format!("export default {};\n", json!(rules))
}

/// The letters as a module: no policy of a page that lets our scripts in refuses it, and bundlers take it along.
fn letters(faces: &[Face], dist: &Path) -> Result<String> {
    let all = faces.iter().map(|face| {
        let letters = fs::read(dist.join(face.file)).with_context(|| face.file.to_owned())?;
        let family = format!("{OURS}{}", face.family);
        Ok(json!([family, face.weight, BASE64_STANDARD.encode(letters)]))
    });
    Ok(format!("export default {};\n", json!(all.collect::<Result<Vec<_>>>()?)))
}

/// A style sheet without comments, and without space around lines and braces: it is loaded before a page is seen.
fn short(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default();
    let after = parts.filter_map(|part| Some(part.split_once("*/")?.1));
    let rules: String = [first].into_iter().chain(after).collect();
    let lines = rules.lines().map(str::trim).filter(|line| !line.is_empty());
    // what stands on several lines stays on several
    let line = |line: &str| match line.ends_with(['{', '}', ';', ',']) {
        true => line.to_owned(),
        false => format!("{line}\n"),
    };
    let lines: String = lines.map(line).collect();
    let shorter = [("; ", ";"), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}")];
    shorter.iter().fold(lines, |css, (from, to)| css.replace(from, to))
}

/// The style sheets as one, in the order of their names.
fn styles() -> Result<String> {
    let mut sheets = Vec::new();
    for folder in ["web/styles", "crates/picture/styles"] {
        sheets.extend(sorted(&root().join(folder))?);
    }
    sheets.retain(|path| path.extension().is_some_and(|ext| ext == "css"));
    sheets.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    sheets
        .iter()
        .map(|path| fs::read_to_string(path).with_context(|| path.display().to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{as_module, divided, letters, short};

    #[test]
    fn a_style_sheet_loses_comments_and_space_around_lines_alone() {
        assert_eq!(short("/* a */\n.b {\n  c: \"x y\"; /* d\n e */\n}\n"), ".b{c: \"x y\"}");
        let areas = ".a,\n.b > c {\n  grid-template-areas:\n    \"d e\"\n    \"f\";\n}\n";
        assert_eq!(short(areas), ".a,.b > c{grid-template-areas:\n\"d e\"\n\"f\"}");
    }

    #[test]
    fn a_module_of_styles_names_our_letters_and_no_file() -> anyhow::Result<()> {
        let face = |family, weight| {
            format!(
                "@font-face{{font-family: {family};font-weight: {weight};src: url(\"f/a\") format(\"woff2\");}}"
            )
        };
        let [plain, bold, other] =
            [face("\"Inter\"", 400), face("\"Inter\"", 600), face("\"A B\"", 400)];
        let css =
            format!("{plain}{bold}{other}.b {{--c: Inter, d;--e: \"A B\", d;--f: Interval, d;}}");
        let (rules, faces) = divided(&css)?;
        assert_eq!(
            as_module(&rules, &faces),
            "export default \".b {--c: \\\"Interleave Inter\\\", Inter, d;--e: \\\"Interleave A B\\\", \\\"A B\\\", d;\
             --f: Interval, d;}\";\n"
        );
        let dist = std::env::temp_dir().join(format!("interleave-letters-{}", std::process::id()));
        std::fs::create_dir_all(dist.join("f"))?;
        std::fs::write(dist.join("f/a"), "letters")?;
        assert_eq!(
            letters(&faces[..1], &dist)?,
            "export default [[\"Interleave Inter\",\"400\",\"bGV0dGVycw==\"]];\n"
        );
        Ok(std::fs::remove_dir_all(dist)?)
    }
}
