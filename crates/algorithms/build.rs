//! Turns `listings/NAME.md`, the page beside each `listings/NAME.ilv`, into constants. Nothing is
//! parsed when the program runs, and a program that shows no articles contains none.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;

/// What stands between the lines `+++` of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Front {
    name: String,
    /// The place in the gallery, counted from zero; none for one that is found by its name alone.
    place: Option<u16>,
    version: u16,
    family: String,
    card: String,
    lead: String,
    surprise: String,
    paper: Paper,
    #[serde(default)]
    told: String,
    #[serde(default)]
    also: Vec<Also>,
    carries: Option<Carries>,
    #[serde(default)]
    options: Vec<Named>,
    #[serde(default)]
    figures: Vec<Figure>,
    #[serde(default)]
    moments: Vec<Moment>,
    #[serde(default)]
    edits: Vec<Edit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paper {
    authors: String,
    surnames: String,
    year: u16,
    title: String,
    url: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Also {
    what: String,
    paper: Paper,
}

/// How a claim carries itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Carries {
    words: Vec<String>,
    links: Vec<Link>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    words: String,
    link: String,
}

/// An option, or with no values of its own a value of one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    words: String,
    #[serde(default)]
    values: Vec<Named>,
}

/// What is measured over random runs, with other options as they have to be for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "count", rename_all = "lowercase")]
enum Figure {
    /// What an entry costs, by an option.
    Messages {
        along: String,
        #[serde(default)]
        with: BTreeMap<String, String>,
    },
    /// In how many interleavings each outcome of a property is the last one.
    Ends { outcomes: String, per: String },
    /// How often something is begun: the steps in a section, by one option along the axis and a line for
    /// each value of another.
    Attempts {
        section: String,
        per: String,
        along: String,
        compare: String,
        #[serde(default)]
        with: BTreeMap<String, String>,
    },
    /// How many steps it takes, by the same.
    Steps {
        per: String,
        along: String,
        compare: String,
        #[serde(default)]
        with: BTreeMap<String, String>,
    },
    /// How long each process waits, by an option that says who goes first.
    Waits {
        compare: String,
        #[serde(default)]
        with: BTreeMap<String, String>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moment {
    title: String,
    #[serde(default)]
    ahead: String,
    words: String,
    link: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    title: String,
    words: String,
    changes: Vec<Change>,
    /// What `…` stands for in the changes, one at a time.
    #[serde(default)]
    rules: Vec<String>,
    /// The property that fails then, and after how many steps; without them none does.
    #[serde(default)]
    breaks: String,
    #[serde(default)]
    steps: usize,
    #[serde(default)]
    options: String,
}

/// A part of the listing, and what replaces it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    from: String,
    to: String,
}

fn main() {
    println!("cargo:rerun-if-changed=listings");
    let folder =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("listings");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("listings").map(|it| it.expect("a file").path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "md"));
    let mut pages: Vec<(PathBuf, Front, String)> = files.into_iter().map(read).collect();
    pages.sort_by(|a, b| (a.1.place, &a.0).cmp(&(b.1.place, &b.0)));

    let mut out = String::from("pub static TEXTS: &[Text] = &[\n");
    for (path, front, _) in &pages {
        text(&mut out, path, front);
    }
    out += "];\n\npub static ARTICLES: &[(&str, About)] = &[\n";
    for (path, front, body) in &pages {
        article(&mut out, path, front, body);
    }
    out += "];\n\npub static EXPECTATIONS: &[(&str, &str)] = &[\n";
    for (path, ..) in &pages {
        let expectations = divided(&path.with_extension("ilv")).1;
        writeln!(out, "({:?}, {expectations:?}),", slug(path)).expect("a string");
    }
    out += "];\n";
    let to = Path::new(&env::var_os("OUT_DIR").expect("set by cargo")).join("texts.rs");
    fs::write(to, out).expect("the output folder is writable");
}

fn read(path: PathBuf) -> (PathBuf, Front, String) {
    let name = path.display().to_string();
    let page = fs::read_to_string(&path).expect(&name);
    let parts: Vec<&str> = page.splitn(3, "+++\n").collect();
    let &[before, front, body] = &parts[..] else { panic!("{name}: no front matter") };
    assert!(before.is_empty(), "{name}: text before the front matter");
    let front = toml::from_str(front).unwrap_or_else(|why| panic!("{name}: {why}"));
    (path, front, body.to_owned())
}

fn slug(path: &Path) -> String {
    path.file_stem().expect("a name").to_str().expect("UTF-8").replace('_', "-")
}

/// The listing, and its expectations, perhaps with comments, which stand at the end: links contain changes to the
/// listing, so that another expectation must not make another text.
fn divided(path: &Path) -> (String, String) {
    let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with("expect ")).unwrap_or(lines.len());
    let is_expected =
        |line: &&str| line.is_empty() || line.starts_with("expect ") || line.starts_with('#');
    assert!(lines[begin..].iter().all(is_expected), "{}: expectations come last", path.display());
    let part = |lines: &[&str]| lines.join("\n").trim_end().to_owned() + "\n";
    (part(&lines[..begin]), part(&lines[begin..]))
}

