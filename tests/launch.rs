//! Are launches read, laid out and judged as they are meant?

use regforge::error::Error;
use regforge::ptx::isa::Space;
use regforge::ptx::kernel::{Kernel, Param, Program, Variable, window};
use regforge::ptx::launch::{
    AddressSize, Contents, Dtype, Element, Generator, Image, Launch, TEXTURE_HANDLES, TextureShape,
    Value,
};
use std::fs;
use std::path::Path;

/// A folder with this launch and the arrays `a.npy` (f32: 1, 2, 3, 4) and `w.npy` (u32: 7, 8).
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    npyz::to_file_1d(folder.path().join("a.npy"), [1f32, 2.0, 3.0, 4.0]).unwrap();
    npyz::to_file_1d(folder.path().join("w.npy"), [7u32, 8]).unwrap();
    fs::write(folder.path().join("case.toml"), text).unwrap();
    folder
}

fn read(text: &str) -> Result<Launch, Error> {
    Launch::read(&folder(text).path().join("case.toml"))
}

const HEAD: &str = "name = \"t\"\nptx = \"k.ptx\"\nentry = \"k\"\ngrid = [2, 1, 1]\n\
                    block = [32, 1, 1]\n";

fn legal(rest: &str) -> Launch {
    read(&format!("{HEAD}{rest}")).unwrap()
}

/// `HEAD` and this are refused, naming `parts`.
fn refused(rest: &str, parts: &[&str]) {
    let error = read(&format!("{HEAD}{rest}")).expect_err(rest);
    assert_says(&error, parts, rest);
}

fn assert_says(error: &Error, parts: &[&str], what: &str) {
    assert!(matches!(error, Error::Input { .. }), "{error:?}");
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{what}: no '{part}' in: {message}");
    }
}

/// A program of one kernel whose parameters have these sizes.
fn program(sizes: &[u64]) -> Program {
    let mut offset = 0u64;
    let mut params = Vec::new();
    for (index, &bytes) in sizes.iter().enumerate() {
        offset = offset.next_multiple_of(bytes);
        params.push(Param { name: format!("p{index}"), offset, bytes, align: bytes });
        offset += bytes;
    }
    let kernel = Kernel {
        name: "k".into(),
        code: Vec::new(),
        registers: Vec::new(),
        params,
        shared_bytes: 100,
        local_bytes: 0,
        textures: Vec::new(),
        files: Default::default(),
        required_threads: None,
    };
    Program { name: "k.ptx".into(), kernels: vec![kernel], variables: Vec::new() }
}

fn image(launch: &Launch, program: &Program) -> Result<Image, Error> {
    launch.image(program, &program.kernels[0], AddressSize::Bits64)
}

const BUFFERS: &str = "\n[[buffer]]\nname = \"a\"\ndtype = \"f32\"\ncount = 4\ninit = \"a.npy\"\n\
                       \n[[buffer]]\nname = \"b\"\ndtype = \"u32\"\ncount = 65\n";

#[test]
fn a_launch_is_laid_out() {
    let launch = legal(&format!(
        "dynamic_smem = 64\n{BUFFERS}
[[param]]
kind = \"ptr\"
buffer = \"b\"
offset = 8
[[param]]
kind = \"i32\"
value = -2
[[param]]
kind = \"f64\"
value = 0.5
[[param]]
kind = \"u8\"
value = 255
[[param]]
kind = \"u64\"
value = 18446744073709551615
"
    ));
    let program = program(&[8, 4, 8, 1, 8]);
    let image = image(&launch, &program).unwrap();
    let [a, b] = &image.buffers[..] else { panic!("{:?}", image.buffers) };
    assert_eq!(a.address, window::BUFFERS);
    assert_eq!(b.address, window::BUFFERS + 512, "256 bytes without memory, aligned");
    assert!(a.defined && !b.defined);
    assert_eq!(a.bytes[4..8], 2f32.to_le_bytes());
    assert_eq!(b.bytes, [0; 260]);
    let mut params = vec![0; 40];
    params[..8].copy_from_slice(&(b.address + 8).to_le_bytes());
    params[8..12].copy_from_slice(&(-2i32).to_le_bytes());
    params[16..24].copy_from_slice(&0.5f64.to_le_bytes());
    params[24] = 255;
    params[32..].fill(255);
    assert_eq!(image.params, params);
}

