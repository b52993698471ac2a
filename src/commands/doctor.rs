//! `c4grade doctor`: what can run here, and whether the fence around native programs holds.

use std::fmt::Write as _;

use c4grade::sandbox::self_test::{self, Examination, State, Tool};
use c4grade::sandbox::{Kind, Sandbox};
use clap::Args;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::Format;
use super::sandbox::{Choice, NO_SANDBOX, helper};

/// Columns of the table.
const WIDTH: usize = 80;

/// The arguments of `doctor`.
#[derive(Debug, Clone, Args)]
pub struct DoctorArgs {
    /// The kind of fence to examine; else every kind
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    sandbox: Choice,

    /// How the result is written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// All that was found out.
struct Checkup {
    examinations: Vec<Examination>,
    /// What `grade` would take, with what it finds there.
    taken: Option<(Sandbox, Vec<Tool>)>,
}

/// Runs the command: exit code 0 where a fence holds, 6 where none does.
pub fn run(args: &DoctorArgs) -> anyhow::Result<u8> {
    let helper = helper()?;
    let mut kinds = args.sandbox.kinds();
    if self_test::UNSUPPORTED.is_some() {
        kinds.clear();
    }
    let examinations: Vec<Examination> = kinds.iter().map(|kind| self_test::examine(*kind, &helper)).collect();
    // The bombs know more than the quick tries that `grade` makes.
    let holding: Vec<Kind> = examinations
        .iter()
        .filter(|one| one.holds())
        .map(|one| one.kind)
        .collect();
    let sandbox = self_test::find(&holding, &helper).ok();
    let taken = match sandbox {
        Some(sandbox) => {
            let tools = self_test::tools(&sandbox)?;
            Some((sandbox, tools))
        }
        None => None,
    };
    let checkup = Checkup { examinations, taken };
    super::print(&match args.format {
        Format::Text => text(&checkup),
        Format::Json => format!("{}\n", c4grade::diagnostic::json::pretty_text(&json(&checkup))?),
    })?;
    Ok(if checkup.taken.is_some() { 0 } else { NO_SANDBOX })
}

fn text(checkup: &Checkup) -> String {
    let mut text = String::from("Machines\n");
    row(&mut text, 8, "lc3", "embedded: always there");
    row(&mut text, 8, "arm", "embedded: always there");
    write_native(&mut text, checkup);
    if self_test::UNSUPPORTED.is_some() {
        return text;
    }
    for examination in &checkup.examinations {
        text.push('\n');
        write_examination(&mut text, examination);
    }
    text.push('\n');
    let words = match &checkup.taken {
        Some((sandbox, _)) => format!("`c4grade grade` takes the fence `{}`.", sandbox.kind.name()),
        None => "No fence holds: `c4grade grade` refuses native programs with exit code 6.".to_owned(),
    };
    text + &words + "\n"
}

fn write_native(text: &mut String, checkup: &Checkup) {
    let Some((sandbox, tools)) = &checkup.taken else {
        let none = "no fence holds here: not run without `--unsafe-no-sandbox`";
        row(text, 8, "native", self_test::UNSUPPORTED.unwrap_or(none));
        return;
    };

    let behind = format!("behind the fence `{}`, where programs find:", sandbox.kind.name());
    row(text, 8, "native", &behind);
    for tool in tools {
        write_tool(text, tool);
    }
}

fn write_tool(text: &mut String, tool: &Tool) {
    let told = match (&tool.path, &tool.version) {
        (None, _) => "not in the view of programs".to_owned(),
        (Some(path), None) => format!("{} does not run there", path.display()),
        (Some(path), Some(version)) => format!("{} ({version})", path.display()),
    };
    row(text, 20, &format!("          {}", tool.name), &told);
}

fn write_examination(text: &mut String, examination: &Examination) {
    let bold = anstyle::Style::new().bold();
    let holds = if examination.holds() { "holds" } else { "does not hold" };
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
        text.push_str("  Layers in brackets are not required: others stand in for them.\n");
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

/// A name, and behind a margin of `margin` columns what is said of it.
fn row(text: &mut String, margin: usize, name: &str, said: &str) {
    wrapped(text, &format!("  {name:<margin$}"), margin + 2, said);
}

/// Text behind a lead that takes `margin` columns, in lines no longer than the table is wide.
fn wrapped(text: &mut String, lead: &str, margin: usize, said: &str) {
    let mut column = margin;
    text.push_str(lead);
    for (index, word) in said.split_whitespace().enumerate() {
        let width = word.width();
        if index > 0 && column + 1 + width > WIDTH {
            let _ = write!(text, "\n{:margin$}", "");
            column = margin;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}

/// The result for programs.
#[derive(Serialize)]
struct Json<'a> {
    format: u32,
    /// What `grade` would take.
    taken: Option<&'static str>,
    tools: Vec<JsonTool<'a>>,
    fences: Vec<JsonFence<'a>>,
}

#[derive(Serialize)]
struct JsonTool<'a> {
    name: &'static str,
    path: Option<&'a std::path::Path>,
    version: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonFence<'a> {
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
    let fences = checkup.examinations.iter().map(|one| JsonFence {
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
    let tools = checkup.taken.iter().flat_map(|(_, tools)| tools);
    Json {
        format: 1,
        taken: checkup.taken.as_ref().map(|(sandbox, _)| sandbox.kind.name()),
        tools: tools
            .map(|tool| JsonTool {
                name: tool.name,
                path: tool.path.as_deref(),
                version: tool.version.as_deref(),
            })
            .collect(),
        fences: fences.collect(),
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
