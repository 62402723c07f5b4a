//! What the server can be asked, and which question goes where.

use super::document::Document;
use super::tokens::{MODIFIERS, TYPES};
use super::{ADDRESS, OPEN};
use lsp_server::{ErrorCode, Request, Response};
use serde::Serialize;
use serde_json::{Value, json};

/// What the client can do, and where its reader finds the playground.
pub struct Client {
    pub takes_snippets: bool,
    pub shows_documents: bool,
    pub refreshes_lenses: bool,
    /// Ends with `/`.
    playground: String,
}

impl Client {
    /// By what it says when it begins.
    pub fn new(says: &Value, playground: &str) -> Client {
        let can = |what| says["capabilities"].pointer(what) == Some(&Value::Bool(true));
        Client {
            takes_snippets: can("/textDocument/completion/completionItem/snippetSupport"),
            shows_documents: can("/window/showDocument/support"),
            refreshes_lenses: can("/workspace/codeLens/refreshSupport"),
            playground: format!("{}/", playground.trim_end_matches('/')),
        }
    }

    /// The address of a page of the playground.
    pub fn page(&self, page: &str) -> String {
        format!("{}{page}", self.playground)
    }

    /// The address of a section of the reference.
    pub fn reference(&self, section: &str) -> String {
        self.page(&format!("language.html#{section}"))
    }
}

pub fn offer() -> Value {
    json!({
        "positionEncoding": "utf-16",
        // the whole text each time
        "textDocumentSync": { "openClose": true, "change": 1 },
        "completionProvider": { "triggerCharacters": ["."] },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "codeLensProvider": {},
        "documentFormattingProvider": true,
        "renameProvider": { "prepareProvider": true },
        "executeCommandProvider": { "commands": [ADDRESS, OPEN] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TYPES, "tokenModifiers": MODIFIERS },
            "full": true,
        },
    })
}

/// The answer to a question about a text that is open; `null` about another one.
pub fn answer(client: &Client, document: Option<&Document>, request: &Request) -> Response {
    let found = match document {
        Some(document) => answer_of(client, document, request),
        None if request.params["textDocument"].is_null() => Err(unknown(&request.method)),
        None => Ok(Value::Null),
    };
    match found {
        Ok(found) => Response::new_ok(request.id.clone(), found),
        Err(Refusal(code, why)) => Response::new_err(request.id.clone(), code as i32, why),
    }
}

/// A refusal has a sentence for the reader.
fn answer_of(client: &Client, it: &Document, request: &Request) -> Result<Value, Refusal> {
    let asked = &request.params;
    let at = || serde_json::from_value(asked["position"].clone()).map(|at| it.byte(at));
    match &*request.method {
        "textDocument/completion" => found(it.completion(client, at()?)),
        "textDocument/hover" => found(it.hover(client, at()?)),
        "textDocument/definition" => found(it.definition(at()?)),
        "textDocument/references" => {
            let with_declarations = asked["context"]["includeDeclaration"] == true;
            found(it.references(at()?, with_declarations))
        }
        "textDocument/documentHighlight" => found(it.highlights(at()?)),
        "textDocument/documentSymbol" => found(it.outline()),
        "textDocument/codeAction" => {
            found(it.actions(client, serde_json::from_value(asked["range"].clone())?))
        }
        "textDocument/codeLens" => found(it.lenses(client)),
        "textDocument/formatting" => found(it.tidied()),
        "textDocument/prepareRename" => found(it.renamed(at()?)),
        "textDocument/rename" => {
            let name = asked["newName"].as_str().unwrap_or_default();
            let edit = it.rename(at()?, name);
            found(edit.map_err(|why| Refusal(ErrorCode::RequestFailed, why))?)
        }
        "textDocument/semanticTokens/full" => found(it.semantic_tokens()),
        method => Err(unknown(method)),
    }
}

fn unknown(method: &str) -> Refusal {
    Refusal(ErrorCode::MethodNotFound, format!("There is no answer to `{method}`."))
}

struct Refusal(ErrorCode, String);

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal(ErrorCode::InvalidParams, error.to_string())
    }
}

fn found(what: impl Serialize) -> Result<Value, Refusal> {
    Ok(serde_json::to_value(what)?)
}
