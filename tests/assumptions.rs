//! Does a study of a claim find what its sign depends on, and is the page what the studies find?

use crate::support::{assert_refused, outcome};
use regforge::error::Result;
use regforge::papers::assumptions::{
    self, Assumption, Better, Choice, Headline, Open, Runner, Study,
};
use regforge::papers::{
    Claims, Experiment, List, Paper, Setting, Simulated, SimulatedClaim, Value,
};
use regforge::run::Parts;
use regforge::systems;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A paper that claims a gain of 10 %. Ours is -3 %; `speed` alone is worth 2 points, `ease` up to 2,
/// and `load` costs 5.
static MADE_UP: Paper = Paper {
    prefix: "made",
    list: &LIST,
    computed: &[],
    given: &[],
    errata: &[],
    taken: &[],
    missing: &[],
    simulations: &[&Gain],
    open: Some(&OPEN),
    structures: None,
    applications: None,
};

static LIST: List = List::new(
    "claim = [\n\
     { id = \"made-gain\", paper = \"Made up\", where = \"1\", kind = \"result\", \
       quantity = \"gain [least, most]\", value = [1, 10], unit = \"%\", conditions = \"\", \
       needs = [\"cycle simulation\"] },\n\
     { id = \"made-cost\", paper = \"Made up\", where = \"1\", kind = \"result\", \
       quantity = \"energy\", value = 95, unit = \"% of the baseline\", conditions = \"\", \
       needs = [\"cycle simulation\"] },\n\
     ]\nerratum = []\ngap = []\n",
);

static OPEN: Open = Open {
    headlines: &[Headline::gain("made-gain", 1), Headline::share("made-cost", Better::Lower)],
    assumptions: &[
        Assumption {
            name: "speed",
            ours: "slow",
            others: &[Choice::keys("fast", &["gpu.sms=1"])],
            reason: "made up",
        },
        Assumption {
            name: "ease",
            ours: "none",
            others: &[Choice::flags("some", &["some"]), Choice::flags("much", &["much"])],
            reason: "made up",
        },
        Assumption {
            name: "load",
            ours: "light",
            others: &[Choice::flags("heavy", &["heavy"])],
            reason: "made up",
        },
        Assumption {
            name: "luck",
            ours: "none",
            others: &[Choice::flags("a little", &["luck"])],
            reason: "made up",
        },
    ],
};

struct Gain;

/// Runs of [`Gain`], which one test alone makes.
static RUNS: AtomicUsize = AtomicUsize::new(0);

impl Experiment for Gain {
    type Run = ();
    type Outcome = f64;

    fn claims() -> Vec<SimulatedClaim<Gain>> {
        let made_up = |ours| Simulated::new(ours, &[], "made up");
        vec![
            SimulatedClaim::new("made-gain", [()], move |runs| {
                made_up(Value::Numbers(vec![0.0, runs[()]]))
            }),
            SimulatedClaim::new("made-cost", [()], move |runs| {
                made_up(Value::Number(98.0 + runs[()]))
            }),
        ]
    }

    fn run((): (), setting: &Setting) -> Result<f64> {
        RUNS.fetch_add(1, Relaxed);
        let of = |flag: &str, worth: f64| if setting.options.flag(flag) { worth } else { 0.0 };
        let fast = if setting.keys.contains(&"gpu.sms=1".to_string()) { 2.0 } else { 0.0 };
        let ease = of("some", 1.0) + of("much", 2.0);
        Ok(-3.0 + fast + ease + of("heavy", -5.0) + of("luck", 0.1))
    }
}

/// The studies, with points kept in a folder, and how often progress was reported.
fn studies(folder: &Path) -> (Vec<Study>, usize) {
    let parts = Parts::of(&folder.join("made"), "build").unwrap();
    let steps = AtomicUsize::new(0);
    let progress = || {
        steps.fetch_add(1, Relaxed);
    };
    let runner = Runner { parts: &parts, content: blake3::hash(b""), progress: &progress };
    let studies = assumptions::study(&MADE_UP, &runner).unwrap();
    (studies, steps.into_inner())
}

