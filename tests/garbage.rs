//! Random bytes in front of every parser: an error each, never a panic.

mod support;

use proptest::prelude::*;
use regforge::config::Config;
use regforge::cosim::{Layout, Recording};
use regforge::stream::Stream;
use regforge::units::find;
use std::fs;
use support::fermi;

/// Text that begins like the right thing and goes wrong.
fn almost(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        4 => proptest::sample::select(words).prop_map(|word| word.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

const TOML: &[&str] = &[
    "[racetrack]",
    "[gpu]",
    "ports",
    "positions",
    "base",
    " = ",
    "\n",
    "8",
    "128",
    "-1",
    "\"fermi\"",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "1e9",
    "99999999999999999999",
    "racetrack.ports=4",
    "#",
    ".",
];

const STREAM: &[&str] = &[
    "cycle,op,warp,reg,mask",
    "\n",
    ",",
    "R",
    "W",
    "0",
    "47",
    "48",
    "ffffffff",
    "00000000",
    "\"",
    "-",
    "0,R,1,1,ffffffff\n",
    "99999999999999999999",
];

const RECORDING: &[&str] = &[
    "{",
    "}",
    "\"unit\"",
    ":",
    "\"shift_controller\"",
    ",",
    "\"parameters\"",
    "\"cycles\"",
    "[",
    "]",
    "\"rst_ni\"",
    "\"1\"",
    "{\"rst_ni\":\"1\"}",
    "\"req_offset_i\":\"fffffffffffffffff\"",
    "{\"unit\":\"shift_controller\",\"parameters\":{},\"cycles\":[",
    "]}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn configurations(text in almost(TOML)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        fs::write(&path, &text).unwrap();
        let _ = Config::load(path.to_str().unwrap(), &[]);
    }

    #[test]
    fn overrides(text in "\\PC{0,40}|[a-z.]{0,20}=[0-9a-z]{0,20}") {
        let _ = Config::load("fermi", &[text]);
    }

    #[test]
    fn streams(text in almost(STREAM)) {
        let _ = Stream::parse("s", &text[..], &fermi().gpu);
    }

    #[test]
    fn recordings(text in almost(RECORDING)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        fs::write(&path, &text).unwrap();
        if let Ok(recording) = Recording::read(&path) {
            let unit = find("shift_controller").unwrap();
            let layout = Layout::new(&unit.ports(&fermi()));
            let _ = recording.inputs(&layout, &path);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn compressed_streams(text in proptest::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.csv.xz");
        let magic = [0xfd, b'7', b'z', b'X', b'Z', 0];
        fs::write(&path, [&magic[..], &text].concat()).unwrap();
        prop_assert!(Stream::open(&path, &fermi().gpu).is_err());
    }

    #[test]
    fn command_lines(words in proptest::collection::vec("[a-z_=.0-9-]{0,12}", 0..5)) {
        use clap::Parser;
        let arguments = std::iter::once("regforge".to_string()).chain(words);
        let _ = regforge::cli::Cli::try_parse_from(arguments);
    }
}
