use super::{ConfigArgs, print, print_json};
use crate::config::Key;
use crate::error::{Error, Place, Result, nearest};
use crate::table::terminal;
use clap::Args;
use serde_json::json;

/// Lists the configuration keys with their values and meanings
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge keys
  regforge keys l1.
  regforge keys scheduler --config gpgpusim-4.2")]
pub struct Keys {
    /// Lists only keys that contain this text, e.g. stt. or latency
    #[arg(value_name = "PART", default_value = "", hide_default_value = true)]
    part: String,
    #[command(flatten)]
    config: ConfigArgs,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Keys {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let all = || config.schema().keys();
        let keys: Vec<_> = all().filter(|key| key.path.contains(&self.part)).collect();
        if keys.is_empty() {
            let nearest = nearest(&self.part, all().map(|key| key.path));
            let expected = format!("part of a key's name; the nearest key is {nearest}");
            return Err(Error::input(Place::whole("PART"), format!("'{}'", self.part), expected));
        }
        if self.json {
            let entry = |key: &&Key| {
                json!({
                    "key": key.path,
                    "value": config.value(key.path),
                    "legal": key.kind.describe(),
                    "unit": key.unit,
                    "meaning": key.doc,
                })
            };
            let keys: Vec<_> = keys.iter().map(entry).collect();
            return print_json(&json!({ "configuration": config.name(), "keys": keys }));
        }
        let row = |key: &&Key| {
            let value = config.value(key.path).map(ToString::to_string).unwrap_or_default();
            [key.path, &value, &key.kind.describe(), key.unit, key.doc].map(String::from).to_vec()
        };
        let header = ["key", config.name(), "legal", "unit", "meaning"];
        print(terminal(&header, &keys.iter().map(row).collect::<Vec<_>>()))
    }
}
