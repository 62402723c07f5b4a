//! What a word means, with the section of the reference that says more; of a property, what was found.

use super::answers::Client;
use super::document::Document;
use gen_lsp_types::{Hover, MarkupContent, MarkupKind};
use listing::editor::NameKind;
use session::editor::of_word;

impl Document {
    pub fn hover(&self, client: &Client, at: usize) -> Option<Hover> {
        let hover = self.known().hover(at)?;
        let section = client.reference(of_word(hover.kind, &hover.name));
        let mut value = format!("**{}** [{}]({section})", hover.name, hover.says);
        if hover.kind == Some(NameKind::Title) {
            let line = self.range(hover.bytes.clone()).start.line;
            value += &self.said_of(line, client);
        }
        let range = Some(self.range(hover.bytes));
        Some(Hover { contents: MarkupContent { kind: MarkupKind::Markdown, value }.into(), range })
    }

    /// The verdict on the property of a line, with its run and why that fails.
    fn said_of(&self, line: u32, client: &Client) -> String {
        let judged =
            self.properties().into_iter().find(|property| property.range.start.line == line);
        let Some(judged) = judged.and_then(|judged| judged.judged) else { return String::new() };
        let why = judged.why.iter().cloned();
        let run = judged.page.iter().map(|page| format!("[Open the run]({})", client.page(page)));
        let parts: Vec<String> =
            [String::new(), judged.sentence.clone()].into_iter().chain(why).chain(run).collect();
        parts.join("\n\n")
    }
}
