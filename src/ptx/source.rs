//! A named text, and errors that point into it.

use crate::error::{Error, Place, Result, shortened};
use crate::files::read_text;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// Longer lines are not shown below an error, because they would hide the message.
const MAX_SHOWN_LINE: usize = 300;

/// A PTX file in memory, from which its syntax tree borrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Name in error messages, usually the path.
    pub name: String,
    /// Text of the file.
    pub text: String,
}

impl Source {
    /// A source from a name for errors and a text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Input`] if it is not UTF-8.
    pub fn read(path: &Path) -> Result<Source> {
        Ok(Source::new(path.display().to_string(), read_text(path, "PTX text")?))
    }

    /// Position of `part` in bytes from the start. Every `&str` of the syntax tree is a part of its
    /// source. For any other string, the position is the end of the text.
    pub fn span(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        match start.checked_add(part.len()) {
            Some(end) if end <= self.text.len() => start..end,
            _ => self.text.len()..self.text.len(),
        }
    }

    /// File, line and column (in characters) of `part`.
    pub fn place(&self, part: &str) -> Place {
        let before = &self.text[..self.span(part).start];
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place::column(&self.name, line, 1 + before[start..].chars().count())
    }

    /// The error that `part` declares a name which `before` has already declared.
    pub fn declared_twice(&self, part: &str, before: &str) -> Error {
        let line = 1 + self.text[..self.span(before).start].matches('\n').count();
        self.error(part, format!("'{part}' again"), format!("a new name: line {line} has it"))
    }

    /// An [`Error::Text`] about `part` that shows its line.
    pub fn error(
        &self,
        part: &str,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Error {
        let (found, expected) = (shortened(&found), expected.to_string());
        let excerpt = self.excerpt(self.span(part), &expected).into();
        Error::Text { place: self.place(part), found, expected, excerpt }
    }

    /// The line of a span, with a mark below the span.
    fn excerpt(&self, span: Range<usize>, expected: &str) -> String {
        let start = self.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &self.text[start..];
        let line = rest.lines().next().unwrap_or_default();
        if line.len() > MAX_SHOWN_LINE {
            return String::new();
        }
        let number = 1 + self.text[..start].bytes().filter(|&byte| byte == b'\n').count();
        let marked = span.start - start..span.end.min(start + line.len()).max(span.start) - start;
        let mark = AnnotationKind::Primary.span(marked).label(format!("expected {expected}"));
        let snippet = Snippet::source(line).line_start(number).path(&self.name).annotation(mark);
        let report = Group::with_level(Level::ERROR).element(snippet);
        format!("\n{}", Renderer::plain().render(&[report]))
    }
}
