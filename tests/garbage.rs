//! Random bytes in front of every parser: an error each, never a panic.

use crate::support::fermi;
use proptest::prelude::*;
use regforge::cosim::{Layout, Recording};
use regforge::ptx::exec::{Code, Geometry, Schedule, Start, Unwatched, run};
use regforge::ptx::kernel::Kernel;
use regforge::ptx::launch::Launch;
use regforge::ptx::{self, Source};
use regforge::stream::Stream;
use regforge::systems;
use std::fs;

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
    "\"read_offset_i\":\"fffffffffffffffff\"",
    "{\"unit\":\"shift_controller\",\"parameters\":{},\"cycles\":[",
    "]}",
];

/// Split at blanks, with them and a few damaged tokens between, this is also the garbage's words.
const PTX: &str = r#"
.version 7.8 .target sm_35, debug .address_size 64
.file 1 "k.cu" , 17, 42
.visible .const .align 4 .b8 table[2] = {1, -2};
.global .u64 where[2] = { generic( table )+4, 0xff( table ) };
.extern .func ( .param .b32 r ) f ( .param .b32 a );
.visible .entry k ( .param .u64 .ptr .global .align 8 p, .param .s32 n )
.maxntid 256, 1, 1
{
.reg .b32 %r<9>; .reg .pred %p, %q; .shared .v4 .f32 tile[4][4];
.loc 1 12 5, function_name $L__name, inlined_at 1 2 3
ld.param.u64 %rd1, [p+0];
$L__BB0_1:
@!%p bra $L__BB0_1;
setp.lt.and.s32 %p|%q, %r1, -5, !%q;
tex.2d.v4.f32.s32 { %f1, _ , 0f3F800000, 1.5 }, [ table, { %r1, 2 } ];
{ .reg .b32 t; call.uni ( r ), f, ( %tid.x, where+16 ) ; }
P: .callprototype ( .param .b32 _ ) _ ( .param .b32 _ );
T: .branchtargets $L__BB0_1;
ret; /* c */ // d
}
.section .debug_info { .b8 1 .b32 $L-4 }
@@DWARF .byte 1
"#;

/// Words of PTX in any order.
fn almost_ptx() -> impl Strategy<Value = String> {
    let mut words: Vec<&str> = PTX.split_inclusive([' ', '\n']).collect();
    words.extend([
        "\"",
        "/*",
        "\0",
        "é",
        "0x",
        "1e",
        "99999999999999999999 ",
        "{{{{",
        "[[",
        "((",
        "!!",
    ]);
    let words = proptest::collection::vec(proptest::sample::select(words), 0..80);
    (any::<bool>(), words).prop_map(|(begins_well, words)| {
        let begin = if begins_well { ".version 7.8 .entry k () { " } else { "" };
        format!("{begin}{}", words.concat())
    })
}

/// Legal PTX with some stretches cut out, doubled, or replaced by one character.
fn damaged_ptx() -> impl Strategy<Value = String> {
    let damage = (0..PTX.len(), 0..40usize, 0..3, any::<char>());
    proptest::collection::vec(damage, 1..6).prop_map(|damages| {
        let mut text: Vec<char> = PTX.chars().collect();
        for (start, length, kind, new) in damages {
            let start = start.min(text.len());
            let end = (start + length).min(text.len());
            let stretch = text[start..end].to_vec();
            let replacement = match kind {
                0 => Vec::new(),
                1 => [&stretch[..], &stretch].concat(),
                _ => vec![new],
            };
            text.splice(start..end, replacement);
        }
        text.into_iter().collect()
    })
}

/// A real kernel in which some words were replaced by others of its own: much of it still decodes.
fn damaged_kernel() -> impl Strategy<Value = String> {
    let files = ["reduction", "scan", "local_array", "half_axpy", "gicov_texture", "kmeans"];
    let texts = files.map(|name| fs::read_to_string(format!("kernels/{name}/{name}.ptx")).unwrap());
    let words = texts.map(|text| -> Vec<String> {
        text.split_inclusive([' ', '\t', '\n', ',']).map(String::from).collect()
    });
    let which = proptest::sample::select(words.to_vec());
    which.prop_flat_map(|words| {
        let change = (0..words.len(), 0..words.len());
        proptest::collection::vec(change, 1..6).prop_map(move |changes| {
            let mut damaged = words.clone();
            changes.into_iter().for_each(|(at, from)| damaged[at] = words[from].clone());
            damaged.concat()
        })
    })
}

/// Whatever was decoded runs, or faults, but does not panic.
fn run_briefly(kernel: &Kernel) {
    let geometry = Geometry {
        grid: [1; 3],
        block: [40, 1, 1],
        dynamic_shared: 64,
        static_shared: kernel.shared_bytes,
    };
    let code = Code::new(kernel, &kernel.virtual_homes());
    let bytes = kernel.params.iter().map(|param| param.offset + param.bytes).max().unwrap_or(0);
    let start = Start { params: vec![0; bytes as usize], ..Start::default() };
    let schedule = Schedule { limit: 200, races: true, ..Schedule::default() };
    if let Err(fault) = run(&code, &geometry, start, schedule, &mut Unwatched, || {}) {
        drop(fault.to_string());
    }
}

