//! Which module has which algorithm, as a script.

use crate::document::fill;
use anyhow::Result;
use std::collections::BTreeMap;

const TEMPLATE: &str = include_str!("../../modules.js");

pub fn script() -> Result<String> {
    let of: BTreeMap<_, _> = catalog::MODULES
        .iter()
        .flat_map(|module| module.slugs.iter().map(|slug| (*slug, module.name)))
        .collect();
    fill(TEMPLATE, &[("modules", &serde_json::to_string(&of)?)])
}
