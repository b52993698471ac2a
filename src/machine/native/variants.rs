//! The program with a changed source, beside it and run by the same supervisor.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};

use super::build::{Program, compile, lines_of_errors, succeeded};
use super::live::{Counted, OwnFolder};
use super::recipe::Recipe;
use crate::diagnostic::Source;
use crate::sandbox::{Limits, RunRequest, SandboxError};

/// Names of C compilers, without a version at the end.
const COMPILERS: [&str; 5] = ["cc", "gcc", "clang", "c99", "c11"];

/// What gives each folder another name.
static MADE: AtomicUsize = AtomicUsize::new(0);

impl Program {
    /// Whether it is in C, and a compiler builds it whose options are known.
    pub fn is_compiled_c(&self) -> bool {
        let compiler = self.recipe.build.first().map(Path::new).and_then(Path::file_name);
        let name = compiler.and_then(|name| name.to_str()).unwrap_or_default();
        let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '.');
        let is_compiler =
            COMPILERS.contains(&name) || COMPILERS.iter().any(|compiler| name.ends_with(&format!("-{compiler}")));
        is_compiler
            && Path::new(&self.recipe.file)
                .extension()
                .is_some_and(|ending| ending == "c")
    }

    /// The program with another source, compiled with some options more. Where it does not compile: the lines with errors.
    pub fn with_source(&self, text: &str, options: &[&str]) -> Result<Result<Self, Vec<usize>>, SandboxError> {
        let mut client = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = client
            .work()
            .join(format!("edited-{}", MADE.fetch_add(1, Ordering::Relaxed)));
        let made = OwnFolder::new(folder.clone());
        let options = options.iter().map(|option| (*option).to_owned());
        let command: Vec<String> = self.recipe.build.iter().cloned().chain(options).collect();
        let bytes = self.with_main(text);
        let report = compile(&mut client, &folder, &self.recipe, &command, &bytes)?;
        let source = Arc::new(Source::new(self.recipe.file.clone(), text));
        if !succeeded(&report) {
            return Ok(Err(lines_of_errors(&report, &self.recipe.file, &source)));
        }

        Ok(Ok(Self {
            folder,
            source,
            bytes,
            own_folder: Some(Arc::new(made)),
            ..self.beside()
        }))
    }

    /// What it prints in one run, to which nothing is typed after this input.
    pub fn printed(&self, input: Vec<u8>, limits: Limits) -> Result<Vec<u8>, SandboxError> {
        let mut client = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        let report = client.run(&RunRequest {
            command: self.recipe.run.clone(),
            folder: self.folder.clone(),
            writes: false,
            terminal: false,
            limits,
            logs: Vec::new(),
            after_end: None,
            input,
        })?;
        Ok(report.output)
    }

    /// The same program, started with a variable in its environment.
    pub fn with_variable(&self, name: &str, value: &str) -> Self {
        let run = ["env".to_owned(), format!("{name}={value}")].into_iter();
        Self {
            recipe: Recipe {
                run: run.chain(self.recipe.run.iter().cloned()).collect(),
                ..self.recipe.clone()
            },
            ..self.beside()
        }
    }

    fn beside(&self) -> Self {
        Self {
            client: Arc::clone(&self.client),
            sandbox: self.sandbox.clone(),
            folder: self.folder.clone(),
            recipe: self.recipe.clone(),
            source: Arc::clone(&self.source),
            bytes: self.bytes.clone(),
            sanitized: OnceLock::new(),
            own_folder: self.own_folder.clone(),
            _counted: Counted::new(),
        }
    }
}
