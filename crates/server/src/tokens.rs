//! What each word is, by the sorts that every client has colours for.

use super::document::Document;
use gen_lsp_types::{SemanticToken, SemanticTokens};
use listing::editor::{NameKind, TokenKind};

/// The protocol's own sorts.
pub const TYPES: [&str; 15] = [
    "keyword",
    "number",
    "operator",
    "comment",
    "string",
    "class",
    "enumMember",
    "type",
    "property",
    "event",
    "label",
    "parameter",
    "variable",
    "macro",
    "function",
];

/// What all processes share is told from what each has of its own.
pub const MODIFIERS: [&str; 1] = ["static"];

impl Document {
    pub fn semantic_tokens(&self) -> SemanticTokens {
        let (mut line, mut start) = (0, 0);
        let mut data = Vec::new();
        for token in self.known().tokens() {
            let Some(sort) = sort(token.kind) else { continue };
            let range = self.range(token.bytes);
            let (at, is_shared) = (range.start, token.kind == TokenKind::Name(NameKind::Shared));
            let delta_start = if at.line == line { at.character - start } else { at.character };
            data.push(SemanticToken {
                delta_line: at.line - line,
                delta_start,
                length: range.end.character - at.character,
                token_type: TYPES.iter().position(|text| *text == sort).unwrap_or(0) as u32,
                token_modifiers_bitset: is_shared.into(),
            });
            (line, start) = (at.line, at.character);
        }
        SemanticTokens { result_id: None, data }
    }
}

fn sort(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::Keyword => "keyword",
        TokenKind::Number => "number",
        TokenKind::Operator => "operator",
        TokenKind::Comment => "comment",
        TokenKind::UnknownWord | TokenKind::UnknownCharacter => return None,
        TokenKind::Algorithm | TokenKind::Name(NameKind::Role) => "class",
        TokenKind::Name(name) => match name {
            NameKind::Title => "string",
            NameKind::Option | NameKind::Link | NameKind::Value | NameKind::Symbol => "enumMember",
            NameKind::Domain | NameKind::Record | NameKind::Pool => "type",
            NameKind::Field | NameKind::MessageField | NameKind::Column => "property",
            NameKind::Message => "event",
            NameKind::Section => "label",
            NameKind::Number | NameKind::Parameter | NameKind::Bound => "parameter",
            NameKind::Shared | NameKind::Own | NameKind::Ghost | NameKind::Row => "variable",
            NameKind::Definition => "macro",
            NameKind::Given => "function",
            NameKind::Role => "class",
        },
    })
}
