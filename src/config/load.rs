//! From TOML text to a [`Config`]: layers, origins, checks.

use super::{Config, KEYS, Key, Kind, Value, key};
use crate::error::{Error, Place, Result};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where named configurations live, below the folder in which regforge runs.
const FOLDER: &str = "configs";

/// What this folder holds when regforge is built.
static SHIPPED: Dir = include_dir!("$CARGO_MANIFEST_DIR/configs");

/// How many files may stand on one another; more is a circle.
const MAX_LAYERS: usize = 8;

/// Values with the place where each was written.
type Layer = BTreeMap<&'static str, (Value, Place)>;

impl Config {
    /// Reads `configs/NAME.toml`, or the file itself if `name` ends in `.toml`, then sets the keys
    /// of `overrides` (`racetrack.ports=4`). Where there is no such file, those that ship count.
    ///
    /// # Errors
    /// [`Error::Input`] for anything that is not a whole, legal configuration.
    pub fn load(name: &str, overrides: &[String]) -> Result<Config> {
        let overrides = overrides.iter().map(|text| (text.as_str(), Place::whole("-p")));
        Config::load_placed(name, &overrides.collect::<Vec<_>>())
    }

    /// As [`Config::load`], with the place where each override stands.
    ///
    /// # Errors
    /// Those of [`Config::load`].
    pub fn load_placed(name: &str, overrides: &[(&str, Place)]) -> Result<Config> {
        let path = match name.ends_with(".toml") {
            true => PathBuf::from(name),
            false => named(name),
        };
        let mut layer = read_layers(&path)?;
        for (text, place) in overrides {
            let (key, value) = parse_override(text, place)?;
            layer.insert(key.path, (value, place.clone()));
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let suffix = if overrides.is_empty() { "" } else { "+overrides" };
        check(format!("{stem}{suffix}"), layer, &path)
    }

    /// The same configuration with some integer keys set otherwise; of a flag 0 is false.
    ///
    /// # Errors
    /// [`Error::Input`] if the result is illegal.
    pub fn with(&self, name: &str, changes: &[(&'static str, u64)]) -> Result<Config> {
        let place = Place::whole(name);
        let mut layer: Layer = self
            .values
            .iter()
            .map(|(path, value)| (*path, (value.clone(), place.clone())))
            .collect();
        for (path, number) in changes {
            let key = known(path, &place)?;
            let value = match key.kind {
                Kind::Flag => Value::Flag(*number != 0),
                _ => Value::Integer(*number),
            };
            allow(key, &value, &place)?;
            layer.insert(key.path, (value, place.clone()));
        }
        check(name.to_string(), layer, Path::new(name))
    }
}

/// The file of a configuration that is given by name.
fn named(name: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{name}.toml"))
}

/// The file and all that it is based on, nearest layer first to win.
fn read_layers(path: &Path) -> Result<Layer> {
    let mut all = Layer::new();
    let mut next = Some((path.to_path_buf(), None));
    for _ in 0..MAX_LAYERS {
        let Some((path, named_at)) = next.take() else { return Ok(all) };
        let text = read(&path, named_at)?;
        let (layer, base) = parse(&path, &text)?;
        for (key, entry) in layer {
            all.entry(key).or_insert(entry);
        }
        next = base.map(|(name, place)| {
            let base = match name.ends_with(".toml") {
                true => path.with_file_name(name),
                false => named(&name),
            };
            (base, Some(place))
        });
    }
    match next {
        None => Ok(all),
        Some((file, place)) => Err(Error::input(
            place.unwrap_or_else(|| Place::whole(path.display())),
            format!("base '{}' after {MAX_LAYERS} files", file.display()),
            "no circle of bases",
        )),
    }
}

fn read(path: &Path, named_at: Option<Place>) -> Result<String> {
    let bytes = std::fs::read(path).or_else(|error| shipped(path).ok_or(error));
    let bytes = match (bytes, named_at) {
        (Ok(bytes), _) => bytes,
        (Err(_), Some(place)) => {
            let found = format!("base file {} that cannot be read", path.display());
            return Err(Error::input(place, found, "an existing file"));
        }
        (Err(error), None) => return Err(Error::io(path)(error)),
    };
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let place = Place::line(path.display(), 1 + count_lines(before));
        Error::input(place, "a byte that is not UTF-8", "TOML text")
    })
}

/// A configuration that ships, where there is no folder of them.
fn shipped(path: &Path) -> Option<Vec<u8>> {
    let name = path.strip_prefix(FOLDER).ok()?;
    SHIPPED.get_file(name).map(|file| file.contents().to_vec())
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// One file's values, and its base with the place that names it.
fn parse(path: &Path, text: &str) -> Result<(Layer, Option<(String, Place)>)> {
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
                    "the name of a configuration",
                ));
            }
            DeValue::Table(entries) => {
                for (name, value) in entries {
                    let at = place(name.span().start);
                    let key = known(&format!("{}.{}", section.get_ref(), name.get_ref()), &at)?;
                    let value = typed(key, value, &at)?;
                    allow(key, &value, &at)?;
                    layer.insert(key.path, (value, at));
                }
            }
            _ => {
                let found = format!("key '{}' outside a section", section.get_ref());
                return Err(Error::input(at, found, "base, or a section such as [racetrack]"));
            }
        }
    }
    Ok((layer, base))
}