/// Either a tree, which means something or not, or an error that can be printed.
fn parses_or_complains(text: String) {
    let source = Source::new("k.ptx", text);
    match ptx::parse(&source) {
        Ok(module) => {
            if let Ok(program) = ptx::decode(&source, &module, None) {
                program.kernels.iter().for_each(run_briefly);
            }
        }
        Err(error) => assert!(error.to_string().starts_with("k.ptx:")),
    }
}

#[test]
fn the_undamaged_ptx_parses() {
    let source = Source::new("k.ptx", PTX);
    assert_eq!(ptx::parse(&source).unwrap().instructions().count(), 6);
}

/// A launch that is legal but for the array `a.npy`, which may hold anything.
const LAUNCH: &str = r#"name = "t"
ptx = "k.ptx"
entry = "k"
grid = [2, 1, 1]
block = [32, 1, 1]
registers = 9
[profiles]
rm = 60
[[param]]
index = 0
kind = "ptr"
buffer = "b"
offset = 4
[[param]]
kind = "f32"
value = 0.02
bits = "0x3ca3d70a"
[[param]]
kind = "bytes"
size = 8
align = 8
hex = "0011223344556677"
relocs = [{at = 0, buffer = "b", offset = 0}]
[[param]]
kind = "texobj"
texobj = "t"
[[buffer]]
name = "b"
dtype = "f32"
count = 4
fill = 0
expect = "a.npy"
rtol = 1e-3
ignore_period = 4
ignore_from = 1
ignore_to = 2
[[buffer]]
name = "c"
dtype = "u32"
count = 8
generate = "uniform_u32"
seed = 1
high = 7
[[symbol]]
name = "s"
space = "const"
dtype = "f32"
count = 4
init = "a.npy"
[[texobj]]
name = "t"
buffer = "c"
geom = "2d"
width = 2
height = 2
format = "f32"
"#;

/// A legal launch with some of its words replaced by others of its own or by numbers.
fn damaged_launch() -> impl Strategy<Value = String> {
    let words: Vec<String> = LAUNCH.split_inclusive([' ', '\n']).map(String::from).collect();
    let odd = ["-1\n", "0\n", "99999999999999999999\n", "1e999\n", "nan\n", "\"\"\n", "[1]\n"];
    let pool: Vec<String> = words.iter().cloned().chain(odd.map(String::from)).collect();
    let change = (0..words.len(), proptest::sample::select(pool));
    proptest::collection::vec(change, 0..4).prop_map(move |changes| {
        let mut words = words.clone();
        for (at, word) in changes {
            words[at] = word;
        }
        words.concat()
    })
}

/// A folder with this launch and this array.
fn launch_folder(launch: &[u8], array: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("case.toml"), launch).unwrap();
    fs::write(folder.path().join("a.npy"), array).unwrap();
    folder
}

fn good_array() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    npyz::to_file_1d(&path, [1f32, 2.0, 3.0, 4.0]).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn the_launch_that_is_damaged_is_legal() {
    let folder = launch_folder(LAUNCH.as_bytes(), &good_array());
    Launch::read(&folder.path().join("case.toml")).unwrap();
}

/// As many as REGFORGE_CASES says: `make garbage` runs for longer.
fn cases() -> ProptestConfig {
    let asked = std::env::var("REGFORGE_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(2000))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn configurations(text in almost(TOML)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        fs::write(&path, &text).unwrap();
        let _ = systems::config(path.to_str().unwrap());
    }

    #[test]
    fn overrides(text in "\\PC{0,40}|[a-z.]{0,20}=[0-9a-z]{0,20}") {
        let _ = systems::config_with("fermi", &[text]);
    }

    #[test]
    fn streams(text in almost(STREAM)) {
        let _ = Stream::parse("s", &text[..], fermi().gpu());
    }

    #[test]
    fn ptx_words(text in almost_ptx()) {
        parses_or_complains(text);
    }

    #[test]
    fn ptx_characters(text in "\\PC{0,200}") {
        parses_or_complains(format!(".version 7.8 {text}"));
        parses_or_complains(text);
    }

    #[test]
    fn kernels_with_damage(text in damaged_kernel()) {
        parses_or_complains(text);
    }

    #[test]
    fn ptx_with_damage(text in damaged_ptx()) {
        parses_or_complains(text);
    }

    #[test]
    fn launches(text in almost(TOML)) {
        let folder = launch_folder(&text, b"");
        let _ = Launch::read(&folder.path().join("case.toml"));
    }

    #[test]
    fn damaged_launches(text in damaged_launch()) {
        let folder = launch_folder(text.as_bytes(), &good_array());
        let _ = Launch::read(&folder.path().join("case.toml"));
    }

    #[test]
    fn arrays(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0usize..128) {
        let array = [&good_array()[..cut], &bytes[..]].concat();
        let folder = launch_folder(LAUNCH.as_bytes(), &array);
        let _ = Launch::read(&folder.path().join("case.toml"));
    }

    #[test]
    fn recordings(text in almost(RECORDING)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        fs::write(&path, &text).unwrap();
        if let Ok(recording) = Recording::read(&path) {
            let unit = systems::unit("shift_controller").unwrap();
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
        prop_assert!(Stream::open(&path, fermi().gpu()).is_err());
    }

    #[test]
    fn command_lines(words in proptest::collection::vec("[a-z_=.0-9-]{0,12}", 0..5)) {
        use clap::Parser;
        let arguments = std::iter::once("regforge".to_string()).chain(words);
        let _ = regforge::cli::Cli::try_parse_from(arguments);
    }
}
