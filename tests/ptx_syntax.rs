//! Does PTX of every dialect become the tree that it should, and is the rest refused clearly?

use crate::support::{assert_refused, data, outcome};
use regforge::bits::splitmix64;
use regforge::ptx::syntax::*;
use regforge::ptx::{MAX_NESTING, Source, parse};
use std::path::PathBuf;

/// The kernels among the large inputs.
fn kernels() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(data("kernels")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut kernels: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "ptx")).collect();
    kernels.sort();
    assert_eq!(kernels.len(), 12);
    kernels
}

/// Lines that look like an instruction: a word and a semicolon, perhaps behind a guard.
fn count_lines(text: &str) -> usize {
    let is_instruction = |line: &&str| {
        let line = line.trim_start();
        line.starts_with(|first: char| first.is_ascii_lowercase() || first == '@')
            && line.trim_end().ends_with(';')
    };
    text.lines().filter(is_instruction).count()
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn real_kernels_parse_with_as_many_instructions_as_lines() {
    for path in kernels() {
        let source = Source::read(&path).unwrap();
        let module = parse(&source).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(module.version, "7.8");
        assert_eq!(module.targets, ["sm_35"]);
        assert_eq!(module.address_size, Some(64));
        let count = module.instructions().count();
        assert_eq!(count, count_lines(&source.text), "{}", path.display());
        assert!(count > 20, "{}", path.display());
    }
}

/// Stretches of every length are cut out of real kernels: a tree or an error, soon.
#[test_with::env(REGFORGE_DATA)]
#[test]
fn damaged_kernels_do_no_harm() {
    for path in kernels() {
        let text = std::fs::read_to_string(&path).unwrap();
        for seed in 0..500 {
            let start = splitmix64(seed) as usize % text.len();
            let end = (start + (splitmix64(seed + 1000) % 64) as usize).min(text.len());
            let source = Source::new("k.ptx", [&text[..start], &text[end..]].concat());
            if let Err(error) = parse(&source) {
                assert!(error.to_string().starts_with("k.ptx:"), "{error}");
            }
        }
    }
}

/// What clang of this machine writes, with and without debug information.
#[test_with::executable(clang)]
#[test]
fn output_of_clang_parses() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("k.ptx");
    for (architecture, options) in
        [("sm_35", &["-O2"][..]), ("sm_35", &["-O2", "-g"]), ("sm_70", &["-O0", "-g"])]
    {
        let run = std::process::Command::new("clang")
            .args(["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-S"])
            .arg(format!("--cuda-gpu-arch={architecture}"))
            .args(options)
            .arg("tests/ptx/dialect.cu")
            .arg("-o")
            .arg(&output)
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let source = Source::read(&output).unwrap();
        let module = parse(&source).unwrap_or_else(|error| panic!("{error}"));
        let mut defined = module.functions.iter().filter(|function| function.body.is_some());
        let kernel = defined.find(|function| function.name == "k").unwrap();
        assert!(kernel.instructions().count() > 20);
        assert!(module.variables.iter().any(|v| v.name == "table" && v.init.is_some()));
        let located = kernel.instructions().any(|i| i.location.is_some_and(|at| at.line > 0));
        assert_eq!(located, options.contains(&"-g"), "{architecture} {options:?}");
    }
}

/// Parses a module behind a header and shows it to `check`.
fn with_module(text: &str, check: impl FnOnce(&Module)) {
    let source = Source::new("test.ptx", format!(".version 7.8\n.target sm_35\n{text}"));
    let module = parse(&source).unwrap_or_else(|error| panic!("{error}"));
    check(&module);
}

/// Parses a function's body.
fn with_body(text: &str, check: impl FnOnce(&[Statement])) {
    with_module(&format!(".entry k() {{\n{text}\n}}"), |module| {
        check(module.functions[0].body.as_deref().unwrap());
    });
}

/// Parses one instruction.
fn with_instruction(text: &str, check: impl FnOnce(&Instruction)) {
    with_body(text, |body| match body {
        [Statement::Instruction(instruction)] => check(instruction),
        other => panic!("{text}: {other:?}"),
    });
}

/// Parses the operands of one instruction.
fn with_operands(text: &str, check: impl FnOnce(&[Operand])) {
    with_instruction(text, |instruction| check(&instruction.operands));
}

