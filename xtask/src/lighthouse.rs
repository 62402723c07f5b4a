//! `cargo xtask lighthouse`: what Lighthouse says of the site on a phone, as a host serves it.
use std::{fs, net::SocketAddr, path::Path};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{
    assemble::{self, Documents, Profile},
    process::{cargo, command, root, run, target_dir},
    serve, setup,
};

/// The gallery, a playground, and a document.
const PAGES: [&str; 3] = ["index.html", "bakery.html", "how-it-works.html"];
const CATEGORIES: [&str; 4] = [PERFORMANCE, "accessibility", "best-practices", "seo"];
/// How often each page is timed.
const ROUNDS: usize = 3;
/// A timing: it is told, and nothing fails by it.
const PERFORMANCE: &str = "performance";

pub fn audit() -> Result<()> {
    setup::lighthouse()?;
    assemble::build(Profile::Site, &Documents::Beforehand(None), cargo)?;
    let host = serve::beside(&assemble::dist())?;
    let out = target_dir()?.join("lighthouse");
    fs::create_dir_all(&out)?;
    let reports = PAGES.iter().map(|page| Ok((page, middle(host, page, &out)?)));
    let reports = reports.collect::<Result<Vec<_>>>()?;
    println!("{:20}{}", "", CATEGORIES.map(|category| format!("{category:>16}")).concat());
    let mut are_full = true;
    for (page, report) in &reports {
        let scores = CATEGORIES.iter().map(|it| score(report, it)).collect::<Result<Vec<_>>>()?;
        let shown =
            scores.iter().map(|score| format!("{score:>16.0}")).collect::<Vec<_>>().concat();
        println!("{page:20}{shown}");
        for (category, score) in CATEGORIES.iter().zip(scores) {
            are_full &= score >= 100.0 || *category == PERFORMANCE;
        }
    }
    for (page, report) in &reports {
        for line in CATEGORIES.iter().flat_map(|it| lacks(report, it)) {
            println!("{page}: {line}");
        }
    }
    ensure!(are_full, "more than the performance is below 100; reports are in {}", out.display());
    Ok(())
}

/// Of some reports on a page the one with the middle performance.
fn middle(host: SocketAddr, page: &str, out: &Path) -> Result<Value> {
    let reports = (0..ROUNDS).map(|_| {
        let report = report(host, page, out)?;
        Ok((score(&report, PERFORMANCE)?, report))
    });
    let mut reports = reports.collect::<Result<Vec<_>>>()?;
    reports.sort_by(|a, b| a.0.total_cmp(&b.0));
    let timed = reports.iter().map(|report| format!("{:.0}", report.0)).collect::<Vec<_>>();
    println!("{page}: performance {}", timed.join(", "));
    Ok(reports.swap_remove(ROUNDS / 2).1)
}

/// Lighthouse's own document on a page.
fn report(host: SocketAddr, page: &str, out: &Path) -> Result<Value> {
    let file = out.join(page).with_extension("json");
    run(command("node")
        .arg(root().join(setup::LIGHTHOUSE).join("node_modules/lighthouse/cli/index.js"))
        .arg(format!("http://{host}/{page}"))
        .args(["--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"])
        .arg(format!("--only-categories={}", CATEGORIES.join(",")))
        .arg(format!("--output-path={}", file.display())))?;
    Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
}

/// Of 100.
fn score(report: &Value, category: &str) -> Result<f64> {
    let score = report["categories"][category]["score"].as_f64();
    Ok(100.0 * score.with_context(|| format!("Lighthouse has no score for {category}"))?)
}

/// What keeps a category from 100.
fn lacks(report: &Value, category: &str) -> Vec<String> {
    let audits = report["categories"][category]["auditRefs"].as_array();
    let counted = audits.into_iter().flatten().filter(|it| it["weight"].as_f64() > Some(0.0));
    let lack = |audit: &Value| {
        let audit = &report["audits"][audit["id"].as_str()?];
        let score = audit["score"].as_f64().filter(|score| *score < 1.0)?;
        let told = |name: &str| audit[name].as_str().unwrap_or_default().to_owned();
        Some(format!("{category} {:.0}: {} {}", 100.0 * score, told("title"), told("displayValue")))
    };
    counted.filter_map(lack).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_counts_and_is_not_full_is_told() {
        let report = json!({
            "categories": { "seo": { "score": 0.5, "auditRefs": [
                { "id": "a", "weight": 1 }, { "id": "b", "weight": 1 }, { "id": "c", "weight": 0 },
                { "id": "d", "weight": 1 },
            ] } },
            "audits": {
                "a": { "score": 0, "title": "A", "displayValue": "1 s" },
                "b": { "score": 1, "title": "B" },
                "c": { "score": 0, "title": "C" },
                "d": { "score": null, "title": "D" },
            },
        });
        assert!((score(&report, "seo").unwrap() - 50.0).abs() < 1e-9);
        assert!(score(&report, "performance").is_err());
        assert_eq!(lacks(&report, "seo"), ["seo 0: A 1 s"]);
    }
}
