//! Where faults are, as edits and correct subroutines prove it.

use std::iter;

use crate::diagnostic::wording::{all_of, either, one_of};
use crate::result::{Components, Place, Repair};

/// Where a fault is, as an edit proves it, or several edits.
pub fn repair_sentence(repair: &Repair) -> String {
    let place = place_of_edit(repair.subroutine.as_deref(), &repair.places);
    let place = if !repair.further.is_empty() {
        places_of_edits(repair)
    } else if repair.is_whole && !repair.is_odd {
        format!("The fault is {place}")
    } else if repair.of.is_some() {
        format!("One of the faults here is likely {place}")
    } else {
        format!("The fault is likely {place}")
    };
    if repair.cases == 0 {
        return format!("{place}.");
    }

    let cases = match (repair.cases, repair.of) {
        (cases, Some(all)) => format!("{cases} of {all} cases"),
        (1, None) => "the case".to_owned(),
        (2, None) => "both cases".to_owned(),
        (cases, None) => format!("all {cases} cases"),
    };
    let pass = either(repair.cases, "passes", "pass");
    let was = either(repair.cases, "was", "were");
    let result = match repair.others {
        _ if repair.is_whole => format!("{cases} {pass}, and so does everything else"),
        None => format!("{cases} {pass}, and no other case fails that passed before"),
        Some(0) => format!("{cases} that {was} played again {pass}"),
        Some(others) => format!("{cases} that {was} played again {pass}, and so do {others} that passed before"),
    };

    let edits = all_edits(repair);
    let obstacle = repair.obstacle.as_ref();
    let obstacle = obstacle.map(|obstacle| format!(" The program has no room for this edit: {obstacle}."));
    format!("{place}: {edits}, {result}.{}", obstacle.unwrap_or_default())
}

/// Where the edits of a repair are, where it has several. In one subroutine, or outside of all, they need not be several faults.
fn places_of_edits(repair: &Repair) -> String {
    let further = repair
        .further
        .iter()
        .map(|edit| (edit.subroutine.as_deref(), &edit.places));
    let edits: Vec<_> = iter::once((repair.subroutine.as_deref(), &repair.places))
        .chain(further)
        .collect();
    let subroutine = edits[0].0;
    let is_one = edits.iter().all(|(other, _)| *other == subroutine);
    let number = edits.len().to_string();
    let (count, at_first) = if edits.len() == 2 {
        ("two", "Two")
    } else {
        (&number[..], &number[..])
    };

    let mut places = edits.iter().map(|(own, places)| {
        let own = own.filter(|_| !is_one);
        format!("one {}", place_of_edit(own, places))
    });
    let last = places.next_back().unwrap_or_default();
    let places = format!("{}, and {last}", places.collect::<Vec<_>>().join(", "));
    let within = subroutine.map_or_else(String::new, |name| format!(" {}", within(name)));
    match (is_one, repair.is_whole) {
        (true, true) => format!("{at_first} changes are needed{within}, {places}"),
        (true, false) => format!("At least {count} changes are likely needed{within}, {places}"),
        (false, true) => format!("There are {count} faults, {places}"),
        (false, false) => format!("There are likely at least {count} faults, {places}"),
    }
}

/// Where something is printed in another format, as an edit proves it.
pub fn format_repair_sentence(repair: &Repair) -> String {
    let further = repair.further.iter().map(|edit| one_line_of(&edit.places));
    let lines: Vec<String> = [one_line_of(&repair.places)].into_iter().chain(further).collect();
    let to_correct = either(lines.len(), "The place to correct is", "The places to correct are");
    let place = format!("{to_correct} around {}", all_of(&lines));
    if repair.cases == 0 {
        return format!("{place}.");
    }

    let cases = match repair.cases {
        1 => "the output of the case is".to_owned(),
        cases => format!("the output of all {cases} cases is"),
    };
    format!("{place}: {}, {cases} exactly as required.", all_edits(repair))
}

/// All edits of a repair in words.
fn all_edits(repair: &Repair) -> String {
    let further = repair.further.iter().map(|edit| &edit.edit);
    let edits: Vec<&String> = [&repair.edit].into_iter().chain(further).collect();
    match (edits.iter().any(|edit| edit.is_empty()), edits.len()) {
        (true, 1) => "with an edit there".to_owned(),
        (true, _) => "with an edit at each".to_owned(),
        (false, _) => all_of(&edits),
    }
}

fn place_of_edit(subroutine: Option<&str>, places: &[Place]) -> String {
    let lines = one_line_of(places);
    let subroutine = subroutine.map(within);
    let around = (!lines.is_empty()).then(|| format!("around {lines}"));
    let place: Vec<String> = subroutine.into_iter().chain(around).collect();
    place.join(", ")
}

/// `in CHECK_LINE`: a name that could be a word of the sentence is quoted.
fn within(name: &str) -> String {
    if name.bytes().all(|letter| letter.is_ascii_lowercase()) {
        format!("in `{name}`")
    } else {
        format!("in {name}")
    }
}

