//! Tables for terminals and for Markdown.

use comfy_table::{LineStyle, Table, TableStyle, presets};

/// Style with a rule under the header.
const RULED: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

fn table(style: TableStyle, header: &[&str], rows: &[Vec<String>]) -> Table {
    let mut table = Table::new();
    table.load_style(style).set_header(header);
    table.add_rows(rows);
    table
}

/// A table for a terminal: columns without borders, a rule under the header.
pub fn terminal(header: &[&str], rows: &[Vec<String>]) -> String {
    let text = table(RULED, header, rows).trim_fmt();
    format!("{text}\n")
}

/// A table for a Markdown file.
pub fn markdown(header: &[&str], rows: &[Vec<String>]) -> String {
    let escaped: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect()).collect();
    let text = table(presets::ASCII_MARKDOWN, header, &escaped).trim_fmt();
    format!("{text}\n")
}

/// A whole number with its thousands separated: `1,000,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}
