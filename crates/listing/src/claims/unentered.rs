//! Sections without lines, behind others that have lines, that nobody can enter.

use crate::claims::Claims;
use crate::tree::PartKind;

impl Claims<'_> {
    /// A sentence for each.
    pub fn unentered(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for role in 0..self.roles.len() {
            if self.roles[role].count == 0 || !self.has_code(role) {
                continue;
            }
            let entered = self.entered(role);
            let parts = &self.roles[role].tree.parts;
            // as if a process went on to them
            let behind =
                parts.iter().skip_while(|part| !matches!(part.kind, PartKind::Section(..)));
            for part in behind {
                let PartKind::Sections(names) = &part.kind else { continue };
                // that of an operation of one step
                if !self.is_part(&part.with) || part.span.is_empty() {
                    continue;
                }
                for name in names.iter().map(|name| &name.text) {
                    let section = self.sections[role].iter().position(|text| text == name);
                    let Some(section) = section.filter(|section| !entered[*section]) else {
                        continue;
                    };
                    if self.blocks_of(role, section).is_empty() {
                        all.push(format!(
                            "Nobody is ever in `{name}`: it has no lines, and only `become {name}` leads there."
                        ));
                    }
                }
            }
        }
        all
    }

    /// The sections in which some process of a role can be.
    fn entered(&self, role: usize) -> Vec<bool> {
        let mut entered = vec![false; self.sections[role].len()];
        let (first, count) = (self.roles[role].base, self.roles[role].count);
        for process in first..first + count {
            let mut way = vec![false; entered.len()];
            way[self.blocks.begins[process].2] = true;
            self.go_on(process, &self.section_steps(process), &mut way, &[]);
            entered.iter_mut().zip(way).for_each(|(all, is_here)| *all |= is_here);
        }
        entered
    }
}