/// The lines of which it is one, from the top: "line 5, 9 or 12".
fn one_line_of(places: &[Place]) -> String {
    let mut places: Vec<&Place> = places.iter().collect();
    places.sort_by_key(|place| place.line);
    let mut lines: Vec<String> = places.into_iter().filter_map(Place::line_words).collect();
    for line in lines.iter_mut().skip(1) {
        *line = line.trim_start_matches("line ").to_owned();
    }
    one_of(&lines)
}

/// Which subroutines are wrong, as replacing them shows.
pub fn components_sentence(components: &Components) -> String {
    let names: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
    let versions = either(names.len(), "a correct version", "correct versions");
    let worth = components.broken.iter().enumerate().map(|(index, part)| {
        let failing = match components.cases.saturating_sub(part.passed) {
            0 => "none".to_owned(),
            failing => failing.to_string(),
        };
        if index == 0 {
            format!("your {} makes {failing} of them fail", part.name)
        } else {
            format!("your {} {failing}", part.name)
        }
    });
    let worth: Vec<String> = worth.collect();
    let together = match &components.broken[..] {
        [only] if only.passed == components.cases => ": it fails only together with other parts of your program",
        _ => "",
    };
    let they = if names.len() == 2 { "Both" } else { "All of them" };
    let calls = either(components.shared.len(), "calls it", "calls them");
    let helpers = all_of(&components.shared);
    let rest = match (components.shared.is_empty(), components.is_rest_right) {
        (true, true) => ": everything else in your program is right".to_owned(),
        (true, false) => String::new(),
        (false, true) => format!(
            ". {they} call {helpers}, and nothing else {calls}: the fault may well be there. Everything else in your program is \
             right"
        ),
        (false, false) => format!(". {they} call {helpers}: the fault may be there"),
    };
    format!(
        "With {} replaced by {versions}, all {} cases pass{rest}. Put into an otherwise correct program, {}{together}.",
        all_of(&names),
        components.cases,
        all_of(&worth)
    )
}

#[cfg(test)]
mod tests {
    use super::{components_sentence, format_repair_sentence, repair_sentence};
    use crate::report::fixture::faults;
    use crate::result::{Component, Components, FurtherEdit, Place, Repair};

    fn edited(line: u32, edit: &str) -> Repair {
        let place = Place {
            line: Some(line),
            ..Place::nowhere()
        };
        Repair {
            places: vec![place],
            subroutine: None,
            edit: edit.to_owned(),
            cases: 12,
            of: None,
            others: None,
            is_whole: true,
            is_odd: false,
            obstacle: None,
            further: Vec::new(),
        }
    }

    #[test]
    fn texts_are_said_with_all_their_lines() {
        let further = |line, edit: &str| FurtherEdit {
            places: edited(line, edit).places,
            subroutine: None,
            edit: edit.to_owned(),
        };
        let three = Repair {
            further: vec![further(9, "with `b`"), further(12, "with `c`")],
            ..edited(5, "with `a`")
        };
        assert_eq!(
            format_repair_sentence(&three),
            "The places to correct are around line 5, line 9 and line 12: with `a`, with `b` and with `c`, the output of all 12 \
             cases is exactly as required."
        );
        assert_eq!(
            format_repair_sentence(&Repair { cases: 0, ..three }),
            "The places to correct are around line 5, line 9 and line 12."
        );
    }

    #[test]
    fn faults_are_said_with_all_their_places() {
        let further = |line| FurtherEdit {
            places: edited(line, "").places,
            subroutine: Some("GAME_OVER".to_owned()),
            edit: String::new(),
        };
        let two = Repair {
            cases: 0,
            further: vec![further(9)],
            ..edited(5, "")
        };
        assert_eq!(
            repair_sentence(&two),
            "There are two faults, one around line 5, and one in GAME_OVER, around line 9."
        );
        let three = Repair {
            further: vec![further(9), further(12)],
            ..two
        };
        assert_eq!(
            repair_sentence(&three),
            "There are 3 faults, one around line 5, one in GAME_OVER, around line 9, and one in GAME_OVER, around line 12."
        );
    }

    #[test]
    fn several_lines_of_one_subroutine_are_no_several_faults() {
        let subroutine = Some("CHECK_DIAGONALS".to_owned());
        let further = |line| FurtherEdit {
            places: edited(line, "").places,
            subroutine: subroutine.clone(),
            edit: "without `NOT R0, R0`".to_owned(),
        };
        let two = Repair {
            subroutine: subroutine.clone(),
            further: vec![further(386)],
            ..edited(380, "with `a` in place of `b`")
        };
        assert_eq!(
            repair_sentence(&two),
            "Two changes are needed in CHECK_DIAGONALS, one around line 380, and one around line 386: with `a` in place of \
             `b` and without `NOT R0, R0`, all 12 cases pass, and so does everything else."
        );
        let three = Repair {
            cases: 0,
            is_whole: false,
            is_odd: false,
            further: vec![further(386), further(390)],
            ..two
        };
        assert_eq!(
            repair_sentence(&three),
            "At least 3 changes are likely needed in CHECK_DIAGONALS, one around line 380, one around line 386, and one around \
             line 390."
        );
    }