fn text(out: &mut String, path: &Path, front: &Front) {
    let (source, _) = divided(&path.with_extension("ilv"));
    write!(
        out,
        "Text {{ slug: {:?}, source: {source:?}, place: {:?}, name: {:?}, version: {}, family: \
         Family::{}, paper: {}, card: {:?}, knobs: &[",
        slug(path),
        front.place,
        front.name,
        front.version,
        front.family,
        paper(&front.paper),
        front.card,
    )
    .expect("a string");
    for option in &front.options {
        write!(out, "Knob {{ name: {:?}, words: {:?}, values: &[", option.name, option.words)
            .expect("a string");
        for value in &option.values {
            write!(out, "value({:?}, {:?}), ", value.name, value.words).expect("a string");
        }
        *out += "] }, ";
    }
    *out += "], figures: &[";
    for figure in &front.figures {
        match figure {
            Figure::Messages { along, with } => {
                let with: Vec<_> = with.iter().collect();
                write!(out, "Figure {{ with: &{with:?}, ..Figure::messages({along:?}) }}, ")
            }
            Figure::Ends { outcomes, per } => {
                write!(out, "Figure::ends({outcomes:?}, {per:?}), ")
            }
            Figure::Attempts { section, per, along, compare, with } => {
                let with: Vec<_> = with.iter().collect();
                let zone = section[..1].to_uppercase() + &section[1..];
                write!(
                    out,
                    "Figure {{ with: &{with:?}, ..Figure::attempts(model::Zone::{zone}, {per:?}, {along:?}, \
                     {compare:?}) }}, "
                )
            }
            Figure::Steps { per, along, compare, with } => {
                let with: Vec<_> = with.iter().collect();
                write!(
                    out,
                    "Figure {{ with: &{with:?}, ..Figure::steps({per:?}, {along:?}, {compare:?}) }}, "
                )
            }
            Figure::Waits { compare, with } => {
                let with: Vec<_> = with.iter().collect();
                write!(out, "Figure::waits({compare:?}, &{with:?}), ")
            }
        }
        .expect("a string");
    }
    *out += "], dares: &[";
    for Moment { title, ahead, words, link } in &front.moments {
        write!(
            out,
            "Dare {{ title: {title:?}, ahead: {ahead:?}, words: {words:?}, link: {link:?} }}, "
        )
        .expect("a string");
    }
    *out += "], edits: &[";
    for Edit { title, words, changes, rules, breaks, steps, options } in &front.edits {
        let changes: Vec<_> = changes.iter().map(|change| (&change.from, &change.to)).collect();
        write!(
            out,
            "Edit {{ title: {title:?}, words: {words:?}, changes: &{changes:?}, rules: &{rules:?}, \
             breaks: {breaks:?}, steps: {steps}, options: {options:?} }}, "
        )
        .expect("a string");
    }
    *out += "] },\n";
}

fn paper(Paper { authors, surnames, year, title, url }: &Paper) -> String {
    format!(
        "Paper {{ authors: {authors:?}, surnames: {surnames:?}, year: {year}, title: {title:?}, \
         url: {url:?} }}"
    )
}

/// The body has two headings, each with paragraphs: the idea, and what the checker found.
fn article(out: &mut String, path: &Path, front: &Front, body: &str) {
    let mut sections = body.split("# ").map(|text| text.split_once('\n').unwrap_or((text, "")));
    let mut section = |heading: &str| {
        let found = sections.find(|section| section.0.trim() == heading);
        let text = found.unwrap_or_else(|| panic!("{}: no “# {heading}”", path.display())).1;
        let paragraphs = text.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>());
        let paragraphs = paragraphs
            .filter(|paragraph| !paragraph.is_empty())
            .map(|paragraph| paragraph.join(" "));
        paragraphs.collect::<Vec<_>>()
    };
    let (idea, found) = (section("Idea"), section("What the checker found"));
    let also: Vec<_> = front
        .also
        .iter()
        .map(|also| format!("({:?}, {})", also.what, paper(&also.paper)))
        .collect();
    let also = also.join(", ");
    let carries = front.carries.as_ref().map_or_else(
        || "None".into(),
        |Carries { words, links }| {
            let links: Vec<_> = links.iter().map(|link| (&link.words, &link.link)).collect();
            format!("Some(Carries {{ words: &{words:?}, links: &{links:?} }})")
        },
    );
    writeln!(
        out,
        "({:?}, About {{ article: Article {{ lead: {:?}, surprise: {:?}, idea: &{idea:?}, found: &{found:?} }}, \
         told: {:?}, also: &[{also}], carries: {carries} }}),",
        slug(path),
        front.lead,
        front.surprise,
        front.told,
    )
    .expect("a string");
}