#[test]
fn a_changed_sign_is_found_and_points_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (first, steps) = studies(folder.path());
    let gain = &first[0];
    assert_eq!((gain.ours, gain.together.figure, gain.theirs()), (-3.0, 1.1, 10.0));
    assert_eq!(gain.together.changes, [(0, 0), (1, 1), (3, 0)]);
    // Luck is not needed: the sign is there without it, but not without one of the others.
    assert_eq!(gain.least.as_ref().unwrap().changes, [(0, 0), (1, 1)]);
    assert_eq!(
        gain.sentence(),
        "The sign is the paper's with all of speed = fast, ease = much (+1.0); the paper's figure \
         is reached at none of the 8 points, the closest is +1.1 with the best value of each."
    );
    // Ours has the sign, and one value costs it.
    let cost = &first[1];
    assert_eq!((cost.ours, cost.least.is_some()), (95.0, false));
    assert_eq!(
        cost.sentence(),
        "The sign is the paper's at all 6 points; the paper's figure is reached."
    );
    assert_eq!(steps, assumptions::count(&OPEN));
    // Ours, five values alone, two sets of best values, and the three that leave out one.
    let done = RUNS.load(Relaxed);
    let (again, _) = studies(folder.path());
    assert_eq!(RUNS.load(Relaxed), done, "nothing is run again");
    let text = |all: &[Study]| all.iter().map(assumptions::table).collect::<String>();
    assert_eq!(text(&again), text(&first));
    // What is damaged is run again, and nothing else.
    let parts = folder.path().join("made.parts/build");
    let files: Vec<_> = std::fs::read_dir(&parts).unwrap().map(|one| one.unwrap().path()).collect();
    assert_eq!(files.len(), done);
    let content = std::fs::read(&files[2]).unwrap();
    std::fs::write(&files[2], &content[..content.len() - 1]).unwrap();
    std::fs::remove_file(&files[4]).unwrap();
    assert_eq!(text(&studies(folder.path()).0), text(&first));
    assert_eq!(RUNS.load(Relaxed), done + 2);
    has_shape(&first);
    counts_points(&first);
    is_drawn(&first[0], folder.path());
}

fn has_shape(studies: &[Study]) {
    let json = assumptions::json(studies.iter());
    let gain = &json["claims"][0];
    assert_eq!(gain["id"], "made-gain");
    assert_eq!(gain["command"], "regforge assumptions made-gain");
    assert_eq!(
        (&gain["part"], &gain["neutral"], &gain["better"]),
        (&1.into(), &0.0.into(), &"higher".into())
    );
    assert_eq!((&gain["paper"], &gain["ours"]), (&10.0.into(), &(-3.0).into()));
    assert_eq!(gain["alone"].as_array().unwrap().len(), 5);
    let together = &gain["together"];
    assert_eq!(together["changes"][1]["flags"][0], "much");
    assert_eq!((&together["has_sign"], &together["reaches"]), (&true.into(), &false.into()));
    assert_eq!(gain["least"]["changes"].as_array().unwrap().len(), 2);
    assert!(json["claims"][1]["least"].is_null());
}

/// Points, those with the paper's sign, those that reach its figure.
fn counts_points(studies: &[Study]) {
    let summary = assumptions::summary(studies.iter());
    let counts =
        |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = summary.lines().skip(2).map(counts).collect();
    assert_eq!([&rows[0][2], &rows[1][2]], ["gain, most", "energy"]);
    assert_eq!(rows[0][4..10], ["+10.0", "-3.0", "+1.1", "8", "2", "0"]);
    // 95 as ours, 90 with the load, and 95.1 with luck, which is printed as 95.
    assert_eq!(rows[1][7..10], ["6", "6", "3"]);
}

