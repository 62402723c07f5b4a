//! Where names are declared and used, and other names for them.

use super::document::Document;
use gen_lsp_types::{
    DocumentHighlight, Location, PrepareRenamePlaceholder, PrepareRenameResult, TextEdit,
    WorkspaceEdit,
};
use std::ops::Range;

impl Document {
    pub fn definition(&self, at: usize) -> Vec<Location> {
        self.locations(self.known().definition(at))
    }

    pub fn references(&self, at: usize, with_declarations: bool) -> Vec<Location> {
        let declared = self.known().definition(at);
        let mut uses = self.known().uses(at);
        uses.retain(|place| with_declarations || !declared.contains(place));
        self.locations(uses)
    }

    pub fn highlights(&self, at: usize) -> Vec<DocumentHighlight> {
        let uses = self.known().uses(at).into_iter();
        uses.map(|bytes| DocumentHighlight { range: self.range(bytes), kind: None }).collect()
    }

    /// What would be renamed; none: no name stands there.
    pub fn renamed(&self, at: usize) -> Option<PrepareRenameResult> {
        let hover = self.known().hover(at).filter(|hover| hover.kind.is_some())?;
        let range = self.range(hover.bytes);
        Some(PrepareRenamePlaceholder { range, placeholder: hover.name }.into())
    }

    pub fn rename(&self, at: usize, name: &str) -> Result<WorkspaceEdit, String> {
        let changes = self.known().rename(at, name)?.into_iter();
        let edit = |change: listing::editor::Change| TextEdit {
            range: self.range(change.bytes),
            new_text: change.text,
        };
        Ok(self.edit_of(changes.map(edit).collect()))
    }

    fn locations(&self, places: Vec<Range<usize>>) -> Vec<Location> {
        let uri = || self.address.as_str().into();
        places.into_iter().map(|place| Location { uri: uri(), range: self.range(place) }).collect()
    }
}
