//! Emits the files of `gen/` from a unit's description: Verilog in the house style, file lists,
//! constraints, documentation and one manifest.

mod design;
mod documents;
mod folder;
pub mod hdl;
mod package;
mod port;
mod proof;

pub use design::{Design, Module, Owner, Parameter, code};
pub use folder::{Folder, Manifest, compare};
pub use package::{Entry, Package, SourceFile};
pub use port::{Direction, Port, clocked, port_list, range};
pub use proof::Proof;

/// Maximum length of a line of Verilog.
const COLUMNS: usize = 100;

/// Text as Verilog comment lines; empty lines separate paragraphs.
pub fn comment(text: &str) -> String {
    let lines = wrapped(text).into_iter();
    let lines = lines.map(|line| format!("// {line}").trim_end().to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// Text wrapped to lines that fit after `// `. The items of a list have a hanging indent.
pub fn wrapped(text: &str) -> Vec<String> {
    let wrap = |line| {
        let indent = " ".repeat(list_marker(line));
        let lines = textwrap::wrap(line, wrapping(COLUMNS - 3).subsequent_indent(&indent));
        lines.into_iter().map(|line| line.into_owned()).collect::<Vec<_>>()
    };
    text.trim_end().lines().flat_map(wrap).collect()
}

/// Wraps between words only, so that ids such as `loc-e05` can be searched for.
fn wrapping<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation)
}

/// Characters of the marker of a list item (`- ` or `1. `) that begins a line, else 0.
fn list_marker(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let marker = if digits > 0 { ". " } else { "- " };
    if line[digits..].starts_with(marker) { digits + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::comment;

    #[test]
    fn list_items_hang_below_their_marker() {
        let words = "word ".repeat(20);
        let text = format!("- {words}\n1. {words}\n{words}");
        let expected = [
            format!("// - {}", "word ".repeat(19).trim_end()),
            "//   word".into(),
            format!("// 1. {}", "word ".repeat(19).trim_end()),
            "//    word".into(),
            format!("// {}", "word ".repeat(19).trim_end()),
            "// word".into(),
        ];
        assert_eq!(comment(&text), expected.join("\n"));
    }
}
