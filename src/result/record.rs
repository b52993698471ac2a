//! A student's report as it is on disk, `<slug>.json`: what is the student's own. What all students share is in the
//! [`super::CaseList`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseInfo, CaseVerdict, Ending, Failure, StudentReport};

/// More cases than this are not read from one list of ranges.
const MOST: usize = 100_000;

/// A student's report without what all students share.
pub type StudentRecord = StudentReport<Results>;

/// The results of a student's cases.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Results {
    /// A hash of the file without this field, so that what was changed by hand is noticed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub digest: String,
    /// Which `cases.json` these results refer to: its `suite`.
    pub suite: String,
    /// The rubric's groups; none where there is no score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupRecord>,
    /// Every case once, those with the same verdict, ending and points together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
    /// What went wrong in cases that did not pass, those of which the same is known together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<CaseFailure>,
    /// Instructions executed, a number for each case in the order of the groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<u64>,
    /// Cases that are not as `cases.json` has them, such as games that were found against this student's own computer player.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_cases: Vec<CaseInfo>,
}

/// One group of the rubric, for one student.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupRecord {
    /// Its heading.
    pub name: String,
    /// Points earned.
    pub points: f64,
    /// Points it can earn.
    pub max: f64,
    /// The rule in words, where it is not that in `cases.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The arithmetic, in words: `5 of 6 cases pass, 1 earns half: 18.33 of 20`.
    pub arithmetic: String,
    /// Its cases; absent where none was played.
    #[serde(default, skip_serializing_if = "CaseNumbers::is_empty")]
    pub cases: CaseNumbers,
}

/// Cases with the same outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Which cases.
    pub cases: CaseNumbers,
    /// The verdict on each.
    pub verdict: CaseVerdict,
    /// How each run ended.
    pub ending: Ending,
    /// Points that each earns.
    pub points: f64,
}

/// Cases of which the same is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseFailure {
    /// Which cases.
    pub cases: CaseNumbers,
    /// What went wrong; absent where a case did not pass and nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A command line that repeats it; absent where the case fails like another one, whose number is in `like`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
}

/// Numbers of cases, as ranges in JSON: `1-40,42`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String", extend("pattern" = r"^([0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)?$"))]
pub struct CaseNumbers(pub Vec<usize>);

impl CaseNumbers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<CaseNumbers> for String {
    fn from(numbers: CaseNumbers) -> Self {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for number in numbers.0 {
            match ranges.last_mut() {
                Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
                _ => ranges.push((number, number)),
            }
        }

        let words = ranges.into_iter().map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        });
        words.collect::<Vec<_>>().join(",")
    }
}

impl TryFrom<String> for CaseNumbers {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = || format!("expected numbers of cases such as `1-40,42`, not {text:?}");
        let mut numbers = Vec::new();
        for range in text.split(',').filter(|range| !range.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let first: usize = first.parse().map_err(|_| wrong())?;
            let last: usize = last.parse().map_err(|_| wrong())?;
            if last < first || last - first >= MOST - numbers.len().min(MOST) {
                return Err(wrong());
            }
            numbers.extend(first..=last);
        }
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::CaseNumbers;

    #[test]
    fn numbers_are_ranges_and_back() {
        for (numbers, text) in [
            (vec![], ""),
            (vec![7], "7"),
            (vec![1, 2, 3, 5, 9, 10], "1-3,5,9-10"),
            (vec![3, 8, 5, 6], "3,8,5-6"),
        ] {
            assert_eq!(String::from(CaseNumbers(numbers.clone())), text);
            assert_eq!(CaseNumbers::try_from(text.to_owned()), Ok(CaseNumbers(numbers)));
        }
    }

    #[test]
    fn ranges_that_no_grading_writes_are_refused() {
        for text in [
            "x",
            "3-1",
            "1-",
            "-1",
            "1-99999999999",
            "1-100000,1-100000",
            "1-18446744073709551615",
        ] {
            let error = CaseNumbers::try_from(text.to_owned()).expect_err(text);
            assert!(error.contains("expected numbers of cases"), "{error}");
        }
    }
}
