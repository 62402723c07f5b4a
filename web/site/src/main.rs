//! `prerender DIST [SITE]` writes the documents, and, where the site's address is known, what tells
//! other sites about it.

use anyhow::{Result, bail};
use prerender::{files, reports, site::Site};
use std::{env, fs, path::Path};

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (dist, site) = match &args[..] {
        [dist] => (dist, None),
        [dist, site] => (dist, Some(Site::parse(site)?)),
        _ => bail!("usage: prerender DIST [SITE]"),
    };
    for (name, bytes) in files(&reports(), &web::written::written, site.as_ref())? {
        fs::write(Path::new(dist).join(name), bytes)?;
    }
    Ok(())
}
