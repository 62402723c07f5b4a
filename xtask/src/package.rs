//! `cargo xtask package`: what npm installs, made by wasm-pack: the element, its JavaScript API, and
//! one engine with every algorithm.
use std::{fs, path::PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{
    assemble,
    process::{command, root, run, target_dir},
    setup,
};

const NAME: &str = "interleave-run";

/// The element: the same files as on the site.
const FROM_SITE: [&str; 3] = ["interleave-run.js", "interleave-run.d.ts", "interleave.d.ts"];
const OWN: [&str; 2] = ["modules.js", "unpack.js"];

pub fn build() -> Result<()> {
    setup::wasm_target()?;
    let path = setup::wasm_tools()?;
    let out = target_dir()?.join("package");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let dir = out.join(NAME);
    fs::create_dir_all(&dir)?;
    let (web, npm) = (root().join("web"), root().join("web/npm"));
    run(command("wasm-pack")
        // no wasm-opt: it takes little of what is sent, and would be fetched
        .args(["build", "--target", "web", "--profile", "web", "--mode", "no-install", "--no-opt"])
        .args(["--out-name", "web", "--out-dir"])
        .args([&dir, &npm])
        .arg("--")
        .args(assemble::as_for_page()?)
        .env("PATH", path))?;

    let copy = |from: PathBuf, name: &str| {
        fs::copy(from.join(name), dir.join(name)).with_context(|| name.to_owned())
    };
    for name in FROM_SITE {
        copy(web.join("static"), name)?;
    }
    for name in OWN {
        copy(npm.clone(), name)?;
    }
    copy(web, "worker.js")?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(root(), name)?;
    }
    fs::write(dir.join("style.css"), assemble::styles()?)?;
    // the site has folders of engines beside its types
    for (name, there, here) in [
        ("web.d.ts", "\"../interleave.js\"", "\"./interleave.js\""),
        ("interleave-run.d.ts", "\"./registers/web.js\"", "\"./web.js\""),
    ] {
        let types = fs::read_to_string(dir.join(name)).with_context(|| name.to_owned())?;
        ensure!(types.contains(there), "{name} has no {there}");
        fs::write(dir.join(name), types.replace(there, here))?;
    }
    let about = dir.join("package.json");
    let described = describe(serde_json::from_str(&fs::read_to_string(&about)?)?);
    fs::write(about, format!("{described:#}\n"))?;
    run(command("npm")
        .args(["pack", "--silent", "--pack-destination"])
        .arg(&out)
        .current_dir(dir))?;
    println!("{}", out.display());
    Ok(())
}

/// What wasm-pack says of its engine, as said of the whole.
fn describe(mut package: Value) -> Value {
    package["main"] = json!("interleave-run.js");
    package["types"] = json!("interleave-run.d.ts");
    package["exports"] = json!({ ".": "./interleave-run.js", "./*": "./*" });
    package["files"] = json!(["*"]);
    package["sideEffects"] = json!(true);
    package["keywords"] = json!([
        "concurrency",
        "distributed-systems",
        "mutual-exclusion",
        "model-checking",
        "web-component"
    ]);
    package
}