#[test]
fn pointers_are_written_in() {
    let launch = legal(
        "
[[buffer]]
name = \"list\"
dtype = \"u64\"
count = 3
fill = 5
relocs = [{at = 8, buffer = \"a\", offset = 4}, {at = 16, buffer = \"list\"}]
[[buffer]]
name = \"a\"
dtype = \"f32\"
count = 4
init = \"a.npy\"
[[param]]
kind = \"bytes\"
size = 16
align = 8
hex = \"0102030405060708ffffffffffffffff\"
relocs = [{at = 8, buffer = \"a\", offset = 16}]
",
    );
    let program = program(&[16]);
    let image = image(&launch, &program).unwrap();
    let [list, a] = [0, 1].map(|index| image.buffers[index].address);
    let words = [5, a + 4, list].map(u64::to_le_bytes).concat();
    assert_eq!(image.buffers[0].bytes, words);
    assert_eq!(image.params[..8], [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(image.params[8..], (a + 16).to_le_bytes());

    let narrow = launch.image(&program, &program.kernels[0], AddressSize::Bits32).unwrap();
    assert_eq!(narrow.params[8..], [&(a as u32 + 16).to_le_bytes()[..], &[255; 4]].concat());
}

#[test]
fn a_buffer_of_pointers_alone_is_defined() {
    let launch = legal(&format!("{BUFFERS}relocs = [{{at = 4, buffer = \"a\", offset = 0}}]\n"));
    let image = image(&launch, &program(&[])).unwrap();
    assert!(image.buffers[1].defined);
    assert_eq!(image.buffers[1].bytes[4..12], window::BUFFERS.to_le_bytes());
}

#[test]
fn textures_have_handles_and_names() {
    let launch = legal(
        "
[[buffer]]
name = \"a\"
dtype = \"f32\"
count = 4
init = \"a.npy\"
[[texref]]
name = \"tex\"
buffer = \"a\"
geom = \"1d-linear\"
format = \"f32\"
channels = 2
[[texobj]]
name = \"object\"
buffer = \"a\"
geom = \"2d\"
width = 2
height = 2
format = \"f32\"
address = \"clamp\"
filter = \"point\"
[[param]]
kind = \"texobj\"
texobj = \"object\"
",
    );
    let mut program = program(&[8]);
    program.kernels[0].textures = vec!["tex".into()];
    let laid = image(&launch, &program).unwrap();
    assert_eq!(laid.params, (TEXTURE_HANDLES + 1).to_le_bytes());
    let object = laid.texture_object(TEXTURE_HANDLES + 1).unwrap();
    assert_eq!((object.texture.geometry, object.address), (TextureShape::Plane, window::BUFFERS));
    let reference = laid.texture_reference("tex").unwrap();
    assert_eq!((reference.texture.width, reference.texture.height), (2, 1));
    assert!(laid.texture_object(TEXTURE_HANDLES).is_none(), "a reference has no handle");

    program.kernels[0].textures.push("other".into());
    assert_says(&image(&launch, &program).unwrap_err(), &["case.toml:3", "tex", "'other'"], "");
}

fn variable(bytes: u64, space: Space) -> Variable {
    let initial = vec![0; bytes as usize];
    Variable { name: "table".into(), space, address: window::CONST, bytes, initial }
}

#[test]
fn symbols_fit_their_variables() {
    let launch = legal(
        "\n[[symbol]]\nname = \"table\"\nspace = \"const\"\ndtype = \"u32\"\ncount = 2\n\
         init = \"w.npy\"\n",
    );
    let mut program = program(&[]);
    let refusal = |program: &Program| image(&launch, program).unwrap_err();
    assert_says(&refusal(&program), &["case.toml:7", "'table'", "a variable of k.ptx"], "");
    program.variables = vec![Variable { name: "tables".into(), ..variable(8, Space::Const) }];
    assert_says(&refusal(&program), &["'table'", "nearest is 'tables'"], "");
    program.variables = vec![variable(4, Space::Const)];
    assert_says(&refusal(&program), &["8 bytes for symbol 'table'", "at most 4"], "");
    program.variables = vec![variable(8, Space::Global)];
    assert_says(&refusal(&program), &["Const", "Global"], "");
    program.variables = vec![variable(12, Space::Const)];
    let placed = &image(&launch, &program).unwrap().symbols[0];
    assert_eq!((placed.address, &placed.bytes[..]), (window::CONST, &[7, 0, 0, 0, 8, 0, 0, 0][..]));
}

#[test]
fn kernels_that_do_not_fit_are_refused() {
    let launch = legal("dynamic_smem = 16\n[[param]]\nkind = \"i32\"\nvalue = 1\n");
    let refusal = |program: &Program| image(&launch, program).unwrap_err();
    assert_says(&refusal(&program(&[])), &["case.toml:3", "1 parameters", "0, as kernel k"], "");
    assert_says(&refusal(&program(&[8])), &["case.toml:7", "4 bytes for parameter 0", "8"], "");
    let mut tight = program(&[4]);
    tight.kernels[0].required_threads = Some([64, 1, 1]);
    assert_says(&refusal(&tight), &["block = [32, 1, 1]", "[64, 1, 1]"], "");
    let mut full = program(&[4]);
    full.kernels[0].shared_bytes = window::BYTES - 15;
    assert_says(&refusal(&full), &["shared memory", "at most"], "");
    full.kernels[0].name = "other".into();
    let error = launch.kernel(&full).unwrap_err();
    assert_says(&error, &["case.toml:3", "entry = \"k\"", "k.ptx: other"], "");
    let beyond = legal(&format!("{BUFFERS}relocs = [{{at = 253, buffer = \"a\"}}]\n"));
    let error = image(&beyond, &program(&[])).unwrap_err();
    assert_says(&error, &["case.toml:17", "8 bytes at 253", "260"], "");
}

#[test]
fn optional_keys_are_read() {
    let launch = legal(
        "registers = 24\n[profiles]\nrm = 60\nother = 1\n
[[buffer]]
name = \"u\"
dtype = \"i32\"
count = 3
generate = \"uniform_i32\"
seed = 4
low = -5
high = 5
[[buffer]]
name = \"f\"
dtype = \"f32\"
count = 3
generate = \"uniform_f32\"
[[buffer]]
name = \"i\"
dtype = \"u8\"
count = 256
generate = \"iota\"
",
    );
    assert_eq!(launch.registers, Some(24));
    assert_eq!(launch.profiles, [("other".into(), 1), ("rm".into(), 60)].into());
    let rule = |index: usize| launch.buffers[index].contents.clone();
    let int = Generator::UniformInt { seed: 4, low: -5, high: 5 };
    let float = Generator::UniformFloat { seed: 0, low: 0.0, high: 1.0 };
    assert_eq!(rule(0), Contents::Generated(int));
    assert_eq!(rule(1), Contents::Generated(float));
    assert_eq!(rule(2), Contents::Generated(Generator::Iota));
    assert_eq!(rule(2).bytes(Dtype::U8, 256)[255], 255);
}

#[test]
fn bits_win_over_values() {
    let float = |rest: &str| {
        let launch = legal(&format!("[[param]]\nkind = \"f32\"\n{rest}\n"));
        let Value::Bytes { bytes, .. } = &launch.params[0].value else { panic!() };
        Dtype::F32.decode(bytes)
    };
    assert_eq!(float("value = 0.1"), Element::F32(0.1));
    assert_eq!(float("value = 0.02\nbits = \"0x3ca3d70b\""), Element::F32(0.020_000_001));
    assert_eq!(float("bits = 0x7f800000"), Element::F32(f32::INFINITY));
    assert!(matches!(float("value = nan\nbits = \"0x7fc00000\""), Element::F32(x) if x.is_nan()));
    let contradiction = "[[param]]\nkind = \"f32\"\nvalue = 0.021\nbits = \"0x3ca3d70a\"\n";
    refused(contradiction, &["case.toml:8", "value = 0.021", "0.0199"]);
    refused(
        "[[param]]\nkind = \"f32\"\nvalue = 2.0\nbits = \"0x7f800000\"\n",
        &["value = 2.0", "inf"],
    );
    refused("[[param]]\nkind = \"f32\"\nvalue = 4e38\n", &["case.toml:8", "finite"]);
    refused("[[param]]\nkind = \"f32\"\nbits = \"0x3ff0000000000000\"\n", &["bits", "32 bits"]);
}

#[test]
fn heads_are_refused() {
    let cases: [(&str, &str, &[&str]); 9] = [
        ("grid = [2, 1, 1]", "grid = [0, 1, 1]", &["case.toml:4", "grid = [0, 1, 1]", "65535"]),
        ("grid = [2, 1, 1]", "grid = [2, 1]", &["case.toml:4", "three"]),
        ("grid = [2, 1, 1]", "", &["case.toml", "no 'grid'"]),
        ("block = [32, 1, 1]", "block = [1024, 2, 1]", &["case.toml:5", "at most 1024 threads"]),
        ("block = [32, 1, 1]", "block = [1, 1, 65]", &["case.toml:5", "64]"]),
        ("ptx", "ptxx", &["case.toml:2", "unknown key 'ptxx'", "'ptx' (the nearest)"]),
        ("entry = \"k\"", "entry = 3", &["case.toml:3", "entry = 3", "a string"]),
        ("grid =", "grid", &["case.toml:4"]),
        ("name = \"t\"", "name = \"t\"\nname = \"u\"", &["case.toml:2", "duplicate"]),
    ];
    for (from, to, parts) in cases {
        let text = HEAD.replace(from, to);
        assert_says(&read(&text).expect_err(&text), parts, &text);
    }
}

#[test]
fn tables_are_refused() {
    let buffer = |rest: &str| format!("[[buffer]]\nname = \"x\"\ndtype = \"f32\"\n{rest}\n");
    let sized = |rest: &str| buffer(&format!("count = 4\n{rest}"));
    let cases: [(String, &[&str]); 32] = [
        ("registers = 0".into(), &["case.toml:6", "registers = 0", "1 to 256"]),
        ("profiles = 3".into(), &["case.toml:6", "[profiles]"]),
        ("[profiles]\nrm = 999".into(), &["case.toml:7", "rm = 999"]),
        ("buffer = 3".into(), &["case.toml:6", "[[buffer]]"]),
        (buffer(""), &["case.toml:6", "no 'count' in [[buffer]]"]),
        (buffer("count = 0"), &["case.toml:9", "count = 0", "from 1"]),
        (buffer("count = 536870913"), &["case.toml:9", "to 536870912"]),
        (sized("expekt = \"a.npy\""), &["case.toml:10", "'expekt' in [[buffer]]", "'expect'"]),
        (sized("fill = 0\ninit = \"a.npy\""), &["case.toml:10", "only one of"]),
        (sized("init = \"w.npy\""), &["w.npy", "dtype '<u4'", "'<f4' (f32)"]),
        (buffer("count = 3\ninit = \"a.npy\""), &["a.npy", "4 elements", "expected 3"]),
        (sized("init = \"no.npy\""), &["case.toml:10", "no.npy", "unreadable"]),
        (sized("generate = \"uniform_u32\""), &["case.toml:10", "type f32"]),
        (sized("generate = \"odd\""), &["case.toml:10", "uniform_f32 |"]),
        (sized("seed = 3"), &["case.toml:10", "generate"]),
        (sized("generate = \"uniform_f32\"\nlow = 1"), &["low = 1, high = 1", "low < high"]),
        (sized("fill = 4e38"), &["case.toml:10", "a finite number of type f32"]),
        (sized("generate = \"uniform_f32\"\nhigh = 4e38"), &["case.toml:11", "a finite number"]),
        (sized("rtol = -1"), &["case.toml:10", "rtol = -1", "at least 0"]),
        (sized("image_width = 3"), &["case.toml:10", "image_width = 3", "divisor of 4"]),
        (
            sized("image_channels = 4\nimage_width = 2"),
            &["case.toml:11", "image_width = 2", "to 1"],
        ),
        (sized("image_channels = 3"), &["case.toml:10", "image_channels = 3", "divisor of 4"]),
        (sized("image_channels = 2"), &["no 'image_width'"]),
        (sized("ignore_from = 1"), &["no 'ignore_period'"]),
        (sized("ignore_period = 4\nignore_from = 2\nignore_to = 5"), &["ignore_to = 5", "to 4"]),
        (sized("relocs = [{at = 0, buffer = \"y\"}]"), &["case.toml:10", "\"y\"", "x"]),
        (format!("{}{}", sized(""), sized("")), &["name = \"x\"", "a unique name"]),
        ("[[param]]\nindex = 1\nkind = \"i32\"\nvalue = 1".into(), &["case.toml:7", "index = 1"]),
        ("[[param]]\nkind = \"i32\"\nvalue = 2147483648".into(), &["case.toml:8", "2147483647"]),
        ("[[param]]\nkind = \"int\"".into(), &["case.toml:7", "\"int\"", "ptr | i32"]),
        (
            format!("{}[[param]]\nkind = \"ptr\"\nbuffer = \"x\"\noffset = 17\n", sized("")),
            &["offset = 17", "0 to 16"],
        ),
        (
            "[[param]]\nkind = \"bytes\"\nsize = 2\nhex = \"00\"".into(),
            &["case.toml:9", "4 hexadecimal digits"],
        ),
    ];
    for (rest, parts) in &cases {
        refused(rest, parts);
    }
    let texture = "[[texref]]\nname = \"t\"\nbuffer = \"x\"\ngeom = \"2d\"\nformat = \"f32\"\n";
    for (rest, parts) in [
        ("width = 3\nheight = 2", &["3 * 2 texels", "16 bytes"][..]),
        ("width = 1\nheight = 1\nchannels = 3", &["1, 2 or 4"]),
        ("width = 1\nheight = 1\nfilter = \"linear\"", &["filter = \"linear\"", "point"]),
        ("width = 1", &["no 'height' in [[texref]]"]),
    ] {
        refused(&format!("{}{texture}{rest}\n", sized("")), parts);
    }
}

/// The comparison of this buffer's `a.npy` with these numbers.
fn compared(rest: &str, after: [f32; 4]) -> regforge::ptx::launch::Comparison {
    let launch = legal(&format!(
        "[[buffer]]\nname = \"x\"\ndtype = \"f32\"\ncount = 4\nexpect = \"a.npy\"\n{rest}\n"
    ));
    launch.buffers[0].compare(&after.map(f32::to_le_bytes).concat()).unwrap()
}

#[test]
fn tolerances_hold() {
    let exact = compared("", [1.0, 2.0, 3.0, 4.0]);
    assert!(exact.agrees() && exact.compared == 4 && exact.worst_absolute.is_none());
    let edge = compared("atol = 0.25\nrtol = 0.125", [1.375, 2.0, 3.0, 3.25]);
    assert!(edge.agrees(), "{edge}");
    assert_eq!(edge.worst_absolute.map(|worst| (worst.index, worst.error)), Some((3, 0.75)));
    assert_eq!(edge.worst_relative.map(|worst| (worst.index, worst.error)), Some((0, 0.375)));
    let beyond = compared("atol = 0.25\nrtol = 0.125", [1.0, 2.0, 3.75, 3.0]);
    assert_eq!((beyond.mismatching, beyond.first.unwrap().index), (2, 2));
    assert!(beyond.to_string().contains("x[2]: got 3.75, expected 3.0"), "{beyond}");
    for odd in [f32::NAN, f32::INFINITY] {
        let found = compared("atol = 1e30", [1.0, odd, 3.0, 4.0]);
        assert_eq!(found.first.unwrap().index, 1);
        assert_eq!(found.worst_absolute.unwrap().error, f64::INFINITY);
    }
}

#[test]
fn left_out_elements_are_not_compared() {
    let ignore = "ignore_period = 2\nignore_from = 1\nignore_to = 2";
    let found = compared(ignore, [1.0, 9.0, 3.0, 9.0]);
    assert_eq!((found.agrees(), found.compared, found.ignored), (true, 2, 2));
    assert_eq!(compared(ignore, [1.0, 9.0, 9.0, 9.0]).first.unwrap().index, 2);
}

#[test]
fn nan_and_infinity_are_equal_to_themselves_only() {
    let folder = folder("");
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0];
    npyz::to_file_1d(folder.path().join("odd.npy"), odd).unwrap();
    let path = folder.path().join("case.toml");
    let buffer = "[[buffer]]\nname = \"x\"\ndtype = \"f64\"\ncount = 4\nexpect = \"odd.npy\"\n";
    fs::write(&path, format!("{HEAD}{buffer}")).unwrap();
    let buffer = &Launch::read(&path).unwrap().buffers[0];
    let mismatches = |after: [f64; 4]| {
        buffer.compare(&after.map(f64::to_le_bytes).concat()).unwrap().mismatching
    };
    assert_eq!(mismatches(odd), 0);
    assert_eq!(mismatches([-f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0]), 0);
    assert_eq!(mismatches([0.0, f64::NEG_INFINITY, f64::MAX, 0.0]), 3);
}

#[test]
fn integers_are_exact_unless_there_is_a_tolerance() {
    let text = |rest: &str| {
        format!(
            "[[buffer]]\nname = \"x\"\ndtype = \"u32\"\ncount = 2\nexpect = \"w.npy\"\n{rest}\n"
        )
    };
    let agrees = |rest: &str, after: [u32; 2]| {
        let launch = legal(&text(rest));
        launch.buffers[0].compare(&after.map(u32::to_le_bytes).concat()).unwrap().agrees()
    };
    assert!(agrees("", [7, 8]));
    assert!(!agrees("", [7, 9]));
    assert!(agrees("atol = 1", [6, 9]));
    assert!(!agrees("atol = 1", [5, 8]));
}

/// A kernel that has what this launch gives.
fn fitting(launch: &Launch) -> Program {
    let bytes = |value: &Value| match value {
        Value::Bytes { bytes, .. } => bytes.len() as u64,
        _ => 8,
    };
    let sizes: Vec<u64> = launch.params.iter().map(|param| bytes(&param.value)).collect();
    let mut program = program(&sizes);
    program.kernels[0].name.clone_from(&launch.entry);
    program.variables = launch
        .symbols
        .iter()
        .map(|symbol| Variable {
            name: symbol.name.clone(),
            ..variable((symbol.count * symbol.dtype.bytes()) as u64, symbol.space)
        })
        .collect();
    program
}

/// What is expected agrees with itself; one element beyond the tolerance does not.
fn check_expected(launch: &Launch) -> usize {
    let mut checked = 0;
    for buffer in launch.buffers.iter().filter(|buffer| buffer.expect.is_some()) {
        let mut after = buffer.expect.as_ref().unwrap().data.clone();
        assert!(buffer.compare(&after).unwrap().agrees(), "{}", buffer.name);
        let (index, width) = (buffer.count / 2, buffer.dtype.bytes());
        // The highest byte but the sign: a factor of 4 at least in a float.
        after[(index + 1) * width - 1] ^= 0x41;
        let found = buffer.compare(&after).unwrap();
        assert_eq!(found.mismatching, 1, "{}: {found}", launch.name);
        assert_eq!(found.first.unwrap().index, index);
        checked += 1;
    }
    checked
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn real_launches_are_read() {
    let mut cases: Vec<_> = fs::read_dir(crate::support::data("kernels"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("case.toml"))
        .filter(|path| path.exists())
        .collect();
    cases.sort();
    assert_eq!(cases.len(), 12);
    let launches: Vec<Launch> = cases.iter().map(|path| Launch::read(path).unwrap()).collect();
    for launch in &launches {
        assert!(launch.ptx.exists(), "{}", launch.ptx.display());
        let program = fitting(launch);
        let kernel = launch.kernel(&program).unwrap();
        let image = launch.image(&program, kernel, AddressSize::Bits64).unwrap();
        assert_eq!(image.buffers.len(), launch.buffers.len());
        assert!(image.buffers.iter().all(|buffer| buffer.defined));
        assert!(check_expected(launch) > 0, "{}", launch.name);
    }
    let named = |name: &str| launches.iter().find(|launch| launch.name == name).unwrap();
    let scholes = named("BlackScholes");
    let bits = 0x3ca3_d70au32.to_le_bytes().to_vec();
    assert_eq!(scholes.params[5].value, Value::Bytes { bytes: bits, relocs: Vec::new() });
    assert_eq!(named("fwtBatch1").dynamic_shared, 2048);
    assert_eq!(named("quasirandomGenerator").block, [128, 3, 1]);
    let texture = &named("convolutionTexture_rows").textures[0];
    assert_eq!((texture.width, texture.height, texture.channels), (48, 24, 1));
    assert!(Launch::read(Path::new("/no/case.toml")).is_err());
}

#[test]
fn a_launch_without_a_name_has_that_of_its_kernel() {
    assert_eq!(read(&HEAD.replace("name = \"t\"\n", "")).unwrap().name, "k");
    assert_eq!(legal("").name, "t");
}