fn with_variables(text: &str, check: impl FnOnce(&[Variable])) {
    with_module(text, |module| check(&module.variables));
}

fn names<'a>(variables: &[Variable<'a>]) -> Vec<&'a str> {
    variables.iter().map(|variable| variable.name).collect()
}

fn integer(text: &str, value: i64) -> Number<'_> {
    Number { text, value: Value::Integer(value) }
}

fn address<'a>(base: Option<&'a str>, offset: i64, text: &'a str) -> Address<'a> {
    Address { base, offset, text }
}

fn list(names: &[&'static str]) -> Vec<Operand<'static>> {
    names.iter().map(|name| Operand::Name(name)).collect()
}

#[test]
fn headers() {
    let text = "// by a compiler\n/***/ /* a ** \n / b **/ .version 1.4\n\
                .target sm_10, map_f64_to_f32\n.target debug\n\
                .address_size 32\n.file 1 \"a.cu\"\n.file\t0x2U \"dir\" \"b.cu\", 17, 42\n\
                .pragma \"x\", \"y\"; .alias f, g;\n";
    let source = Source::new("k.ptx", text);
    let module = parse(&source).unwrap();
    assert_eq!(module.version, "1.4");
    assert_eq!(module.targets, ["sm_10", "map_f64_to_f32", "debug"]);
    assert_eq!(module.address_size, Some(32));
    assert_eq!(module.files, [File { index: 1, name: "a.cu" }, File { index: 2, name: "b.cu" }]);
    assert_eq!(module.pragmas, ["x", "y"]);
    assert_eq!(module.aliases, [Alias { alias: "f", target: "g" }]);
}

#[test]
fn variables_of_every_space() {
    let text = ".global .u32 a, b = 3;\n.visible .const .align 4 .f32 c[2][3];\n\
                .extern .shared .align 16 .b8 d[];\n.weak .local .v4 .f32 e;\n\
                .tex .u64 f;\n.extern .const[1] .b8 g[];\n.common .global.v2.u16 h;\n\
                .global .attribute(.managed) .align 8 .b64 i;\n.global .texref j;\n";
    with_variables(text, |variables| {
        assert_eq!(names(variables), ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
        let spaces: Vec<_> = variables.iter().map(|variable| variable.space).collect();
        use Space::{Const, Global, Local, Shared, Tex};
        assert_eq!(
            spaces,
            [Global, Global, Const, Shared, Local, Tex, Const, Global, Global, Global]
        );
        assert_eq!(variables[1].init, Some(Init::Number(integer("3", 3))));
        assert_eq!(variables[2].linkage, Some(Linkage::Visible));
        assert_eq!((variables[2].align, variables[2].ty), (Some(4), "f32"));
        assert_eq!(variables[2].dims, [Some(2), Some(3)]);
        assert_eq!((variables[3].linkage, variables[3].align), (Some(Linkage::Extern), Some(16)));
        assert_eq!(variables[3].dims, [None]);
        assert_eq!((variables[4].linkage, variables[4].vector), (Some(Linkage::Weak), Some(4)));
        assert_eq!(variables[6].bank, Some(1));
        assert_eq!((variables[7].linkage, variables[7].vector), (Some(Linkage::Common), Some(2)));
        assert_eq!(variables[8].attributes, [".managed"]);
        assert_eq!(variables[9].ty, "texref");
    });
}

#[test]
fn initial_values() {
    let text = ".global .b8 a[4] = {1, -2, 0x1fU, 017};\n.const .f32 b = 0f3F800000;\n\
                .const .f64 c[1] = {{1.5}};\n.global .u64 d[4] = {a, a+4, generic(a)+-8, 0};\n\
                .global .u8 e[2] = {0xff(a), 0xff00(generic(a))};\n\
                .global .samplerref f = { filter_mode = nearest };\n";
    let symbol = |name, offset, generic| Init::Symbol { name, offset, generic };
    with_variables(text, |variables| {
        let inits: Vec<_> =
            variables.iter().map(|variable| variable.init.clone().unwrap()).collect();
        let numbers = [("1", 1), ("-2", -2), ("0x1fU", 31), ("017", 15)];
        let numbers = numbers.map(|(text, value)| Init::Number(integer(text, value)));
        assert_eq!(inits[0], Init::List(numbers.to_vec()));
        let one = Number { text: "0f3F800000", value: Value::F32(0x3f80_0000) };
        assert_eq!(inits[1], Init::Number(one));
        let float = Number { text: "1.5", value: Value::F64(1.5f64.to_bits()) };
        assert_eq!(inits[2], Init::List(vec![Init::List(vec![Init::Number(float)])]));
        assert_eq!(
            inits[3],
            Init::List(vec![
                symbol("a", 0, false),
                symbol("a", 4, false),
                symbol("a", -8, true),
                Init::Number(integer("0", 0)),
            ])
        );
        assert_eq!(
            inits[4],
            Init::List(vec![
                Init::Mask(integer("0xff", 0xff), Box::new(symbol("a", 0, false))),
                Init::Mask(integer("0xff00", 0xff00), Box::new(symbol("a", 0, true))),
            ])
        );
        let field = Init::Field("filter_mode", Box::new(symbol("nearest", 0, false)));
        assert_eq!(inits[5], Init::List(vec![field]));
    });
}

#[test]
fn entries_with_parameters_and_directives() {
    let text = ".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .s32 n,\n\
                .param .align 4 .b8 s[12], .param .u64 .ptr q)\n.maxntid 256, 1, 1\n\
                .minnctapersm 2 .maxnreg 32\n.reqnctapercluster 2 .explicitcluster\n\
                .pragma \"nounroll\";\n{ ret; }";
    with_module(text, |module| {
        let function = &module.functions[0];
        assert_eq!(function.kind, FunctionKind::Entry);
        assert_eq!((function.name, function.linkage), ("k", Some(Linkage::Visible)));
        assert_eq!(names(&function.params), ["p", "n", "s", "q"]);
        let pointer = Pointer { space: Some(Space::Global), align: Some(16) };
        assert_eq!((function.params[0].ty, function.params[0].pointer), ("u64", Some(pointer)));
        assert_eq!((function.params[0].align, function.params[1].pointer), (None, None));
        assert_eq!(
            (function.params[2].align, &function.params[2].dims[..]),
            (Some(4), &[Some(12)][..])
        );
        assert_eq!(function.params[3].pointer, Some(Pointer::default()));
        let directives: Vec<(&str, usize)> =
            function.directives.iter().map(|d| (d.name, d.values.len())).collect();
        let expected = [
            ("maxntid", 3),
            ("minnctapersm", 1),
            ("maxnreg", 1),
            ("reqnctapercluster", 1),
            ("explicitcluster", 0),
            ("pragma", 0),
        ];
        assert_eq!(directives, expected);
        assert_eq!(function.directives[5].text, Some("nounroll"));
    });
}

#[test]
fn functions_and_declarations() {
    let text = ".extern .func (.param .b32 r) f (.param .b64 a, .param .align 8 .b8 rest[])\n\
                .noreturn\n;\n\
                .func (.reg .u32 %rv) g (.reg .u32 %ra) { mov.u32 %rv, %ra; ret; }\n\
                .weak .func h;\n.entry old { .param .u32 x; exit; }\n\
                .func .attribute(.unified(1, 2)) u() { ret; }";
    with_module(text, |module| {
        let [f, g, h, old, u] = &module.functions[..] else { panic!("{:?}", module.functions) };
        assert_eq!((f.kind, f.linkage), (FunctionKind::Func, Some(Linkage::Extern)));
        assert_eq!((names(&f.returns), names(&f.params)), (vec!["r"], vec!["a", "rest"]));
        assert_eq!((f.directives[0].name, f.body.is_none()), ("noreturn", true));
        assert_eq!((g.returns[0].space, g.params[0].name), (Space::Reg, "%ra"));
        assert_eq!(g.instructions().count(), 2);
        assert!(h.body.is_none() && h.linkage == Some(Linkage::Weak));
        assert_eq!((old.name, old.params.len(), old.instructions().count()), ("old", 0, 1));
        assert_eq!(u.attributes, [".unified(1, 2)"]);
    });
}

#[test]
fn registers_scopes_and_labels() {
    let text = ".reg .b32 %r<100>;\n.reg.pred p, q;\n.reg .v4 .f32 %v;\n$L__BB0_2:\nBB0_3: \n\
                { .reg .b32 %temp; { add.s32 %temp, 1, 2; } }\n.shared .align 4 .b8 tile[64];\n\
                .pragma \"nounroll\"; ; ret;";
    with_body(text, |body| {
        let variable = |n: usize| match &body[n] {
            Statement::Variable(variable) => variable,
            other => panic!("{other:?}"),
        };
        assert_eq!((variable(0).name, variable(0).count), ("%r", Some(100)));
        assert_eq!((variable(1).name, variable(1).ty, variable(2).name), ("p", "pred", "q"));
        assert_eq!((variable(3).vector, variable(3).count), (Some(4), None));
        assert_eq!(body[4..6], [Statement::Label("$L__BB0_2"), Statement::Label("BB0_3")]);
        let Statement::Block(scope) = &body[6] else { panic!("{:?}", body[6]) };
        assert!(matches!(scope[..], [Statement::Variable(_), Statement::Block(_)]));
        assert_eq!(variable(7).space, Space::Shared);
        assert_eq!(body[8], Statement::Pragma("nounroll"));
        assert_eq!(body.len(), 10);
    });
}

#[test]
fn instructions_of_nested_scopes_come_in_order() {
    with_module(".entry k() { a; { b; { c; } d; } e; }\n.func f() { g; }", |module| {
        let bases: Vec<_> = module.instructions().map(|i| i.opcode.base()).collect();
        assert_eq!(bases, ["a", "b", "c", "d", "e", "g"]);
    });
}

#[test]
fn tables_of_targets_and_prototypes() {
    let text = "$T: .branchtargets A, B, $C;\nU: .calltargets f, g;\n\
                prototype_0 : .callprototype (.param .b32 _) _\n\
                (.param .b64 _, .param .b8 _[4]) .noreturn;\n\
                V: .callprototype _;";
    with_body(text, |body| {
        let targets = |label, kind, names: &[&'static str]| {
            Statement::Targets(Targets { label, kind, names: names.to_vec() })
        };
        assert_eq!(body[0], targets("$T", TargetKind::Branch, &["A", "B", "$C"]));
        assert_eq!(body[1], targets("U", TargetKind::Call, &["f", "g"]));
        let Statement::Prototype(prototype) = &body[2] else { panic!("{:?}", body[2]) };
        assert_eq!((prototype.label, prototype.returns[0].ty), ("prototype_0", "b32"));
        assert_eq!((names(&prototype.params), prototype.directives.len()), (vec!["_", "_"], 1));
        assert!(matches!(body[3], Statement::Prototype(_)));
    });
}

#[test]
fn guards_and_opcodes() {
    with_instruction("@%p1 bra $L;", |instruction| {
        assert_eq!(instruction.guard, Some(Guard { negated: false, predicate: "%p1" }));
        assert_eq!(instruction.operands, [Operand::Name("$L")]);
    });
    with_instruction("@!q exit;", |instruction| {
        assert_eq!(instruction.guard, Some(Guard { negated: true, predicate: "q" }));
        assert!(instruction.operands.is_empty());
    });
    let cases: [(&str, &str, &[&str]); 9] = [
        ("ret", "ret", &[]),
        ("ld.param.v4.f32", "ld", &["param", "v4", "f32"]),
        (
            "ld.global.L1::evict_last.L2::128B.b32",
            "ld",
            &["global", "L1::evict_last", "L2::128B", "b32"],
        ),
        ("tex.1d.v4.f32.s32", "tex", &["1d", "v4", "f32", "s32"]),
        (
            "mma.sync.aligned.m16n8k16.row.col",
            "mma",
            &["sync", "aligned", "m16n8k16", "row", "col"],
        ),
        ("ld .global\t.f32", "ld", &["global", "f32"]),
        ("ld.global\n  .v2\n  .f32", "ld", &["global", "v2", "f32"]),
        ("ld.const[1].f32", "ld", &["const[1]", "f32"]),
        ("cp.async.mbarrier::complete_tx::bytes", "cp", &["async", "mbarrier::complete_tx::bytes"]),
    ];
    for (text, base, modifiers) in cases {
        with_instruction(&format!("{text} a;"), |instruction| {
            assert_eq!(instruction.opcode.base(), base);
            assert_eq!(instruction.opcode.modifiers().collect::<Vec<_>>(), modifiers);
            let compact: String = text.split_whitespace().collect();
            assert_eq!(
                (instruction.opcode.text, &*instruction.opcode.compact()),
                (text, &*compact)
            );
        });
    }
}

#[test]
fn plain_operands() {
    with_operands("op %r1, _, WARP_SZ, %tid.x, %r2.b0, !%p, %p|%q, -%r3.h1;", |operands| {
        let name = Operand::Name;
        let expected = [
            name("%r1"),
            name("_"),
            Operand::Number(Number { text: "WARP_SZ", value: Value::Integer(32) }),
            Operand::Member("%tid", "x"),
            Operand::Member("%r2", "b0"),
            Operand::Not(Box::new(name("%p"))),
            Operand::Pair(Box::new(name("%p")), "%q"),
            Operand::Minus(Box::new(Operand::Member("%r3", "h1"))),
        ];
        assert_eq!(operands, expected);
    });
}

#[test]
fn immediate_operands() {
    let cases = [
        ("42", Value::Integer(42)),
        ("-1", Value::Integer(-1)),
        ("- 8", Value::Integer(-8)),
        ("0xFFFFFFFFU", Value::Integer(0xffff_ffff)),
        ("0xffffffffffffffff", Value::Integer(-1)),
        ("0b11", Value::Integer(3)),
        ("010", Value::Integer(8)),
        ("0f3F800000", Value::F32(0x3f80_0000)),
        ("0d3FF0000000000000", Value::F64(0x3ff0_0000_0000_0000)),
        ("1.5", Value::F64(1.5f64.to_bits())),
        ("-2.5e-3", Value::F64((-2.5e-3f64).to_bits())),
        ("1e+3", Value::F64(1000f64.to_bits())),
    ];
    for (text, value) in cases {
        with_operands(&format!("mov.b64 {text} /* c */;"), |operands| {
            assert_eq!(operands, [Operand::Number(Number { text, value })]);
        });
    }
}

#[test]
fn addresses() {
    let cases = [
        ("[%rd1]", address(Some("%rd1"), 0, "%rd1")),
        ("[%rd1+16]", address(Some("%rd1"), 16, "%rd1+16")),
        ("[%rd1+-8192]", address(Some("%rd1"), -8192, "%rd1+-8192")),
        ("[sym-4]", address(Some("sym"), -4, "sym-4")),
        ("[ sym + 4 + 0x10 ]", address(Some("sym"), 20, "sym + 4 + 0x10")),
        ("[16]", address(None, 16, "16")),
        ("[-4]", address(None, -4, "-4")),
    ];
    for (text, expected) in cases {
        with_operands(&format!("ld.u32 {text};"), |operands| {
            assert_eq!(operands, [Operand::Address(expected)]);
        });
    }
    with_operands("mov.u32 sym+16, sym[4], sym[%r1+1];", |operands| {
        let expected = [
            Operand::Offset(address(Some("sym"), 16, "sym+16")),
            Operand::Element("sym", Box::new(address(None, 4, "4"))),
            Operand::Element("sym", Box::new(address(Some("%r1"), 1, "%r1+1"))),
        ];
        assert_eq!(operands, expected);
    });
}

#[test]
fn vectors_and_textures() {
    with_operands("tex.2d.v4.f32.f32 {%f1, _}|%p, [tex, sampler, {%f5, 1}], {%r1};", |operands| {
        let one = Operand::Number(integer("1", 1));
        let coordinates = Operand::Vector(vec![Operand::Name("%f5"), one]);
        let texture = [list(&["tex", "sampler"]), vec![coordinates]].concat();
        let expected = [
            Operand::Pair(Box::new(Operand::Vector(list(&["%f1", "_"]))), "%p"),
            Operand::Composite(texture),
            Operand::Vector(list(&["%r1"])),
        ];
        assert_eq!(operands, expected);
    });
}

#[test]
fn calls() {
    with_operands("call.uni (r),\n f,\n (\n p,\n q\n )\n;", |operands| {
        let (results, arguments) = (list(&["r"]), list(&["p", "q"]));
        let expected = [Operand::List(results), Operand::Name("f"), Operand::List(arguments)];
        assert_eq!(operands, expected);
    });
    with_operands("call (r), %rd1, (), prototype_0;", |operands| {
        assert_eq!(operands[2..], [Operand::List(vec![]), Operand::Name("prototype_0")]);
    });
    with_operands("call f;", |operands| assert_eq!(operands, list(&["f"])));
}

#[test]
fn source_lines_follow_loc() {
    let text = ".func f() { add; .loc 14 10 0\n$L:\n sub; .loc 2 11 3 mul; { .loc 1 5 3, \
                function_name $L__info, inlined_at 1 20 5\n div; .loc 1 6 3, function_name \
                .debug_str+16, inlined_at 1 20 5; rem; } neg; }\n.func g() { abs; }";
    with_module(text, |module| {
        let lines: Vec<_> = module
            .instructions()
            .map(|i| (i.opcode.base(), i.location.map(|at| (at.file, at.line))))
            .collect();
        let expected = [
            ("add", None),
            ("sub", Some((14, 10))),
            ("mul", Some((2, 11))),
            ("div", Some((1, 5))),
            ("rem", Some((1, 6))),
            ("neg", Some((1, 6))),
            ("abs", None),
        ];
        assert_eq!(lines, expected);
    });
}

#[test]
fn debug_sections_are_skipped() {
    let text = ".entry k { exit; .section .debug_str { name: .b8 95 // _\n } }\n\
                @@DWARF .section .debug_info, \"\",@progbits\n\t@@DWARF .4byte 0x742f0108\n\
                .section .debug_abbrev\n{\n$L__x:\n.b8 1, 2 // Abbrev }\n.b32 $L__s-.debug_str\n}\n\
                .section .debug_loc { };\n.global .u32 last;\0";
    with_module(text, |module| {
        assert_eq!(module.instructions().count(), 1);
        assert_eq!(names(&module.variables), ["last"]);
    });
}

/// The error's first line and what stands below.
fn refused(text: &str) -> (String, String) {
    let source = Source::new("k.ptx", text);
    let error = parse(&source).expect_err(text);
    assert_eq!(error.exit_code(), 2);
    let message = error.to_string();
    match message.split_once('\n') {
        Some((first, rest)) => (first.to_string(), rest.to_string()),
        None => (message, String::new()),
    }
}

#[test]
fn a_report_shows_the_line() {
    let (first, rest) =
        refused(".version 7.8\n.target sm_35\n.entry k() {\n  add.s32 %r1, , %r2; // é\n}\n");
    assert_eq!(first, "k.ptx:4:16: ',', expected an operand");
    let expected = [
        " --> k.ptx:4:16",
        "  |",
        "4 |   add.s32 %r1, , %r2; // é",
        "  |                ^ expected an operand",
    ];
    assert_eq!(rest.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn refusals_name_place_found_and_expected() {
    let module = ".version 7.8\n.target sm_35\n";
    let body = ".version 7.8\n.target sm_35\n.entry k() {\n";
    let cases = [
        ("", "", "1:1: the end of the file, expected .version"),
        ("", "int main", "1:1: 'int', expected .version"),
        ("", ".version x", "1:10: 'x', expected a version"),
        ("", ".version 7", "1:10: '7', expected a version"),
        ("", ".version 7.8e1", "1:10: '7.8e1', expected a version"),
        (module, "oops", "3:1: 'oops', expected a variable"),
        (module, ".global .align 4 x;", "3:18: 'x', expected a type"),
        (module, ".global .u32 x", "3:15: the end of the file, expected ',' or ';'"),
        (module, ".global .u32 x[-1];", "3:16: '-1', expected a number of elements"),
        (
            module,
            ".global .u32 x = 99999999999999999999;",
            "'99999999999999999999', expected a number of at most 64 bits",
        ),
        (module, ".global .f32 x = 0f3F8;", "'0f3F8', expected a number"),
        (module, ".global .u32 é;", "3:14: 'é', expected a name"),
        (module, ".target sm_35 \"x", "3:15: a string without end"),
        (module, ".entry k(.u32 x)", "3:10: '.u32', expected a parameter"),
        (body, "  ret", "4:6: the end of the file, expected an operand"),
        (body, "  ret\n  .loc 1 2 3\n", "5:3: '.loc', expected an operand"),
        (body, "add %r1 %r2;", "4:9: '%r2', expected ',' or ';'"),
        (body, "$L ret;", "4:1: '$L', expected an instruction, or a label with ':'"),
        (body, "ld %r1, [];", "4:10: ']', expected an operand"),
        (body, "ld %r1, [%r2+x];", "4:14: 'x', expected a number"),
        (body, "@p }", "4:4: '}', expected an instruction"),
        (body, "/* never", "4:1: a comment without end"),
        (body, "ret;\n\n\n", "4:5: the end of the file, expected an instruction"),
        (body, ".loc 1 -2 3", "4:8: '-', expected a number"),
    ];
    for (head, rest, expected) in cases {
        let (first, _) = refused(&format!("{head}{rest}"));
        assert!(first.starts_with("k.ptx:") && first.contains(expected), "{rest}: {first}");
    }
}

#[test]
fn hostile_text_takes_no_time() {
    let (first, _) = refused(&format!(".version 1.4 .section .x {{ {}", "/* ".repeat(1_000_000)));
    assert!(first.contains("a comment without end"), "{first}");
    let (first, _) = refused(&format!(".version 1.4 .section .x {{ {}", "{".repeat(1_000_000)));
    assert!(first.contains("the end of the file"), "{first}");
    let (first, _) = refused(&format!(".version 1.4 {}", "x".repeat(1_000_000)));
    assert!(first.len() < 400, "{first}");
}

#[test]
fn nesting_has_a_bound() {
    for (open, expected) in [("{", "levels"), ("op {", "operand"), ("op !", "operand")] {
        let (_, last) = open.split_at(open.len() - 1);
        let text = format!(".version 1.4 .entry k() {{ {open}{}", last.repeat(1_000_000));
        let (first, rest) = refused(&text);
        assert!(first.contains("nesting") || first.contains(expected), "{first}");
        assert!(rest.len() < 1000, "a long line is not shown");
    }
    let deep = MAX_NESTING;
    let scopes = format!("{}ret;{}", "{".repeat(deep), "}".repeat(deep));
    with_body(&scopes, |body| assert_eq!(body.len(), 1));
    let (first, _) = refused(&format!(".version 1.4 .func f() {{ {{{scopes}}} }}"));
    assert!(first.contains("one more level of nesting, expected at most 100 levels"), "{first}");
    let init = format!(".version 1.4 .global .b8 x = {}", "{".repeat(1_000_000));
    assert!(refused(&init).0.contains("nesting"));
}

#[test]
fn coverage_counts_opcodes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("k.ptx");
    let text = ".version 3.2\n.target sm_20\n.entry k() { ld.u32 a, [b]; ld .u64 a, [b]; \
                ld.u64 a, [b]; { bar.sync 0; } ret; }\n";
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let opcodes = |args: &[&str]| -> Vec<(String, u64)> {
        let (code, stdout, stderr) = outcome(&[&["ptx", "coverage", "--json"], args].concat());
        assert_eq!(code, 0, "{stderr}");
        let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let opcodes = result["opcodes"].as_array().unwrap().iter();
        let row = |o: &serde_json::Value| {
            (o["opcode"].as_str().unwrap().to_string(), o["count"].as_u64().unwrap())
        };
        opcodes.map(row).collect()
    };
    let rows = |rows: &[(&str, u64)]| -> Vec<(String, u64)> {
        rows.iter().map(|(name, count)| (name.to_string(), *count)).collect()
    };
    let full = [("ld.u64", 2), ("bar.sync", 1), ("ld.u32", 1), ("ret", 1)];
    assert_eq!(opcodes(&[file]), rows(&full));
    assert_eq!(opcodes(&[file, file, "--base"]), rows(&[("ld", 6), ("bar", 2), ("ret", 2)]));
    let (code, stdout, _) = outcome(&["ptx", "coverage", file]);
    assert_eq!(code, 0);
    assert!(stdout.contains("opcode") && stdout.contains("ld.u64"), "{stdout}");

    std::fs::write(&path, "nonsense").unwrap();
    assert_refused(&["ptx", "coverage", file], 2, &["k.ptx:1:1", "'nonsense'", ".version"]);
    std::fs::write(&path, b"\n\xff").unwrap();
    assert_refused(&["ptx", "coverage", file], 2, &["k.ptx:2", "UTF-8"]);
    assert_refused(&["ptx", "coverage", "no.ptx"], 2, &["no.ptx"]);
}
