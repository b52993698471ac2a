//! `c4grade doctor`: what can run here, and which kinds of sandbox work.

use std::fmt::Write as _;

use c4grade::diagnostic::wording::wrapping;
use c4grade::sandbox::self_test::{self, Examination, State, Tool};
use c4grade::sandbox::{Kind, Sandbox};
use clap::Args;
use serde::Serialize;

use super::Format;
use super::sandbox::{Choice, NO_SANDBOX, executable};

/// Columns of the table.
const WIDTH: usize = 80;

/// The arguments of `doctor`.
#[derive(Debug, Clone, Args)]
pub struct DoctorArgs {
    /// The kind of sandbox to test; every kind if not given
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    sandbox: Choice,

    /// How the result is written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// All results.
struct Checkup {
    examinations: Vec<Examination>,
    /// The sandbox that `grade` uses, with the tools that programs find in it.
    chosen: Option<(Sandbox, Vec<Tool>)>,
}

/// Runs the command. Exit code 0 if a sandbox works, 6 if none does.
pub fn run(args: &DoctorArgs) -> anyhow::Result<u8> {
    let executable = executable()?;
    let mut kinds = args.sandbox.kinds();
    if self_test::UNSUPPORTED.is_some() {
        kinds.clear();
    }

    let examinations: Vec<Examination> = kinds
        .iter()
        .map(|kind| self_test::examine(*kind, &executable))
        .collect();
    // This test is more thorough than the one of `grade`.
    let holding: Vec<Kind> = examinations
        .iter()
        .filter(|one| one.holds())
        .map(|one| one.kind)
        .collect();

    let sandbox = self_test::find(&holding, &executable).ok();
    let chosen = match sandbox {
        Some(sandbox) => {
            let tools = self_test::tools(&sandbox)?;
            Some((sandbox, tools))
        }
        None => None,
    };

    let checkup = Checkup { examinations, chosen };
    super::print(&match args.format {
        Format::Text => text(&checkup),
        Format::Json => format!("{}\n", c4grade::diagnostic::json::pretty_text(&json(&checkup))?),
    })?;

    Ok(if checkup.chosen.is_some() { 0 } else { NO_SANDBOX })
}

fn text(checkup: &Checkup) -> String {
    let mut text = String::from("Machines\n");
    row(&mut text, 8, "lc3", "embedded: always available");
    row(&mut text, 8, "arm", "embedded: always available");
    write_native(&mut text, checkup);
    if self_test::UNSUPPORTED.is_some() {
        return text;
    }

    for examination in &checkup.examinations {
        text.push('\n');
        write_examination(&mut text, examination);
    }

    text.push('\n');
    let words = match &checkup.chosen {
        Some((sandbox, _)) => format!("`c4grade grade` uses the sandbox `{}`.", sandbox.kind.name()),
        None => "No sandbox works: `c4grade grade` refuses native programs with exit code 6.".to_owned(),
    };

    text + &words + "\n"
}

fn write_native(text: &mut String, checkup: &Checkup) {
    let Some((sandbox, tools)) = &checkup.chosen else {
        let none = "no sandbox works here: they run only with `--unsafe-no-sandbox`";
        row(text, 8, "native", self_test::UNSUPPORTED.unwrap_or(none));
        return;
    };

    let description = format!("in the sandbox `{}`, where programs find:", sandbox.kind.name());
    row(text, 8, "native", &description);
    for tool in tools {
        write_tool(text, tool);
    }
}

fn write_tool(text: &mut String, tool: &Tool) {
    let found = match (&tool.path, &tool.version) {
        (None, _) => "not visible to programs".to_owned(),
        (Some(path), None) => format!("{} does not run in the sandbox", path.display()),
        (Some(path), Some(version)) => format!("{} ({version})", path.display()),
    };
    row(text, 20, &format!("          {}", tool.name), &found);
}

fn write_examination(text: &mut String, examination: &Examination) {
    let bold = anstyle::Style::new().bold();
    let holds = if examination.holds() { "works" } else { "does not work" };
    let _ = writeln!(text, "{bold}Sandbox `{}`{bold:#}: {holds}", examination.kind.name());
    for finding in &examination.findings {
        let style = match finding.state {
            State::Held => anstyle::AnsiColor::Green,
            State::Weak => anstyle::AnsiColor::Yellow,
            State::Absent => anstyle::AnsiColor::Red,
        };

        let style = style.on_default();
        let name = if finding.layer.is_required() {
            finding.layer.name().to_owned()
        } else {
            format!("({})", finding.layer.name())
        };

        let state = finding.state.name();
        let lead = format!("  {style}{state:<6}{style:#}  {name:<25} ");
        wrapped(text, &lead, 36, &finding.detail);
    }

    if examination.findings.iter().any(|finding| !finding.layer.is_required()) {
        text.push_str("  Layers in parentheses are optional.\n");
    }

    if let Some(reason) = &examination.refused {
        wrapped(text, "  refused: ", 11, reason);
    }

    if !examination.holds() {
        for help in self_test::advice(examination.kind) {
            wrapped(text, "  help: ", 8, &help);
        }
    }
}

/// A name in a column of `margin`, and a description.
fn row(text: &mut String, margin: usize, name: &str, description: &str) {
    wrapped(text, &format!("  {name:<margin$}"), margin + 2, description);
}

/// Text after a lead that is `margin` columns wide, in lines no longer than the table.
fn wrapped(text: &mut String, lead: &str, margin: usize, description: &str) {
    let words: Vec<&str> = description.split_whitespace().collect();
    let indent = " ".repeat(margin);
    // Whole words, so that a long path can be copied.
    let options = wrapping(WIDTH)
        .initial_indent(lead)
        .subsequent_indent(&indent)
        .break_words(false);

    *text += &textwrap::fill(&words.join(" "), options);
    text.push('\n');
}

/// The result for programs.
#[derive(Serialize)]
struct Json<'a> {
    format: u32,
    /// The kind of sandbox that `grade` uses.
    taken: Option<&'static str>,
    tools: Vec<JsonTool<'a>>,
    sandboxes: Vec<JsonSandbox<'a>>,
}

