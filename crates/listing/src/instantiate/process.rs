//! Processes: sections, crashes, and where a process stands.

use crate::core::{Code, Computed};
use crate::diagnostic::ErrorCode;
use crate::instantiate::Result;
use crate::instantiate::instance::{Here, Instance, Mode};
use crate::instantiate::jumps::Crash;
use crate::instantiate::rule::{AwaitedBy, RuleLines};
use crate::instantiate::terms::or;
use crate::tree::{Block, Expr as Tree, PartKind};
use crate::words::SECTIONS;
use program::ir::Expr;

/// The lines of a process.
#[derive(Default)]
pub struct Lines {
    /// Of each section that has some.
    pub sections: Vec<(usize, Code)>,
    pub crashes: Vec<Crash>,
    /// What would follow crashes that no options grant.
    pub never: Vec<Code>,
    pub rules: Vec<RuleLines>,
    pub awaited: Vec<AwaitedBy>,
    /// On which condition it may stay in a section.
    pub rests: Vec<(usize, Computed)>,
}

impl<'t> Instance<'t> {
    /// The lines of all processes, with everything put in.
    pub fn lines_of_all(&mut self) -> Result<()> {
        self.find_sections()?;
        self.place_variables();
        self.find_buffering()?;
        self.begin_monitor()?;
        self.results_on_each_way();
        self.places.stands = true;
        let mut result = Ok(());
        for process in 0..self.process_count() {
            match self.lines_of_process(process) {
                Ok(lines) => self.processes.push(lines),
                Err(()) => result = Err(()),
            }
        }
        result?;
        if !self.found.is_empty() {
            return Err(());
        }
        self.fit_given()
    }

    fn lines_of_process(&mut self, process: usize) -> Result<Lines> {
        let role = self.role_of(process);
        let env = self.number_binding(role, process - self.roles[role].base);
        self.here = Here::new(Some(process), Mode::Stepped);
        let (mut lines, mut result) = (Lines::default(), Ok(()));
        for section in 0..self.sections[role].len() - SECTIONS.len() {
            let blocks = self.blocks_of(role, section);
            if blocks.is_empty() {
                continue;
            }
            let before = std::mem::take(&mut self.hand.code);
            for block in blocks {
                if self.lines(block, &env).is_err() {
                    result = Err(());
                }
            }
            lines.sections.push((section, std::mem::replace(&mut self.hand.code, before)));
        }
        match self.lines_of_crashes(process) {
            Ok((crashes, never)) => (lines.crashes, lines.never) = (crashes, never),
            Err(()) => result = Err(()),
        }
        match self.lines_of_rules(process) {
            Ok((rules, awaited)) => (lines.rules, lines.awaited) = (rules, awaited),
            Err(()) => result = Err(()),
        }
        match self.lines_of_rests(process) {
            Ok(rests) => lines.rests = rests,
            Err(()) => result = Err(()),
        }
        result.map(|()| lines)
    }

    fn find_sections(&mut self) -> Result<()> {
        for role in 0..self.roles.len() {
            let mut names: Vec<String> = Vec::new();
            let tree = self.roles[role].tree;
            for part in &tree.parts {
                let new = match &part.kind {
                    PartKind::Section(name, _) => std::slice::from_ref(name),
                    PartKind::Sections(all) => &all[..],
                    _ => continue,
                };
                for name in new {
                    if SECTIONS.contains(&name.text.as_str()) {
                        let message =
                            format!("Every process has a section `{}` already.", name.text);
                        return self.error(ErrorCode::ReservedName, name.span, message);
                    }
                    if self.var_of_role(&name.text, role).is_some() {
                        return self.declared_twice(&name.text, name.span);
                    }
                    if !names.contains(&name.text) {
                        names.push(name.text.clone());
                    }
                }
            }
            if names.is_empty() {
                names.push("running".into());
            }
            names.extend(SECTIONS.map(str::to_owned));
            self.sections.push(names);
        }
        Ok(())
    }