fn known(path: &str, place: &Place) -> Result<&'static Key> {
    key(path).ok_or_else(|| {
        let names: Vec<&str> = KEYS.iter().map(|key| key.path).collect();
        let found = format!("unknown key '{path}'");
        Error::input(place.clone(), found, format!("one of {}", names.join(", ")))
    })
}

fn typed(key: &Key, value: &Spanned<DeValue>, place: &Place) -> Result<Value> {
    let wrong = |found: String| {
        let found = format!("{} = {found}", key.path);
        Err(Error::input(place.clone(), found, key.kind.describe()))
    };
    match (key.kind, value.get_ref()) {
        (Kind::Integer { .. }, DeValue::Integer(number)) => {
            match u64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Ok(Value::Integer(number)),
                Err(_) => wrong(number.as_str().into()),
            }
        }
        (Kind::Choice(_), DeValue::String(word)) => Ok(Value::Word(word.to_string())),
        (Kind::Flag, DeValue::Boolean(flag)) => Ok(Value::Flag(*flag)),
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

fn parse_override(text: &str, place: &Place) -> Result<(&'static Key, Value)> {
    let Some((path, value)) = text.split_once('=') else {
        return Err(Error::input(place.clone(), format!("'{text}'"), "KEY=VALUE"));
    };
    let key = known(path.trim(), place)?;
    let value = value.trim();
    let word = || Value::Word(value.to_string());
    let value = match key.kind {
        Kind::Integer { .. } => value.parse().map_or_else(|_| word(), Value::Integer),
        Kind::Flag => value.parse().map_or_else(|_| word(), Value::Flag),
        Kind::Choice(_) => word(),
    };
    allow(key, &value, place)?;
    Ok((key, value))
}

/// Nothing missing, the rules across keys kept: then the typed configuration.
fn check(name: String, layer: Layer, path: &Path) -> Result<Config> {
    if let Some(key) = KEYS.iter().find(|key| !layer.contains_key(key.path)) {
        let expected = format!("a value, or base = \"{}\"", Config::DEFAULT);
        return Err(Error::input(
            Place::whole(path.display()),
            format!("no {}", key.path),
            expected,
        ));
    }
    let values: BTreeMap<_, _> =
        layer.iter().map(|(key, (value, _))| (*key, value.clone())).collect();
    let config = Config {
        name,
        gpu: section(&values, "gpu", path)?,
        racetrack: section(&values, "racetrack", path)?,
        sram: section(&values, "sram", path)?,
        compression: section(&values, "compression", path)?,
        sm: section(&values, "sm", path)?,
        latency: section(&values, "latency", path)?,
        initiation: section(&values, "initiation", path)?,
        shared: section(&values, "shared", path)?,
        l1: section(&values, "l1", path)?,
        constant: section(&values, "constant", path)?,
        texture: section(&values, "texture", path)?,
        memory: section(&values, "memory", path)?,
        values,
    };
    if let Err(illegal) = config.check() {
        let (value, place) = &layer[illegal.key];
        let found = format!("{} = {value}", illegal.key);
        return Err(Error::input(place.clone(), found, illegal.bound));
    }
    Ok(config)
}

/// The typed struct of a section, from values that were checked before.
fn section<'a, T: Deserialize<'a>>(
    values: &BTreeMap<&'static str, Value>,
    section: &str,
    path: &Path,
) -> Result<T> {
    let fields = values.iter().filter_map(|(path, value)| {
        let name = path.strip_prefix(section)?.strip_prefix('.')?;
        let value = match value {
            Value::Integer(number) => toml::Value::Integer(*number as i64),
            Value::Word(word) => toml::Value::String(word.clone()),
            Value::Flag(flag) => toml::Value::Boolean(*flag),
        };
        Some((name.to_string(), value))
    });
    let table: toml::Table = fields.collect();
    T::deserialize(table).map_err(|error| {
        Error::input(Place::whole(path.display()), error.message(), format!("a legal [{section}]"))
    })
}