#[derive(Serialize)]
struct JsonTool<'a> {
    name: &'static str,
    path: Option<&'a std::path::Path>,
    version: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonSandbox<'a> {
    kind: &'static str,
    holds: bool,
    refused: Option<&'a str>,
    layers: Vec<JsonLayer<'a>>,
    advice: Vec<String>,
}

#[derive(Serialize)]
struct JsonLayer<'a> {
    name: &'static str,
    stops: &'static str,
    required: bool,
    state: State,
    detail: &'a str,
}

fn json(checkup: &Checkup) -> Json<'_> {
    let sandboxes = checkup.examinations.iter().map(|one| JsonSandbox {
        kind: one.kind.name(),
        holds: one.holds(),
        refused: one.refused.as_deref(),
        layers: layers(one),
        advice: if one.holds() {
            Vec::new()
        } else {
            self_test::advice(one.kind)
        },
    });

    let tools = checkup.chosen.iter().flat_map(|(_, tools)| tools);
    Json {
        format: 1,
        taken: checkup.chosen.as_ref().map(|(sandbox, _)| sandbox.kind.name()),
        tools: tools
            .map(|tool| JsonTool {
                name: tool.name,
                path: tool.path.as_deref(),
                version: tool.version.as_deref(),
            })
            .collect(),
        sandboxes: sandboxes.collect(),
    }
}

fn layers(examination: &Examination) -> Vec<JsonLayer<'_>> {
    let layers = examination.findings.iter().map(|finding| JsonLayer {
        name: finding.layer.name(),
        stops: finding.layer.stops(),
        required: finding.layer.is_required(),
        state: finding.state,
        detail: &finding.detail,
    });
    layers.collect()
}
