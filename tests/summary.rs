//! Does the table of measured units stand between its marks, with the rows that a mark asks for?

use regforge::error::Result;
use regforge::report::{Area, Row, Synthesis, update};
use regforge::systems;

fn name(unit: usize) -> &'static str {
    systems::units()[unit].name()
}

fn row(unit: usize, configs: &[&str]) -> Row {
    let unit = systems::units()[unit];
    let own = Synthesis { cells: 7, ..Synthesis::default() };
    let area = Area {
        unit: unit.name().into(),
        configuration: configs[0].into(),
        own,
        flat: None,
        path: None,
        macro_bits: 0,
        parts: Vec::new(),
    };
    let configs = configs.iter().map(|name| name.to_string()).collect();
    Row { unit, configs, hash: "0123abcd".into(), area, compared: 1_000 }
}

/// The file with this mark, updated.
fn updated(mark: &str) -> Result<String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    let text = format!("before\n<!-- summary{mark} -->\nold\n<!-- /summary -->\nafter\n");
    std::fs::write(file.path(), text).unwrap();
    let rows = [row(0, &["other"]), row(0, &["fermi", "third"]), row(1, &["fermi"])];
    update(file.path(), &rows, "Yosys", "s")?;
    Ok(std::fs::read_to_string(file.path()).unwrap())
}

fn lines_of(text: &str, unit: usize) -> Vec<&str> {
    let start = format!("| `{}`", name(unit));
    text.lines().filter(|line| line.starts_with(&start)).collect()
}

#[test]
fn a_mark_without_names_takes_every_row() {
    let text = updated(": generated, do not edit").unwrap();
    assert_eq!((lines_of(&text, 0).len(), lines_of(&text, 1).len()), (2, 1));
    assert!(lines_of(&text, 0)[1].contains("fermi, third (0123abcd)"), "{text}");
    let rest = text.starts_with("before\n<!-- summary: g") && text.ends_with(" -->\nafter\n");
    assert!(rest && !text.contains("old"), "{text}");
}

#[test]
fn a_mark_with_names_takes_their_rows_at_the_default_configuration() {
    let names = format!(" of {}, {}", name(1), name(0));
    let mark = format!("{names}: generated, do not edit");
    let text = updated(&mark).unwrap();
    assert!(text.contains(&format!("<!-- summary{mark} -->")), "{text}");
    let [first] = lines_of(&text, 0)[..] else { panic!("{text}") };
    assert!(first.contains("| fermi (0123abcd)"), "{text}");
    assert!(text.find(lines_of(&text, 1)[0]) < text.find(first), "{text}");
}

#[test]
fn a_file_without_marks_and_an_unknown_unit_are_refused() {
    let unknown = updated(" of nothing: generated, do not edit").unwrap_err();
    assert!(unknown.to_string().contains("unit 'nothing' in a mark"), "{unknown}");
    let unmarked = updated(": typed").unwrap_err();
    assert!(unmarked.to_string().contains("no markers for a table"), "{unmarked}");
    assert_eq!((unknown.exit_code(), unmarked.exit_code()), (2, 2));
}