fn is_drawn(study: &Study, folder: &Path) {
    let path = folder.join("gain.svg");
    assumptions::plot(study, &path).unwrap();
    let svg = std::fs::read_to_string(&path).unwrap();
    for name in ["speed", "ease", "load", "best value of each", "neutral 0.0", "paper 10.0"] {
        assert!(svg.contains(name), "no '{name}' in the plot");
    }
}

/// Every headline is a simulated claim with that number, every key is one of the schema.
#[test]
fn the_lists_are_whole() {
    let claims = Claims::of(&systems::papers()).unwrap().claims;
    let (code, listed, _) = outcome(&["assumptions"]);
    let (_, json, _) = outcome(&["assumptions", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, json["papers"].as_array().unwrap().len()), (0, systems::papers().len()));
    for (paper, json) in systems::papers().into_iter().zip(json["papers"].as_array().unwrap()) {
        let open = paper.open.expect("every paper leaves something open");
        assert_eq!(json["paper"], paper.prefix);
        for headline in open.headlines {
            let claim = claims.iter().find(|claim| claim.id == headline.id).unwrap();
            assert!(headline.part < paper.list.numbers(&claim.id).len(), "{}", claim.id);
            assert!(listed.contains(headline.id), "{}", headline.id);
        }
        for assumption in open.assumptions {
            assert!(listed.contains(assumption.name) && assumption.reason.ends_with('.'));
            for choice in assumption.others {
                assert!(choice.keys.len() + choice.flags.len() > 0, "{}", choice.name);
                systems::config_with("fermi", choice.keys).unwrap();
            }
        }
    }
}

#[test]
fn unknown_claims_are_refused_with_the_nearest() {
    let nearest = "the nearest is rm-perf-gain-avg";
    assert_refused(&["assumptions", "rm-perf-gain-ag"], 2, &["'rm-perf-gain-ag'", nearest]);
    assert_refused(&["assumptions", "sttt"], 2, &["'sttt'", "the nearest is stt,"]);
    // A claim that has no assumptions.
    assert_refused(&["assumptions", "rm-capacity"], 2, &["regforge assumptions"]);
    assert_refused(&["assumptions", "--markdown"], 2, &["CLAIM"]);
}

const PAGE: &str = "docs/assumptions.md";

/// The lists of all papers, and all figures of the cheapest one.
#[test]
#[ignore = "a minute: make pages"]
fn the_page_has_what_the_command_finds_for_one_paper() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    for paper in systems::papers() {
        assert!(
            page.contains(&assumptions::assumptions(paper)),
            "{PAGE}: the list of {}",
            paper.prefix
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    let (code, found, stderr) = outcome(&["assumptions", "stt", "--markdown", "-o", output]);
    assert_eq!(code, 0, "{stderr}");
    let section = &found[found.find("\n## ").unwrap()..];
    assert!(page.contains(section.trim()), "{PAGE} should have:\n{section}");
    for claim in ["stt-perf-rd", "stt-perf-corbar", "stt-energy-corbar"] {
        assert!(folder.path().join(format!("{claim}.svg")).exists());
    }
}

/// The README's table is the page's first.
#[test]
fn the_readme_has_the_table_of_the_page() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let readme = std::fs::read_to_string("README.md").unwrap();
    let table = page.lines().skip_while(|line| !line.starts_with('|'));
    let table: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
    assert!(table.len() > 10 && readme.contains(&table.join("\n")), "README.md: table of {PAGE}");
}

#[test]
fn reproduce_names_the_command() {
    let (_, json, _) = outcome(&["reproduce", "stt-perf-rd", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["claims"][0]["assumptions"], "regforge assumptions stt-perf-rd");
    let (_, table, _) = outcome(&["reproduce", "stt-perf-rd"]);
    let words: Vec<&str> = table.split_whitespace().collect();
    assert!(words.join(" ").contains("see `regforge assumptions stt-perf-rd`"), "{table}");
    let (_, json, _) = outcome(&["reproduce", "stt-t1-area", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["claims"][0]["assumptions"].is_null());
}
