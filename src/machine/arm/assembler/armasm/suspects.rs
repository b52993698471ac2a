//! Labels that nobody uses and that look like something else: most likely a slip that made an instruction vanish.

use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::machine::arm::assembler::mnemonic;
use crate::machine::arm::assembler::statement::{Body, Label};
use crate::machine::arm::assembler::{advice, dialect};

/// Labels beyond this number are not compared with instructions.
const SEARCHED: usize = 2_000;

impl Reader<'_, '_> {
    /// Warns about them.
    pub(super) fn report_suspects(&mut self) {
        let alone = self
            .statements
            .iter()
            .filter_map(|statement| match (&statement.body, statement.label) {
                (Body::None, Some(Label::Symbol(index))) => Some(&self.symbols.list[index]),
                _ => None,
            });
        let unused = alone.filter(|entry| !self.context.used.contains(&entry.name));

        for entry in unused.take(SEARCHED) {
            let known = mnemonic::mnemonic(&entry.name).is_some() || dialect::directive(&entry.name).is_some();
            let near = advice::near(&entry.name);
            let help = match (known, near) {
                (true, _) => "put a space or tab before it if it is meant as an instruction or directive".to_owned(),
                (false, Some(near)) => format!("if `{near}` is meant, put a space or tab before it"),
                (false, None) => continue,
            };
            self.log.push(
                Diagnostic::warning(
                    "label-looks-like-instruction",
                    format!("`{}` is taken for a label, and nothing refers to it", entry.name),
                )
                .at(entry.span)
                .label("nothing is put into memory here")
                .help(help),
            );
        }
    }
}
