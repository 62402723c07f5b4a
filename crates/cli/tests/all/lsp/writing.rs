//! While a text is written: errors with what mends them, completion, formatting.

use super::client::{ADDRESS, Client};
use super::{LOCK, at, edited, position};
use crate::texts::{TIDY, UNTIDY};
use serde_json::{Value, json};

#[test]
fn an_error_comes_with_what_mends_it() {
    let mut client = Client::start(&[]);
    let wrong = LOCK.replace("open", "𝔸pen").replace("𝔸pen; lock", "𝔸pen; lokc");
    client.open(&wrong);
    let errors = client.diagnostics();
    let error =
        errors.iter().find(|value| at(&wrong, &value["range"]) == "lokc").expect("an error");
    assert_eq!((&error["severity"], &error["code"]), (&json!(1), &json!("unknown-name")));
    assert_eq!(error["message"], "Nothing is called `lokc`. Did you mean `lock`?");
    let href = error["codeDescription"]["href"].as_str().unwrap();
    assert_eq!(href, "https://example.org/lab/language.html#names");

    let asked = json!({ "range": error["range"], "context": { "diagnostics": [error] } });
    let actions = client.ask_of("codeAction", asked);
    assert_eq!(actions[0]["title"], "Write “lock”");
    assert_eq!(
        (&actions[0]["kind"], &actions[0]["isPreferred"]),
        (&json!("quickfix"), &json!(true))
    );
    assert_eq!(actions[0]["diagnostics"][0], *error);
    let mended = edited(&wrong, &actions[0]["edit"]["changes"][ADDRESS]);
    assert_eq!(mended, wrong.replace("lokc", "lock"));
    // elsewhere nothing is to be mended
    let start = json!({ "line": 0, "character": 0 });
    let asked = json!({ "range": { "start": start, "end": start }, "context": {} });
    assert_eq!(client.ask_of("codeAction", asked), json!([]));

    client.change(LOCK);
    assert_eq!(client.diagnostics(), [] as [Value; 0]);
    client.change(&wrong);
    assert_eq!(client.diagnostics().len(), errors.len());
    client.close();
    let cleared = client.wait(|it| {
        it["method"] == "textDocument/publishDiagnostics" && it["params"]["version"].is_null()
    });
    assert_eq!(cleared["params"]["diagnostics"], json!([]));
}

#[test]
fn completion_offers_names_words_and_shapes() {
    for takes_snippets in [true, false] {
        let can = json!({ "snippetSupport": takes_snippets });
        let (mut client, _) = Client::with(
            &[],
            json!({ "textDocument": { "completion": { "completionItem": can } } }),
        );
        // behind a letter of two units
        let text = LOCK.replace("at most 1 in critical", "all 𝔽 in process: lo");
        client.open(&text);
        let mut caret = position(&text, "lo\n", 0);
        caret["character"] = json!(caret["character"].as_u64().unwrap() + 2);
        let items = client.ask_at("completion", caret);
        assert_eq!(items[0]["label"], "lock", "{items}");
        assert_eq!(items[0]["detail"], "bool");
        assert_eq!(at(&text, &items[0]["textEdit"]["range"]), "lo");

        let text = format!("{LOCK}eve");
        client.change(&text);
        let mut caret = position(&text, "eve", 0);
        caret["character"] = json!(3);
        let items = client.ask_at("completion", caret);
        let shape =
            items.as_array().unwrap().iter().find(|value| value["kind"] == 15).expect("a shape");
        let written = shape["textEdit"]["newText"].as_str().unwrap();
        assert!(written.starts_with("eventually "), "{written}");
        assert_eq!(written.contains("${0:name}"), takes_snippets, "{written}");
        assert_eq!(shape["insertTextFormat"], if takes_snippets { 2 } else { 1 });
    }
}

#[test]
fn a_text_is_formatted_unless_it_has_errors() {
    let mut client = Client::start(&[]);
    client.open(UNTIDY);
    let edits = client.ask_of("formatting", json!({ "options": {} }));
    assert_eq!(edited(UNTIDY, &edits), TIDY);
    client.change(TIDY);
    assert_eq!(client.ask_of("formatting", json!({ "options": {} })), json!([]));
    client.change("algorithm A\nshared x 0..2\n");
    assert_eq!(client.ask_of("formatting", json!({ "options": {} })), json!([]));
}
