//! How many megabytes of PTX are parsed in a second? Real kernels if `REGFORGE_DATA` names a folder
//! that has them, else one of our own, repeated to about ten megabytes.
//!
//! How many thread instructions are executed in a second on tiled matrix multiplication, on virtual
//! and on allocated registers, beside the same product by a plain loop of the CPU?

use criterion::{Criterion, Throughput};
use regforge::compiler::allocate::allocate;
use regforge::compiler::liveness::Liveness;
use regforge::compiler::values::split_webs;
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{Code, Execution, Geometry, Schedule, Start, Unwatched, run};
use regforge::ptx::launch::Launch;
use regforge::ptx::{Loaded, Source, parse};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SIZE: usize = 10_000_000;

const HEADER: &str = ".version 7.8\n.target sm_35\n.address_size 64\n";

const KERNEL: &str = "
.visible .entry scale(
	.param .u64 scale_param_0,
	.param .u32 scale_param_1
)
{
	.reg .pred 	%p<2>;
	.reg .f32 	%f<6>;
	.reg .b32 	%r<6>;
	.reg .b64 	%rd<5>;

	ld.param.u64 	%rd1, [scale_param_0];
	ld.param.u32 	%r2, [scale_param_1];
	mov.u32 	%r3, %ntid.x;
	mov.u32 	%r4, %ctaid.x;
	mov.u32 	%r5, %tid.x;
	mad.lo.s32 	%r1, %r4, %r3, %r5;
	setp.ge.s32 	%p1, %r1, %r2;
	@%p1 bra 	$L__BB0_2;
	cvta.to.global.u64 	%rd2, %rd1;
	mul.wide.s32 	%rd3, %r1, 16;
	add.s64 	%rd4, %rd2, %rd3;
	ld.global.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd4+16];
	fma.rn.f32 	%f5, %f1, 0f40490FDB, %f2;
	st.global.f32 	[%rd4], %f5;
$L__BB0_2:
	ret;
}
";

/// The kernels without their headers.
fn kernels() -> String {
    let folder = std::env::var_os("REGFORGE_DATA").map(|data| PathBuf::from(data).join("kernels"));
    let files = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = files.into_iter().flatten().flatten().map(|entry| entry.path());
    let texts = paths.filter(|path| path.extension().is_some_and(|end| end == "ptx"));
    let text: String = texts
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .map(|text| text.replace(HEADER, ""))
        .collect();
    if text.is_empty() { KERNEL.to_string() } else { text }
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(5))
        .configure_from_args();
    let kernels = kernels();
    let text = format!("{HEADER}{}", kernels.repeat(1 + SIZE / kernels.len()));
    let source = Source::new("kernels.ptx", text);
    if let Err(error) = parse(&source) {
        panic!("{error}");
    }
    let mut group = criterion.benchmark_group("ptx");
    group.throughput(Throughput::BytesDecimal(source.text.len() as u64));
    group.bench_function("parse", |b| b.iter(|| parse(black_box(&source)).is_ok()));
    group.finish();
    execute(&mut criterion);
    criterion.final_summary();
}

const WIDTH: usize = 512;

/// The product as a plain loop has it, rows outermost.
fn plain(a: &[f32], b: &[f32], c: &mut [f32]) {
    for (a, c) in a.chunks_exact(WIDTH).zip(c.chunks_exact_mut(WIDTH)) {
        c.fill(0.0);
        for (a, b) in a.iter().zip(b.chunks_exact(WIDTH)) {
            c.iter_mut().zip(b).for_each(|(c, b)| *c += a * b);
        }
    }
}

fn execute(criterion: &mut Criterion) {
    let launch = Launch::read(Path::new("kernels/matrix_multiply_tiled/large.toml"));
    let launch = launch.expect("a launch");
    let Loaded { program, addresses } = Loaded::read(&launch.ptx, None).expect("PTX");
    let kernel = launch.kernel(&program).expect("the kernel");
    let image = launch.image(&program, kernel, addresses).expect("an image");
    let geometry = Geometry::new(&launch, kernel);
    let start = Start::new(&program, kernel, &image);
    let webs = split_webs(kernel);
    let cfg = Cfg::new(&webs);
    let homes = allocate(&webs, &cfg, &Liveness::new(&webs, &cfg)).homes;
    let codes = [
        ("virtual registers", Code::new(kernel, &kernel.virtual_homes())),
        ("allocated registers", Code::new(&webs, &homes)),
    ];
    let once = |code: &Code| -> Execution {
        let schedule = Schedule::default();
        let outcome = run(code, &geometry, start.clone(), schedule, &mut Unwatched, || {});
        outcome.unwrap_or_else(|fault| panic!("{fault}"))
    };
    let instructions = once(&codes[0].1).counts.thread_instructions;
    let mut group = criterion.benchmark_group("execute");
    group.throughput(Throughput::Elements(instructions));
    for (name, code) in &codes {
        group.bench_function(*name, |b| b.iter(|| black_box(once(code))));
    }
    let (a, b) = (vec![1f32; WIDTH * WIDTH], vec![1f32; WIDTH * WIDTH]);
    let mut c = vec![0f32; WIDTH * WIDTH];
    group.bench_function("reference: a plain loop of the CPU", |bench| {
        bench.iter(|| plain(black_box(&a), black_box(&b), black_box(&mut c)));
    });
    group.finish();
}