    /// Where a process of a role may stay for ever, and nobody minds: where it begins, unless the text says on
    /// which condition, and where the text says so.
    pub fn resting(&mut self, role: usize) -> Vec<usize> {
        let first = self.first_section(role);
        let count = self.sections[role].len() - SECTIONS.len();
        let rests =
            |instance: &mut Self, section: &usize| match &instance.rests_in(role, *section)[..] {
                [] => *section == first,
                conditions => conditions.iter().any(Option::is_none),
            };
        (0..count).filter(|section| rests(self, section)).collect()
    }

    /// The section in which the processes of a role begin: the first with lines, or the first of all.
    pub fn first_section(&mut self, role: usize) -> usize {
        let mut all = 0..self.sections[role].len() - SECTIONS.len();
        let with_lines = all.clone().find(|&it| !self.blocks_of(role, it).is_empty());
        with_lines.or_else(|| all.find(|&it| !self.omits_section(role, it))).unwrap_or(0)
    }

    /// For each section of a process on which condition it may stay there.
    fn lines_of_rests(&mut self, process: usize) -> Result<Vec<(usize, Computed)>> {
        let role = self.role_of(process);
        let env = self.number_binding(role, process - self.roles[role].base);
        self.here =
            Here { in_rule: true, is_asked: true, ..Here::new(Some(process), Mode::Atomic) };
        let mut all = Vec::new();
        for section in 0..self.sections[role].len() - SECTIONS.len() {
            let conditions = self.rests_in(role, section);
            if conditions.is_empty() {
                continue;
            }
            let rests = self.computed(|instance| {
                let mut rests = Expr::Const(0);
                for condition in conditions {
                    let holds = condition
                        .map_or(Ok(Expr::Const(1)), |condition| instance.bool(condition, &env))?;
                    rests = or(rests, holds);
                }
                Ok(rests)
            })?;
            all.push((section, rests));
        }
        Ok(all)
    }

    /// The conditions of the lines `rests in` that name a section; none of one that always holds.
    fn rests_in(&mut self, role: usize, section: usize) -> Vec<Option<&'t Tree>> {
        let name = self.sections[role][section].clone();
        let tree = self.roles[role].tree;
        let mut all = Vec::new();
        for part in &tree.parts {
            if let PartKind::Rests(names, condition) = &part.kind
                && names.iter().any(|it| it.text == name)
                && self.is_part(&part.with)
            {
                all.push(condition.as_ref());
            }
        }
        all
    }

    /// Whether a role has lines in sections.
    pub fn has_code(&mut self, role: usize) -> bool {
        let tree = self.roles[role].tree;
        tree.parts
            .iter()
            .any(|part| matches!(&part.kind, PartKind::Section(..)) && self.is_part(&part.with))
    }

    /// The lines of a role's section, if there are any.
    pub fn blocks_of(&mut self, role: usize, section: usize) -> Vec<&'t Block> {
        let name = self.sections[role][section].clone();
        let tree = self.roles[role].tree;
        let mut all = Vec::new();
        for part in &tree.parts {
            if let PartKind::Section(it, block) = &part.kind
                && it.text == name
                && self.is_part(&part.with)
            {
                all.push(block);
            }
        }
        all
    }

    /// Whether the options leave nothing of a section, neither its lines nor a line `sections` that names it.
    pub fn omits_section(&mut self, role: usize, section: usize) -> bool {
        let name = self.sections[role][section].clone();
        let tree = self.roles[role].tree;
        let names = |kind: &PartKind| match kind {
            PartKind::Section(it, _) => it.text == name,
            PartKind::Sections(all) => all.iter().any(|it| it.text == name),
            _ => false,
        };
        let mut named = tree.parts.iter().filter(|part| names(&part.kind)).peekable();
        named.peek().is_some() && !named.any(|part| self.is_part(&part.with))
    }
}
