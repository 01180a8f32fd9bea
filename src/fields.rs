//! TOML tables with the place of each key.

use crate::error::{Error, Place, Result, nearest};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file's path and text, from which places are computed.
pub(crate) struct Source<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// The file's table.
    pub fn parse(&self) -> Result<DeTable<'a>> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            Error::input(self.place(offset), error.message(), "valid TOML")
        })?;
        Ok(table.into_inner())
    }

    fn place(&self, offset: usize) -> Place {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Place::line(self.path.display(), line)
    }
}

/// One table.
pub(crate) struct Fields<'a> {
    source: &'a Source<'a>,
    table: &'a DeTable<'a>,
    /// Name of the table in messages.
    what: String,
    pub at: Place,
}

/// A key with its value.
pub(crate) struct Field<'a> {
    source: &'a Source<'a>,
    value: &'a DeValue<'a>,
    name: &'a str,
    pub at: Place,
}

impl<'a> Fields<'a> {
    pub fn top(source: &'a Source<'a>, table: &'a DeTable<'a>) -> Fields<'a> {
        Fields { source, table, what: "the file".into(), at: Place::whole(source.path.display()) }
    }

    /// Rejects keys that are not in these lists.
    pub fn only(&self, known: &[&[&str]]) -> Result<()> {
        let known = known.concat();
        let Some(key) = self.table.keys().find(|key| !known.contains(&key.get_ref().as_ref()))
        else {
            return Ok(());
        };
        let name = key.get_ref();
        let found = format!("unknown key '{name}' in {}", self.what);
        let expected = format!(
            "'{}' (the nearest), or one of {}",
            nearest(name, known.iter().copied()),
            known.join(", ")
        );
        Err(Error::input(self.source.place(key.span().start), found, expected))
    }

    pub fn optional(&self, name: &'a str) -> Option<Field<'a>> {
        let (key, value) = self.table.get_key_value(name)?;
        let at = self.source.place(key.span().start);
        Some(Field { source: self.source, value: value.get_ref(), name, at })
    }

    pub fn required(&self, name: &'a str) -> Result<Field<'a>> {
        self.optional(name).ok_or_else(|| {
            let found = format!("no '{name}' in {}", self.what);
            Error::input(self.at.clone(), found, "this key")
        })
    }

    /// The key's text; empty if the key is absent.
    pub fn text(&self, name: &'a str) -> Result<String> {
        self.optional(name).map_or(Ok(String::new()), |field| Ok(field.text()?.to_string()))
    }

    /// A whole number within bounds; `default` if the key is absent.
    pub fn integer(&self, name: &'a str, bounds: Bounds, default: u64) -> Result<u64> {
        self.optional(name).map_or(Ok(default), |field| Ok(field.integer(bounds)? as u64))
    }

    /// The tables of an array of tables; none if the key is absent.
    pub fn tables(&self, name: &'a str) -> Result<Vec<Fields<'a>>> {
        self.optional(name).map_or(Ok(Vec::new()), |field| field.tables())
    }

    /// The value of the word that the key holds.
    pub fn choice<T: Copy>(&self, name: &'a str, words: &[(&str, T)]) -> Result<T> {
        let field = self.required(name)?;
        let word = field.text()?;
        match words.iter().find(|(known, _)| *known == word) {
            Some((_, value)) => Ok(*value),
            None => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                field.refuse(known.join(" | "))
            }
        }
    }
}

/// Smallest and largest legal number.
pub(crate) type Bounds = (i128, i128);

/// Bounds of a 64-bit unsigned number.
pub(crate) const ANY_U64: Bounds = (0, u64::MAX as i128);

impl<'a> Field<'a> {
    /// An error that shows key and value.
    pub fn refuse<T>(&self, expected: impl std::fmt::Display) -> Result<T> {
        let found = format!("{} = {}", self.name, shown(self.value));
        Err(Error::input(self.at.clone(), found, expected))
    }

    pub fn text(&self) -> Result<&'a str> {
        match self.value {
            DeValue::String(text) => Ok(text),
            _ => self.refuse("a string"),
        }
    }

    pub fn flag(&self) -> Result<bool> {
        match self.value {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => self.refuse("true or false"),
        }
    }

    /// The items of a list, each with its own place.
    pub fn items(&self) -> Result<Vec<Field<'a>>> {
        let DeValue::Array(list) = self.value else {
            return self.refuse("a list");
        };
        let item = |item: &'a Spanned<DeValue<'a>>| {
            let at = self.source.place(item.span().start);
            Field { source: self.source, value: item.get_ref(), name: self.name, at }
        };
        Ok(list.iter().map(item).collect())
    }

    pub fn integer(&self, bounds: Bounds) -> Result<i128> {
        let (min, max) = bounds;
        match integer(self.value) {
            Some(number) if (min..=max).contains(&number) => Ok(number),
            _ => self.refuse(format!("a whole number from {min} to {max}")),
        }
    }

    /// A number, with or without a fraction.
    pub fn float(&self) -> Result<f64> {
        let number = match self.value {
            DeValue::Float(number) => number.as_str().parse().ok(),
            other => integer(other).map(|number| number as f64),
        };
        number.map_or_else(|| self.refuse("a number"), Ok)
    }

    /// A finite number, not negative.
    pub fn tolerance(&self) -> Result<f64> {
        match self.float()? {
            number if number.is_finite() && number >= 0.0 => Ok(number),
            _ => self.refuse("a finite number of at least 0"),
        }
    }

    /// Three whole numbers, each from 1 to the element of `max`.
    pub fn triple(&self, max: [u32; 3]) -> Result<[u32; 3]> {
        let expected = || format!("three whole numbers from 1 to {max:?}");
        let numbers: Option<Vec<i128>> = match self.value {
            DeValue::Array(list) => list.iter().map(|item| integer(item.get_ref())).collect(),
            _ => None,
        };
        match numbers.as_deref() {
            Some(&[x, y, z])
                if [x, y, z].iter().zip(max).all(|(&n, max)| (1..=max.into()).contains(&n)) =>
            {
                Ok([x as u32, y as u32, z as u32])
            }
            _ => self.refuse(expected()),
        }
    }

    /// The bits of a number: a string such as `"0x3f800000"`, or a whole number.
    pub fn bits(&self, bytes: usize) -> Result<u64> {
        let bits = match self.value {
            DeValue::String(text) => {
                let digits = text.strip_prefix("0x").unwrap_or("");
                hex_digits(digits).then(|| u64::from_str_radix(digits, 16).ok()).flatten()
            }
            other => integer(other).and_then(|number| u64::try_from(number).ok()),
        };
        match bits {
            Some(bits) if bytes == 8 || bits < 1 << (8 * bytes) => Ok(bits),
            _ => self.refuse(format!("{} bits, such as \"0x3f800000\"", 8 * bytes)),
        }
    }

    /// `bytes` bytes in hexadecimal digits.
    pub fn hex(&self, bytes: usize) -> Result<Vec<u8>> {
        let text = self.text()?;
        if text.len() != 2 * bytes || !hex_digits(text) {
            return self.refuse(format!("{} hexadecimal digits", 2 * bytes));
        }
        let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
        Ok(text.as_bytes().chunks_exact(2).map(|two| digit(two[0]) << 4 | digit(two[1])).collect())
    }

    /// The tables of an array of tables.
    pub fn tables(&self) -> Result<Vec<Fields<'a>>> {
        let DeValue::Array(list) = self.value else {
            return self.refuse(format!("tables, [[{}]]", self.name));
        };
        list.iter().map(|item| self.table(item, format!("[[{}]]", self.name))).collect()
    }

    /// Entries of a table whose keys are not fixed.
    pub fn entries(&self) -> Result<Vec<Field<'a>>> {
        let DeValue::Table(table) = self.value else {
            return self.refuse(format!("a table, [{}]", self.name));
        };
        let entries = table.iter().map(|(key, value)| {
            let at = self.source.place(key.span().start);
            Field { source: self.source, value: value.get_ref(), name: key.get_ref(), at }
        });
        Ok(entries.collect())
    }

    pub fn name(&self) -> &'a str {
        self.name
    }

    fn table(&self, item: &'a Spanned<DeValue<'a>>, what: String) -> Result<Fields<'a>> {
        match item.get_ref() {
            DeValue::Table(table) => {
                let at = self.source.place(item.span().start);
                Ok(Fields { source: self.source, table, what, at })
            }
            _ => self.refuse("tables"),
        }
    }
}

pub(crate) fn hex_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn integer(value: &DeValue) -> Option<i128> {
    match value {
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

/// A value as messages print it.
fn shown(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Array(list) => {
            let items: Vec<String> = list.iter().map(|item| shown(item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        other => format!("a {}", other.type_str()),
    }
}
