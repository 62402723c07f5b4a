//! Errors of a text, and what mends them.

use super::answers::Client;
use super::document::Document;
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeDescription, Diagnostic, DiagnosticSeverity, Range, TextEdit,
    WorkspaceEdit,
};
use session::editor::{Fix, fixes, of_error};
use std::collections::HashMap;

impl Document {
    pub fn diagnostics(&self, client: &Client) -> Vec<Diagnostic> {
        let errors = self.errors.iter().flatten();
        errors.map(|error| self.diagnostic(error, client)).collect()
    }

    fn diagnostic(&self, error: &catalog::Diagnostic, client: &Client) -> Diagnostic {
        let href = client.reference(of_error(error.kind)).into();
        Diagnostic {
            range: self.range(error.span.start as usize..error.span.end as usize),
            severity: Some(DiagnosticSeverity::Error),
            code: Some(error.kind.name().into()),
            code_description: Some(CodeDescription { href }),
            source: Some("interleave".into()),
            message: format!("{} {}", error.message, error.help).trim_end().to_owned().into(),
            ..Diagnostic::default()
        }
    }

    /// What mends the errors of a range, the likeliest first.
    pub fn actions(&self, client: &Client, range: Range) -> Vec<CodeAction> {
        let asked = self.byte(range.start)..=self.byte(range.end);
        let here = self.errors.iter().flatten().filter(|error| {
            error.span.start as usize <= *asked.end() && *asked.start() <= error.span.end as usize
        });
        let actions = here.flat_map(|error| {
            let diagnostic = self.diagnostic(error, client);
            let fixes = fixes(self.known(), error).into_iter().enumerate();
            fixes.map(move |(nth, fix)| self.action(fix, nth == 0, diagnostic.clone()))
        });
        actions.collect()
    }

    fn action(&self, fix: Fix, is_preferred: bool, mends: Diagnostic) -> CodeAction {
        let edit = TextEdit { range: self.range(fix.edit.range), new_text: fix.edit.replacement };
        CodeAction {
            title: fix.words,
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![mends]),
            is_preferred: Some(is_preferred),
            edit: Some(self.edit_of(vec![edit])),
            ..CodeAction::default()
        }
    }

    pub fn edit_of(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        let changes = HashMap::from([(self.address.as_str().into(), edits)]);
        WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
    }
}
