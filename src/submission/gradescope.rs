//! Exports of Gradescope: a folder per submission, and `submission_metadata.yml`, which says whose each is.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::layout::Layout;
use super::place::Place;
use super::platform::{Attempt, Upload};
use super::{METADATA, METADATA_CAP, name};

/// Whose the submissions are, by the names of their folders.
#[derive(Debug, Default)]
pub(super) struct Metadata(BTreeMap<String, Submission>);

// The keys are Ruby's symbols.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Submission {
    #[serde(rename = ":submitters")]
    submitters: Vec<Submitter>,
    #[serde(rename = ":created_at")]
    created_at: Option<Scalar>,
    #[serde(rename = ":late")]
    late: Option<Scalar>,
    #[serde(rename = ":lateness")]
    lateness: Option<Scalar>,
    #[serde(rename = ":history")]
    history: Option<Vec<serde::de::IgnoredAny>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Submitter {
    #[serde(rename = ":name")]
    name: Option<Scalar>,
    #[serde(rename = ":sid")]
    sid: Option<Scalar>,
    #[serde(rename = ":email")]
    email: Option<Scalar>,
}

/// Numbers are no numbers here: a student's id of digits only is written without quotes.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Whole(u64),
    Flag(bool),
    Real(f64),
}

impl Scalar {
    fn text(&self) -> Option<String> {
        let text = match self {
            Self::Text(text) => text.trim().to_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Real(number) => number.to_string(),
        };
        (!text.is_empty()).then_some(text)
    }
}

impl Metadata {
    /// The metadata in a folder; `None` where it has none. The error says in words why they cannot be read.
    pub fn read(folder: &Place) -> Option<Result<Self, String>> {
        let bytes = folder.child(METADATA)?.read(METADATA, METADATA_CAP);
        let bytes = bytes.map_err(super::NoProgram::into_reason);
        Some(bytes.and_then(|bytes| {
            serde_yaml::from_slice(&bytes)
                .map(Self)
                .map_err(|error| format!("{METADATA} cannot be read: {}", name::shown(&error.to_string())))
        }))
    }

    /// Those who handed in a submission, one or a group; nobody where it is not listed.
    pub fn uploads(&self, folder: &str) -> Vec<Upload> {
        let Some(submission) = self.0.get(folder) else {
            return Vec::new();
        };
        let text = |scalar: &Option<Scalar>| scalar.as_ref().and_then(Scalar::text);
        let is_late = [&submission.late, &submission.lateness]
            .into_iter()
            .filter_map(text)
            .any(|late| late != "false" && late.bytes().any(|byte| !b"0:. ".contains(&byte)));
        let group = (submission.submitters.len() > 1).then(|| folder.to_owned());

        let upload = |submitter: &Submitter| {
            let (name, id, email) = (text(&submitter.name), text(&submitter.sid), text(&submitter.email));
            let student = [&name, &email, &id].into_iter().flatten().next().cloned();
            Upload {
                student: student.unwrap_or_else(|| folder.to_owned()),
                id,
                email,
                is_late,
                attempt: Attempt {
                    date: text(&submission.created_at).unwrap_or_default(),
                    ..Attempt::default()
                },
                group: group.clone(),
                earlier: submission.history.as_ref().map_or(0, Vec::len),
                ..Upload::of(Layout::Gradescope)
            }
        };
        submission.submitters.iter().map(upload).collect()
    }

    /// The submissions that are listed.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
