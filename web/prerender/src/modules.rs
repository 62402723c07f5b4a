//! Which module has which algorithm, as a script.

use crate::document::fill;
use anyhow::Result;

const TEMPLATE: &str = include_str!("../../modules.js");

pub fn script() -> Result<String> {
    // in the order of the gallery: the first module is for those who name none
    let of = catalog::MODULES
        .iter()
        .flat_map(|module| module.slugs.iter().map(|slug| format!("{slug:?}:{:?}", module.name)));
    let of = of.collect::<Vec<_>>().join(",");
    fill(TEMPLATE, &[("modules", &format!("{{{of}}}"))])
}
