//! A moment as a page that is one file, made of the built site as the site makes it in a browser: `web/static/file.js`
//! says which files it takes and how such a page begins.

mod site;

use crate::args::Page;
use crate::output::{Output, tell};
use crate::poster::{self, quoted};
use crate::{Failure, file, target};
use catalog::Scenario;
use regex::Regex;
use serde_json::json;
use site::Site;
pub use site::address;

/// Where a page that is built for readers has what runs.
const ENGINE: &str = "engine_bg.wasm";

pub fn run(args: &Page, to: &mut Output) -> Result<(), Failure> {
    let scenario = target::subject(&args.target)?.scenario("written")?;
    crate::require_run(&scenario, "written")?;
    let home = match &args.playground {
        Some(home) => format!("{}/", home.trim_end_matches('/')),
        None => {
            tell(&format!(
                "Links of the page lead to {HOME}, where `cargo xtask serve` has the site. `--playground` names another."
            ));
            HOME.to_owned()
        }
    };
    let page = page(&Site::at(&args.site)?, &scenario, &home)?;
    match &args.output {
        None => to.write_document(&page)?,
        Some(path) => file::write(path, &page)?,
    }
    Ok(())
}

const HOME: &str = "http://127.0.0.1:8080/";

/// The page of the algorithm with all that it needs, at the moment.
fn page(site: &Site, scenario: &Scenario, home: &str) -> Result<String, String> {
    let link = scenario.to_string();
    let maker = site.text("file.js")?;
    let made = site.text(&format!("{}.html", scenario.slug))?;
    let made = without_files(&made);
    let made = between(&made, "<html", ">", |attributes| {
        let others = Regex::new(r#" data-(card|home)="[^"]*""#).expect("an expression");
        let others = others.replace_all(attributes, "");
        format!("{others} data-card=\"{}\" data-home=\"{}\"", quoted(&link), quoted(home))
    });
    let made = made.ok_or("The page of the site has no root.")?;
    let (before, rest) = made.split_once("</head>").ok_or("The page of the site has no head.")?;
    let (body, end) = rest.rsplit_once("</body>").ok_or("The page of the site has no body.")?;
    let body = with_preview(body, &preview(scenario))
        .ok_or("The page of the site has no place for a picture.")?;
    let head = head(site, &maker)?;
    let start = r#"<script type="module">import "interleave/start.js"</script>"#;
    Ok(format!("{before}{head}</head>{body}{start}</body>{end}"))
}

/// Without what it would load, and without what was worked out for another moment.
fn without_files(page: &str) -> String {
    let loads = Regex::new(r"(?s)<script\b.*?</script>|<link\b[^>]*>").expect("an expression");
    loads.replace_all(page, "").into_owned()
}

/// All that the page loads, in itself.
fn head(site: &Site, maker: &str) -> Result<String, String> {
    let parts = json!({ "engine": site.packed(ENGINE)?, "worker": worker(site)? });
    // no end of a script within one
    let parts = parts.to_string().replace('<', "\\u003c");
    let modules: Vec<String> = names(maker)?
        .iter()
        .map(|name| {
            let script = named(&site.text(&format!("{name}.js"))?);
            let script = json!(address("text/javascript", script.as_bytes()));
            Ok(format!("{}:{script}", json!(format!("interleave/{name}.js"))))
        })
        .collect::<Result<_, String>>()?;
    Ok(format!(
        "<link rel=\"icon\" href=\"{}\"><style>{}</style><script>({})({parts})</script><script>{}</script>\
         <script type=\"importmap\">{{\"imports\":{{{}}}}}</script>",
        site.inlined("icon.svg", "image/svg+xml")?,
        styles(site)?,
        begin(maker)?,
        site.text("first.js")?,
        modules.join(",")
    ))
}

/// The modules that a page loads, now or when it is asked.
fn names(maker: &str) -> Result<Vec<String>, String> {
    let all = maker.split_once("const MODULES = ").and_then(|(_, rest)| rest.split_once(';'));
    all.and_then(|(all, _)| serde_json::from_str(all).ok()).ok_or_else(other_site)
}

/// The first script of such a page.
fn begin(maker: &str) -> Result<&str, String> {
    let from = maker.find("function begin(").ok_or_else(other_site)?;
    let length = maker[from..].find("\n}\n").ok_or_else(other_site)?;
    Ok(&maker[from..from + length + 2])
}

fn other_site() -> String {
    "The site is of another version: its `file.js` is not the one that this program knows."
        .to_owned()
}

/// A module by its name, wherever it stands: what stands in its own address has no neighbours.
fn named(module: &str) -> String {
    let neighbours = Regex::new(r#"((?:from|import) ?\(?)(["`])\./"#).expect("an expression");
    neighbours.replace_all(module, "${1}${2}interleave/").into_owned()
}

/// A worker knows no module by its name, and a page from a disk has no workers that are modules.
fn worker(site: &Site) -> Result<String, String> {
    let exports = Regex::new(r"(?m)^export (\{.*\};$|default )?").expect("an expression");
    let imports = Regex::new(r"(?m)^import .*$").expect("an expression");
    let engine = site.text("engine.js")?;
    let plain = exports.replace_all(&engine, "").replace("import.meta.url", "self.location");
    Ok(plain + &imports.replace(&site.text("worker.js")?, ""))
}

fn styles(site: &Site) -> Result<String, String> {
    let mut style = site.text("style.css")?;
    let fonts = Regex::new(r"fonts/[\w-]+\.woff2").expect("an expression");
    let mut all: Vec<String> =
        fonts.find_iter(&style).map(|font| font.as_str().to_owned()).collect();
    all.sort_unstable();
    all.dedup();
    for font in all {
        style = style.replace(&font, &site.inlined(&font, "font/woff2")?);
    }
    Ok(style)
}

/// What is seen before the engine has started, and by readers without script: the poster and the program.
fn preview(scenario: &Scenario) -> String {
    let name = quoted(scenario.entry().name);
    let image = poster::image(scenario);
    let program =
        format!("<pre style=\"white-space: pre-wrap\">{}</pre>", quoted(scenario.source()));
    format!(
        "<div class=\"preview\"><div class=\"lab\"><main style=\"padding: 1rem\"><h1>{name}</h1>{image}{program}</main></div></div>"
    )
}

/// In the place of the picture that the page opens with.
fn with_preview(body: &str, preview: &str) -> Option<String> {
    let open = r#"<div class="preview">"#;
    let from = body.find(open)?;
    let divisions = Regex::new(r"<div\b|</div>").expect("an expression");
    let mut depth = 0;
    let end = divisions.find_iter(&body[from..]).find_map(|tag| {
        depth += if tag.as_str() == "</div>" { -1 } else { 1 };
        (depth == 0).then_some(from + tag.end())
    })?;
    Some(format!("{}{preview}{}", &body[..from], &body[end..]))
}

/// With what stands first between two words replaced.
fn between(text: &str, open: &str, close: &str, with: impl Fn(&str) -> String) -> Option<String> {
    let from = text.find(open)? + open.len();
    let length = text[from..].find(close)?;
    Some(text[..from].to_owned() + &with(&text[from..from + length]) + &text[from + length..])
}
