//! What can stand at a caret.

use super::answers::Client;
use super::document::Document;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, InsertTextFormat, InsertTextMode,
    Range, TextEdit,
};
use listing::editor::{Completion, CompletionKind, NameKind};

impl Document {
    pub fn completion(&self, client: &Client, at: usize) -> Vec<CompletionItem> {
        let found = self.known().completion(at);
        let range = self.range(found.bytes);
        let all = found.all.into_iter().enumerate();
        all.map(|(nth, entry)| item(nth, entry, range, client.takes_snippets)).collect()
    }
}

fn item(nth: usize, entry: Completion, range: Range, as_snippet: bool) -> CompletionItem {
    let new_text = if as_snippet { snippet(&entry) } else { entry.text };
    let format = if as_snippet { InsertTextFormat::Snippet } else { InsertTextFormat::PlainText };
    CompletionItem {
        label: entry.label,
        kind: Some(kind(entry.kind)),
        detail: Some(entry.detail).filter(|detail| !detail.is_empty()),
        // the likeliest come first
        sort_text: Some(format!("{nth:04}")),
        insert_text_format: Some(format),
        // its lines are indented already
        insert_text_mode: Some(InsertTextMode::AsIs),
        text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit { range, new_text })),
        ..CompletionItem::default()
    }
}

/// With what is selected afterwards as a place to fill in.
fn snippet(entry: &Completion) -> String {
    let escaped = |text: &str| text.replace('\\', r"\\").replace('$', r"\$").replace('}', r"\}");
    let (before, rest) = entry.text.split_at(entry.selection.start);
    let (selected, after) = rest.split_at(entry.selection.len());
    match selected {
        "" => format!("{}$0{}", escaped(before), escaped(after)),
        _ => format!("{}${{0:{}}}{}", escaped(before), escaped(selected), escaped(after)),
    }
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    use CompletionItemKind as Item;
    match kind {
        CompletionKind::Keyword => Item::Keyword,
        CompletionKind::Snippet => Item::Snippet,
        CompletionKind::Name(name) => match name {
            NameKind::Option | NameKind::Link | NameKind::Number => Item::Constant,
            NameKind::Value | NameKind::Symbol => Item::EnumMember,
            NameKind::Domain => Item::Enum,
            NameKind::Record | NameKind::Pool | NameKind::Row => Item::Struct,
            NameKind::Field | NameKind::MessageField | NameKind::Column => Item::Field,
            NameKind::Message => Item::Event,
            NameKind::Role => Item::Class,
            NameKind::Section => Item::Module,
            NameKind::Definition | NameKind::Given => Item::Function,
            NameKind::Title => Item::Property,
            NameKind::Shared
            | NameKind::Own
            | NameKind::Ghost
            | NameKind::Parameter
            | NameKind::Bound => Item::Variable,
        },
    }
}
