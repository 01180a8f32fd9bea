//! Loads a [`Config`] from TOML text: merges layers, keeps each value's place, checks the result.

use super::{Config, Entry, Key, KeyType, Layer, Schema, Value};
use crate::error::{Error, Place, Result, nearest};
use crate::files::{self, text};
use crate::shipped;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Maximum length of a chain of bases; a longer one is a cycle.
const MAX_LAYERS: usize = 8;

impl Config {
    /// Reads a configuration that ships ([`shipped::configuration`]) by its name, or a file if
    /// `name` ends in `.toml`. Then sets the keys of `overrides` (`gpu.banks=8`).
    ///
    /// # Errors
    /// [`Error::Input`] if the configuration is incomplete or illegal.
    pub fn load<S: AsRef<str>>(
        schema: &'static Schema,
        name: &str,
        overrides: &[S],
    ) -> Result<Config> {
        let overrides = overrides.iter().map(|text| (text.as_ref(), Place::whole("-p")));
        Config::load_placed(schema, name, None, &overrides.collect::<Vec<_>>())
    }

    /// [`Config::load`] with the place of each override. If a file names the configuration, `named`
    /// is the folder that `name` is relative to, and the place of the name.
    ///
    /// # Errors
    /// Those of [`Config::load`].
    pub fn load_placed(
        schema: &'static Schema,
        name: &str,
        named: Option<(&Path, Place)>,
        overrides: &[(&str, Place)],
    ) -> Result<Config> {
        let (folder, named_at) = named.unzip();
        let source = Source::new(name, folder.unwrap_or(Path::new("")));
        let path = source.path();
        let mut layer = read_layers(schema, source, named_at)?;
        for (text, place) in overrides {
            let (key, value) = parse_override(schema, text, place)?;
            layer.insert(key.path, Entry { value, at: place.clone(), depth: 0 });
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let suffix = if overrides.is_empty() { "" } else { "+overrides" };
        check(schema, format!("{stem}{suffix}"), layer, &path)
    }

    /// A copy of this configuration with other values of some keys, given as numbers. For a flag, 0
    /// is false; for a choice, the number is the index of the word.
    ///
    /// # Errors
    /// [`Error::Input`] if the result is illegal.
    pub fn with(&self, name: &str, changes: &[(&'static str, u64)]) -> Result<Config> {
        let place = Place::whole(name);
        let mut layer = self.values.clone();
        for (path, number) in changes {
            let key = known(self.schema, path, &place)?;
            let value = match key.kind {
                KeyType::Flag | KeyType::Stage => Value::Flag(*number != 0),
                KeyType::Choice(words) => match words.get(*number as usize) {
                    Some(word) => Value::Word(word.to_string()),
                    None => Value::Integer(*number),
                },
                _ => Value::Integer(*number),
            };
            allow(key, &value, &place)?;
            layer.insert(key.path, Entry { value, at: place.clone(), depth: 0 });
        }
        check(self.schema, name.to_string(), layer, Path::new(name))
    }
}

/// Source of a configuration.
enum Source {
    /// A configuration that ships.
    Named(String),
    File(PathBuf),
}

impl Source {
    /// A file if the name ends in `.toml`, relative to `folder`, the folder of the file that names
    /// it.
    fn new(name: &str, folder: &Path) -> Source {
        match name.ends_with(".toml") {
            true => Source::File(folder.join(name)),
            false => Source::Named(name.into()),
        }
    }

    /// Name for messages.
    fn path(&self) -> PathBuf {
        match self {
            Source::Named(name) => Path::new("configs").join(format!("{name}.toml")),
            Source::File(path) => path.clone(),
        }
    }

    fn read(&self, named_at: Option<&Place>) -> Result<String> {
        let bytes = match self {
            Source::Named(name) => {
                shipped::configuration(name).ok_or_else(|| unknown(name, named_at.cloned()))?
            }
            Source::File(path) => files::read(path).map_err(|error| match (named_at, error) {
                (Some(place), Error::Io { .. }) => {
                    let found = format!("unreadable file {}", path.display());
                    Error::input(place.clone(), found, "an existing file")
                }
                (_, error) => error,
            })?,
        };
        text(bytes, &self.path(), "TOML text")
    }
}

fn unknown(name: &str, named_at: Option<Place>) -> Error {
    let place = named_at.unwrap_or_else(|| Place::whole("configuration"));
    let known = shipped::configurations();
    let nearest = nearest(name, known.iter().map(String::as_str));
    let expected =
        format!("a .toml file or a configuration of regforge; the nearest name is {nearest}");
    Error::input(place, format!("'{name}'"), expected)
}

/// Layers of a configuration: the file, its base, and so on. The first layer that sets a key wins.
fn read_layers(schema: &Schema, source: Source, named_at: Option<Place>) -> Result<Layer> {
    let mut all = Layer::new();
    let mut next = Some((source, named_at));
    for depth in 1..=MAX_LAYERS {
        let Some((source, named_at)) = next.take() else { return Ok(all) };
        let text = source.read(named_at.as_ref())?;
        let path = source.path();
        let (layer, base) = parse(schema, &path, &text, depth)?;
        for (key, entry) in layer {
            all.entry(key).or_insert(entry);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        next = base.map(|(name, place)| (Source::new(&name, folder), Some(place)));
    }
    match next {
        None => Ok(all),
        Some((source, place)) => Err(Error::input(
            place.unwrap_or_else(|| Place::whole(source.path().display())),
            format!("base '{}', after a chain of {MAX_LAYERS} files", source.path().display()),
            "bases without a cycle",
        )),
    }
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// Values of one file, and its base with the place that names it.
fn parse(
    schema: &Schema,
    path: &Path,
    text: &str,
    depth: usize,
) -> Result<(Layer, Option<(String, Place)>)> {
    let place = |offset: usize| {
        let before = &text.as_bytes()[..offset.min(text.len())];
        Place::line(path.display(), 1 + count_lines(before))
    };
    let document = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        Error::input(place(offset), error.message(), "valid TOML")
    })?;
    let mut layer = Layer::new();
    let mut base = None;
    for (section, content) in document.get_ref() {
        let at = place(section.span().start);
        match content.get_ref() {
            DeValue::String(name) if section.get_ref() == "base" => {
                base = Some((name.to_string(), at));
            }
            _ if section.get_ref() == "base" => {
                return Err(Error::input(
                    at,
                    "base is not a string",
                    "the name of a configuration as a string",
                ));
            }
            DeValue::Table(entries) => {
                for (name, value) in entries {
                    let at = place(name.span().start);
                    let path = format!("{}.{}", section.get_ref(), name.get_ref());
                    let key = known(schema, &path, &at)?;
                    let value = typed(key, value, &at)?;
                    allow(key, &value, &at)?;
                    layer.insert(key.path, Entry { value, at, depth });
                }
            }
            _ => {
                let found = format!("key '{}' outside any section", section.get_ref());
                return Err(Error::input(at, found, "base, or a section such as [gpu]"));
            }
        }
    }
    Ok((layer, base))
}

fn known(schema: &Schema, path: &str, place: &Place) -> Result<&'static Key> {
    schema.key(path).ok_or_else(|| {
        let nearest = nearest(path, schema.keys().map(|key| key.path));
        let expected =
            format!("a configuration key; the nearest is {nearest}, and `regforge keys` lists all");
        Error::input(place.clone(), format!("unknown key '{path}'"), expected)
    })
}

fn typed(key: &Key, value: &Spanned<DeValue>, place: &Place) -> Result<Value> {
    let wrong = |found: String| {
        let found = format!("{} = {found}", key.path);
        Err(Error::input(place.clone(), found, key.kind.describe()))
    };
    match (key.kind, value.get_ref()) {
        (KeyType::Integer { .. }, DeValue::Integer(number)) => {
            match u64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Ok(Value::Integer(number)),
                Err(_) => wrong(number.as_str().into()),
            }
        }
        (KeyType::Choice(_), DeValue::String(word)) => Ok(Value::Word(word.to_string())),
        (KeyType::Flag | KeyType::Stage, DeValue::Boolean(flag)) => Ok(Value::Flag(*flag)),
        (_, DeValue::String(word)) => wrong(format!("the string \"{word}\"")),
        (_, DeValue::Integer(number)) => wrong(format!("the number {}", number.as_str())),
        (_, other) => wrong(format!("a value of type {}", other.type_str())),
    }
}

fn allow(key: &Key, value: &Value, place: &Place) -> Result<()> {
    match key.kind.allows(value) {
        true => Ok(()),
        false => {
            let found = format!("{} = {value}", key.path);
            Err(Error::input(place.clone(), found, key.kind.describe()))
        }
    }
}

fn parse_override(schema: &Schema, text: &str, place: &Place) -> Result<(&'static Key, Value)> {
    let Some((path, value)) = text.split_once('=') else {
        return Err(Error::input(place.clone(), format!("'{text}'"), "KEY=VALUE"));
    };
    let key = known(schema, path.trim(), place)?;
    let value = value.trim();
    let word = || Value::Word(value.to_string());
    let value = match key.kind {
        KeyType::Integer { .. } => value.parse().map_or_else(|_| word(), Value::Integer),
        KeyType::Flag | KeyType::Stage => value.parse().map_or_else(|_| word(), Value::Flag),
        KeyType::Choice(_) => word(),
    };
    allow(key, &value, place)?;
    Ok((key, value))
}

/// Checks that no key is missing and that the rules across keys hold, then builds the typed
/// configuration.
fn check(schema: &'static Schema, name: String, layer: Layer, path: &Path) -> Result<Config> {
    if let Some(key) = schema.keys().find(|key| !layer.contains_key(key.path)) {
        let expected = format!("a value, or base = \"{}\"", Config::DEFAULT);
        return Err(Error::input(
            Place::whole(path.display()),
            format!("no {}", key.path),
            expected,
        ));
    }
    let illegal = |name: &str| {
        let expected = format!("a legal [{name}]");
        move |error: toml::de::Error| {
            Error::input(Place::whole(path.display()), error.message(), expected)
        }
    };
    let config = Config {
        name,
        schema,
        gpu: section(&layer, "gpu").map_err(illegal("gpu"))?,
        sm: section(&layer, "sm").map_err(illegal("sm"))?,
        latency: section(&layer, "latency").map_err(illegal("latency"))?,
        initiation: section(&layer, "initiation").map_err(illegal("initiation"))?,
        shared: section(&layer, "shared").map_err(illegal("shared"))?,
        l1: section(&layer, "l1").map_err(illegal("l1"))?,
        local: section(&layer, "local").map_err(illegal("local"))?,
        instruction: section(&layer, "instruction").map_err(illegal("instruction"))?,
        constant: section(&layer, "constant").map_err(illegal("constant"))?,
        texture: section(&layer, "texture").map_err(illegal("texture"))?,
        memory: section(&layer, "memory").map_err(illegal("memory"))?,
        values: layer,
    };
    config.check().map_err(|rule| config.refuse(rule))?;
    Ok(config)
}

/// Deserialises a section from checked values.
pub(super) fn section<'a, T: Deserialize<'a>>(
    values: &Layer,
    section: &str,
) -> std::result::Result<T, toml::de::Error> {
    let fields = values.iter().filter_map(|(path, entry)| {
        let name = path.strip_prefix(section)?.strip_prefix('.')?;
        let value = match &entry.value {
            Value::Integer(number) => toml::Value::Integer(*number as i64),
            Value::Word(word) => toml::Value::String(word.clone()),
            Value::Flag(flag) => toml::Value::Boolean(*flag),
        };
        Some((name.to_string(), value))
    });
    T::deserialize(fields.collect::<toml::Table>())
}
