//! What is known before a visit: `prerender INDEX_HTML DIST` writes the page with the gallery in
//! it, and which module has which algorithm.

use anyhow::{Context, Result};
use catalog::{Limits, Report, Scenario};
use std::{collections::BTreeMap, env, fs, path::Path, rc::Rc, thread};
use web::components::{Gallery, GalleryProps};

/// What the gallery takes the place of.
const PLACE: &str = "<!-- gallery -->";

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1);
    let (index, dist) = args.next().zip(args.next()).context("usage: prerender INDEX_HTML DIST")?;
    let page = fs::read_to_string(&index).context("index.html")?;
    let (before, after) = page.split_once(PLACE).context("no place for the gallery")?;
    let dist = Path::new(&dist);
    fs::write(dist.join("index.html"), format!("{before}{}{after}", gallery()?))?;
    fs::write(dist.join("modules.js"), modules()?)?;
    Ok(())
}

fn gallery() -> Result<String> {
    prerender::html::<Gallery>(GalleryProps { reports: reports() })
}

/// What the checker says of every algorithm with no knob turned.
fn reports() -> Vec<Rc<Report>> {
    let check = |entry| {
        let mut search = Scenario::new(entry).search(Limits::default());
        search.advance(usize::MAX);
        search.report()
    };
    let reports = thread::scope(|scope| {
        let threads: Vec<_> =
            catalog::entries().iter().map(|entry| scope.spawn(move || check(entry))).collect();
        threads
            .into_iter()
            .map(|it| it.join().expect("a search does not panic"))
            .collect::<Vec<_>>()
    });
    reports.into_iter().map(Rc::new).collect()
}

/// A module of JavaScript that tells the folder of the engine for a link.
fn modules() -> Result<String> {
    let of: BTreeMap<_, _> = catalog::MODULES
        .iter()
        .flat_map(|module| module.slugs.iter().map(|slug| (*slug, module.name)))
        .collect();
    let first = catalog::MODULES.first().context("no modules")?.name;
    Ok(format!(
        "const MODULES = {};\n\
         /** The folder of the engine that has a link's algorithm; of any, where none has it. */\n\
         export const moduleOf = (link) => MODULES[link.split(\"#\").pop().split(\"?\")[0].replace(/^\\/+/, \"\")] ?? {first:?};\n",
        serde_json::to_string(&of)?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_has_a_card_with_a_picture_and_a_link() {
        let gallery = gallery().unwrap();
        for entry in catalog::entries() {
            let link = format!("href=\"#{}{}\"", entry.slug, entry.card).replace('&', "&amp;");
            assert!(gallery.contains(&link), "{link}");
        }
        assert_eq!(gallery.matches("class=\"stage-sheet\"").count(), catalog::entries().len());
    }

    #[test]
    fn every_algorithm_is_in_a_module() {
        let slugs = catalog::MODULES.iter().flat_map(|it| it.slugs.iter().copied());
        let entries = catalog::entries().iter().map(|it| it.slug);
        assert!(slugs.eq(entries));
    }
}
