//! The files that the instructor has chosen, where it was a question which one is the program.

use super::folder::Program;
use super::layout::{Entry, Kind, Wanted, entries};
use super::place::Place;
use super::{archive, name};

/// Takes the chosen files. The error says which student or file is not there, and what is.
pub(super) fn apply(
    students: &mut Vec<(String, Program)>,
    wanted: &Wanted,
    choices: &[(String, String)],
) -> Result<(), String> {
    let mut done: Vec<(String, Option<String>, String)> = Vec::new();
    for (student, file) in choices {
        let shown = || format!("--choose {}={}", name::shown(student), name::shown(file));
        let own: Vec<usize> = (0..students.len())
            .filter(|at| is_of(&students[*at], student))
            .collect();
        let Some(first) = own.first().map(|at| students[*at].clone()) else {
            let names = students.iter().map(|(student, _)| student.as_str());
            return Err(format!(
                "{}: there is no such student among {}",
                shown(),
                name::list(names)
            ));
        };
        let ids = own.iter().map(|at| students[*at].1.id());
        if ids.clone().any(|id| id != first.1.id()) {
            let ids = name::list(ids.flatten());
            return Err(format!(
                "{}: several students have this name; choose by id: {ids}",
                shown()
            ));
        }

        if let Some(before) = done
            .iter()
            .find(|(student, id, _)| *student == first.0 && id.as_deref() == first.1.id())
        {
            return Err(format!(
                "{}: {} was chosen for the same student: give --choose once for each",
                shown(),
                name::shown(&before.2)
            ));
        }
        done.push((first.0.clone(), first.1.id().map(str::to_owned), file.clone()));

        let chosen = own.iter().find_map(|at| chosen(&students[*at].1, file, wanted));
        let Some(mut program) = chosen else {
            let there = own.iter().flat_map(|at| files(&students[*at].1));
            let there: Vec<String> = there.collect();
            let there = name::list(there.iter().map(String::as_str));
            return Err(format!("{}: there is no such file among {there}", shown()));
        };
        program.remarks = vec![format!(
            "{}: {} was graded, as chosen",
            name::shown(&first.0),
            name::shown(&program.file)
        )];
        let mut index = 0;
        students.retain(|_| {
            index += 1;
            !own.contains(&(index - 1))
        });
        students.push((first.0, program));
    }
    Ok(())
}

/// Whether a program is of a student, who is named as in reports, by number, address or login, or by the folder.
fn is_of((name, program): &(String, Program), student: &str) -> bool {
    let upload = program.upload.as_ref();
    let known = upload
        .into_iter()
        .flat_map(|upload| [&upload.id, &upload.email, &upload.login]);
    let source = program.source.as_ref().map(|entry| entry.name.as_str());
    name == student || source == Some(student) || known.flatten().any(|known| known == student)
}

/// The file, where it is what was found or is in the student's folder.
fn chosen(found: &Program, file: &str, wanted: &Wanted) -> Option<Program> {
    let entry = found.source.as_ref()?;
    let is_whole = entry.name == file || found.upload.as_ref().is_some_and(|upload| upload.file == file);
    let whole = if is_whole && entry.kind == Kind::File && !archive::is_readable(&entry.name) {
        Some((entry.clone(), None, entry.name.clone()))
    } else {
        let below = file.strip_prefix(&format!("{}/", entry.name)).unwrap_or(file);
        let (folder, inner) = inside(entry, below)?;
        Some((inner, Some(folder), format!("{}/{below}", entry.name)))
    };
    let (inner, folder, shown) = whole?;

    let mut program = Program::file(&inner, shown, wanted);
    if let Some(folder) = folder {
        program = program.with_companions(&folder, &inner.name, wanted);
    }
    let own_name = found
        .upload
        .as_ref()
        .map(|upload| upload.file.clone())
        .filter(|file| !file.is_empty());
    let own_name = own_name.unwrap_or_else(|| inner.name.clone());
    program.called = (!wanted.files.contains(&own_name)).then_some(own_name);
    program.rank = 0;
    program.source = Some(entry.clone());
    program.layout = found.layout;
    program.upload.clone_from(&found.upload);
    Some(program)
}

/// The file at a path below an entry, and the folder in which it is. Archives on the way are folders.
fn inside(entry: &Entry, below: &str) -> Option<(Place, Entry)> {
    let (first, rest) = match below.split_once('/') {
        Some((first, rest)) => (first, Some(rest)),
        None => (below, None),
    };
    let folder = match entry.kind {
        Kind::Folder => entry.place.clone(),
        Kind::File if archive::is_readable(&entry.name) => {
            archive::unpack(&entry.place, &entry.name, &archive::STUDENT).ok()?.root
        }
        _ => return None,
    };
    let inner = entries(&folder).ok()?.find(|inner| inner.name == first)?;
    match rest {
        Some(rest) => inside(&inner, rest),
        None => (inner.kind != Kind::Folder).then_some((folder, inner)),
    }
}

/// The names of the files at the top of what a student handed in.
fn files(found: &Program) -> Vec<String> {
    let Some(entry) = &found.source else {
        return vec![found.file.clone()];
    };
    let place = match entry.kind {
        Kind::File if archive::is_readable(&entry.name) => {
            archive::unpack(&entry.place, &entry.name, &archive::STUDENT).map(|unpacked| unpacked.root)
        }
        _ => Ok(entry.place.clone()),
    };
    let inner: Vec<String> = place
        .ok()
        .filter(Place::is_folder)
        .and_then(|place| Some(entries(&place).ok()?.map(|inner| inner.name).collect()))
        .unwrap_or_default();
    if inner.is_empty() {
        vec![entry.name.clone()]
    } else {
        inner
    }
}