    #[test]
    fn an_odd_edit_is_no_certain_place_though_everything_passes() {
        let odd = Repair {
            is_odd: true,
            ..edited(5, "with `ADD R6, R6, #4` before `RET`")
        };
        assert_eq!(
            repair_sentence(&odd),
            "The fault is likely around line 5: with `ADD R6, R6, #4` before `RET`, all 12 cases pass, and so does everything \
             else."
        );
    }

    #[test]
    fn what_an_edit_has_no_room_for_is_said() {
        let crowded = Repair {
            is_whole: false,
            is_odd: false,
            obstacle: Some("with one more line, line 12 no longer reaches `FAR`".to_owned()),
            ..edited(5, "with `NOT R0, R0` before `RET`")
        };
        assert_eq!(
            repair_sentence(&crowded),
            "The fault is likely around line 5: with `NOT R0, R0` before `RET`, all 12 cases pass, and no other case fails \
             that passed before. The program has no room for this edit: with one more line, line 12 no longer reaches `FAR`."
        );
    }

    #[test]
    fn an_edit_with_which_some_cases_pass_is_said_with_how_many() {
        let partial = Repair {
            is_whole: false,
            is_odd: false,
            of: Some(40),
            ..edited(5, "with `ST R0, PLAYER` in place of `ST R3, PLAYER`")
        };
        assert_eq!(
            repair_sentence(&partial),
            "One of the faults here is likely around line 5: with `ST R0, PLAYER` in place of `ST R3, PLAYER`, 12 of 40 cases \
             pass, and no other case fails that passed before."
        );
        assert_eq!(
            repair_sentence(&Repair {
                cases: 0,
                ..partial.clone()
            }),
            "One of the faults here is likely around line 5."
        );

        let further = FurtherEdit {
            places: edited(9, "").places,
            subroutine: None,
            edit: "without `JSR SCAN`".to_owned(),
        };
        let two = Repair {
            cases: 30,
            further: vec![further],
            ..partial
        };
        assert_eq!(
            repair_sentence(&two),
            "At least two changes are likely needed, one around line 5, and one around line 9: with `ST R0, PLAYER` in place of \
             `ST R3, PLAYER` and without `JSR SCAN`, 30 of 40 cases pass, and no other case fails that passed before."
        );
    }

    #[test]
    fn what_wrong_subroutines_share_is_where_to_look() {
        let one = faults::components();
        assert!(
            components_sentence(&one).contains("all 12 cases pass: everything else in your program is right. Put into")
        );
        let part = |name: &str| Component {
            name: name.to_owned(),
            passed: 9,
        };
        let shared = Components {
            broken: ["CHECK_D1", "CHECK_D2"].map(part).into(),
            shared: vec!["COUNT".to_owned()],
            ..one.clone()
        };
        assert!(components_sentence(&shared).starts_with(
            "With CHECK_D1 and CHECK_D2 replaced by correct versions, all 12 cases pass. Both call COUNT, and nothing else \
             calls it: the fault may well be there. Everything else in your program is right. Put into an otherwise correct"
        ));

        // What others use may be wrong, and what differs in format is.
        let used_by_others = Components {
            is_rest_right: false,
            ..shared
        };
        assert!(
            components_sentence(&used_by_others).contains("pass. Both call COUNT: the fault may be there. Put into")
        );
        let alone = Components {
            is_rest_right: false,
            ..one
        };
        assert!(components_sentence(&alone).contains("all 12 cases pass. Put into an otherwise correct"));
    }

    #[test]
    fn what_replaced_subroutines_are_worth_is_said_in_failing_cases() {
        let part = |name: &str, passed| Component {
            name: name.to_owned(),
            passed,
        };
        let of = |broken: Vec<Component>| Components {
            broken,
            is_rest_right: false,
            ..faults::components()
        };
        let three = of(vec![part("A", 3), part("B", 12), part("C", 11)]);
        assert!(components_sentence(&three).ends_with(
            "pass. Put into an otherwise correct program, your A makes 9 of them fail, your B none and your C 1."
        ));

        let alone = of(vec![part("A", 12)]);
        assert!(
            components_sentence(&alone)
                .ends_with("your A makes none of them fail: it fails only together with other parts of your program.")
        );
    }

    #[test]
    fn lines_that_do_as_well_are_said_from_the_top() {
        let places = [498, 499, 496].map(|line| edited(line, "").places.remove(0));
        let tied = Repair {
            cases: 0,
            places: places.into(),
            ..edited(498, "")
        };
        assert_eq!(repair_sentence(&tied), "The fault is around line 496, 498 or 499.");
    }
}
