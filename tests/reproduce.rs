//! Does every number that the papers print get exactly one verdict, and one that can be trusted?

use crate::support::{assert_refused, outcome};
use regforge::config::Config;
use regforge::papers::{self, Claims, Evidence, Need, Simulations, Sizes, Verdict, judge, show};
use regforge::systems;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// The paper whose simulations take the least time.
const CHEAPEST: &str = "stt";

fn claims() -> Claims {
    Claims::of(&systems::papers()).expect("the list ships and is legal")
}

/// Standard output of `regforge reproduce` as JSON.
fn json(args: &[&str]) -> Json {
    let (code, stdout, stderr) = outcome(&[&["reproduce", "--json"], args].concat());
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).expect("it prints JSON")
}

fn texts<'a>(list: &'a Json, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().filter_map(|entry| entry[key].as_str()).collect()
}

#[test]
fn every_claim_gets_one_verdict_in_the_order_of_the_list() {
    let all = claims();
    let json = &EVERYTHING.json;
    let ids: Vec<&str> = all.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(texts(&json["claims"], "id"), ids);
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    let errata: Vec<&str> = all.errata.iter().map(|erratum| erratum.id.as_str()).collect();
    assert_eq!(texts(&json["errata"], "id"), errata);
    let words = Verdict::ALL.map(Verdict::word);
    for claim in json["claims"].as_array().unwrap() {
        let (id, verdict) = (claim["id"].as_str().unwrap(), claim["verdict"].as_str().unwrap());
        assert!(words.contains(&verdict), "{id}: {verdict}");
        assert_eq!(claim["command"], format!("regforge reproduce {id}"));
        assert!(!claim["paper"].is_null() && !claim["how"].as_str().unwrap().is_empty(), "{id}");
        let has_ours = !["given", "needs input", "not yet"].contains(&verdict);
        assert_eq!(!claim["ours"].is_null(), has_ours, "{id}: {verdict}");
    }
}

/// A claim has one source of ours, an erratum one demonstration, and both are on the list.
#[test]
fn no_claim_is_answered_twice() {
    let all = claims();
    let claims: BTreeSet<&str> = all.claims.iter().map(|claim| claim.id.as_str()).collect();
    let errata: BTreeSet<&str> = all.errata.iter().map(|erratum| erratum.id.as_str()).collect();
    let mut seen = BTreeSet::new();
    for paper in systems::papers() {
        let computed = paper.computed.iter().map(|computed| computed.id);
        let taken = paper.taken.iter().map(|taken| taken.id);
        let given = paper.given.iter().map(|given| given.id);
        let missing = paper.missing.iter().map(|missing| missing.id);
        let own = format!("{}-", paper.prefix);
        for id in computed.chain(taken).chain(given).chain(missing) {
            assert!(claims.contains(id) && id.starts_with(&own), "{id}");
            assert!(seen.insert(id), "{id} twice");
        }
        for id in paper.errata.iter().map(|shown| shown.id) {
            assert!(errata.contains(id) && id.starts_with(&own), "{id}");
            assert!(seen.insert(id), "{id} twice");
        }
    }
}

#[test]
fn all_arithmetic_is_done() {
    let (all, config) = (claims(), systems::config("liang-2016").unwrap());
    for claim in all.claims.iter().filter(|claim| claim.needs == [Need::Arithmetic]) {
        let finding =
            judge(claim, &all.errata, &config, &Simulations::default(), &Sizes::default());
        assert_eq!(finding.evidence, Evidence::Computed, "{}", claim.id);
        assert_ne!(finding.verdict, Verdict::NotYet, "{}: {}", claim.id, finding.how);
        if finding.verdict == Verdict::Deviates {
            let reason = finding.note.unwrap_or_default();
            assert!(!reason.is_empty(), "{}: {:?}", claim.id, finding.ours);
        }
    }
}

/// Everything, simulations too: as JSON and as a page.
struct Everything {
    json: Json,
    page: String,
}

static EVERYTHING: LazyLock<Everything> = LazyLock::new(|| {
    let (json, page) = with_page(&["--json"]);
    Everything { json: serde_json::from_str(&json).unwrap(), page }
});

/// The cheapest paper twice, as a table and as JSON, each with its page.
static PAPER: LazyLock<[(String, String); 2]> =
    LazyLock::new(|| [with_page(&[CHEAPEST]), with_page(&[CHEAPEST, "--json"])]);

/// Standard output of `regforge reproduce --html`, and the page.
fn with_page(args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let all = [&["reproduce", "--html", path.to_str().unwrap()], args].concat();
    let (code, stdout, stderr) = outcome(&all);
    assert_eq!(code, 0, "{stderr}");
    (stdout, std::fs::read_to_string(path).unwrap())
}

#[test]
fn every_claim_of_the_racetrack_paper_has_a_verdict() {
    let all = EVERYTHING.json["claims"].as_array().unwrap().iter();
    let paper: Vec<_> =
        all.filter(|claim| claim["id"].as_str().unwrap().starts_with("rm-")).collect();
    assert_eq!(paper.len(), 67);
    for claim in &paper {
        assert_ne!(claim["verdict"], "not yet", "{claim}");
    }
    let simulated = paper.iter().filter(|claim| claim["evidence"] == "simulated");
    for claim in simulated.clone() {
        assert!(claim["note"].as_str().is_some_and(|note| note.contains("own kernels")), "{claim}");
    }
    assert_eq!(simulated.count(), 12);
}

#[test]
fn every_claim_of_red_shield_has_a_verdict() {
    let all = EVERYTHING.json["claims"].as_array().unwrap().iter();
    let paper: Vec<_> =
        all.filter(|claim| claim["id"].as_str().unwrap().starts_with("stt-")).collect();
    assert_eq!(paper.len(), 63);
    for claim in &paper {
        assert_ne!(claim["verdict"], "not yet", "{claim}");
    }
    let missing = paper.iter().filter(|claim| claim["verdict"] == "needs input");
    assert_eq!(missing.count(), 1, "applications that we have no kernel for");
    let simulated = paper
        .iter()
        .filter(|claim| claim["evidence"] == "simulated" && claim["verdict"] != "needs input");
    for claim in simulated.clone() {
        assert!(claim["note"].as_str().is_some_and(|note| note.contains("own kernels")), "{claim}");
    }
    assert_eq!(simulated.count(), 11);
}

#[test]
fn every_claim_of_expars_has_a_verdict() {
    let all = EVERYTHING.json["claims"].as_array().unwrap().iter();
    let paper: Vec<_> =
        all.filter(|claim| claim["id"].as_str().unwrap().starts_with("exp-")).collect();
    for claim in &paper {
        assert_ne!(claim["verdict"], "not yet", "{claim}");
    }
    let missing = paper.iter().filter(|claim| claim["verdict"] == "needs input");
    assert_eq!(missing.count(), 4, "CACTI, Warpman, and energies twice");
    let simulated = paper
        .iter()
        .filter(|claim| claim["evidence"] == "simulated" && claim["verdict"] != "needs input");
    for claim in simulated.clone() {
        assert!(claim["note"].as_str().is_some_and(|note| note.contains("own kernels")), "{claim}");
    }
    assert_eq!(simulated.count(), 29);
    // Of all but one application more CTAs run: `BT +10.1 (2 -> 3 CTAs)`.
    let note = printed("exp-perf")["note"].as_str().unwrap();
    let ctas: Vec<(&str, &str)> =
        note.split(" CTAs)").filter_map(|one| one.rsplit_once('(')?.1.split_once(" -> ")).collect();
    assert_eq!(ctas.len(), 14, "{note}");
    assert_eq!(ctas.iter().filter(|(before, after)| before == after).count(), 1, "{note}");
}

#[test]
fn every_claim_of_static_data_compression_has_a_verdict() {
    let all = EVERYTHING.json["claims"].as_array().unwrap().iter();
    let paper: Vec<_> =
        all.filter(|claim| claim["id"].as_str().unwrap().starts_with("sdc-")).collect();
    assert_eq!(paper.len(), 94);
    for claim in &paper {
        assert_ne!(claim["verdict"], "not yet", "{claim}");
    }
    let missing = paper.iter().filter(|claim| claim["verdict"] == "needs input");
    assert_eq!(missing.count(), 1, "a library of cells");
    let simulated = paper.iter().filter(|claim| claim["evidence"] == "simulated");
    let inputs = |claim: &&&Json| claim["note"].as_str().is_some_and(|n| n.contains("own kernels"));
    assert_eq!(simulated.filter(inputs).count(), 24);
}

/// As the contracts of both register files say.
#[test]
fn a_write_to_slices_is_a_cycle_later() {
    let claim = printed("sdc-wb-model");
    let note = claim["note"].as_str().unwrap();
    assert_eq!(claim["ours"], 1, "{note}");
    assert!(note.contains(": 1 through the conventional") && note.contains(" 2 through"), "{note}");
}

#[test]
fn a_claim_needs_its_own_runs_and_no_others() {
    let papers = systems::papers();
    let needed = |id: &str| Simulations::count(&papers, &claims().find(id).unwrap().claims);
    assert_eq!(needed("sdc-t4-gicov"), 1);
    assert_eq!(needed("sdc-wb-model"), 1);
    let applications =
        claims().claims.iter().filter(|claim| claim.id.starts_with("sdc-t4-")).count();
    assert_eq!(needed("sdc-ipc-avg-high"), 3 * applications, "each in three ways");
    assert_eq!(needed("rm-capacity"), 0);
}

/// Table 1: what packs integers, floats or both takes fewer registers, and both makes room for more
/// CTAs; a larger register file has the CTAs of the one and the registers of the other.
#[test]
fn packing_makes_room_for_more_ctas() {
    let row = |id: &str| printed(id)["ours"].clone();
    let [original, both, artificial] = ["original", "both", "artificial"]
        .map(|name| row(&format!("sdc-t1-{name}")).as_array().unwrap().clone())
        .map(|row| [0, 1, 2].map(|n| row[n].as_f64().unwrap()));
    for part in ["sdc-t1-int", "sdc-t1-float"] {
        let registers = row(part).as_f64().unwrap();
        assert!(both[0] < registers && registers < original[0], "{part}: {registers}");
    }
    assert!(original[1] < both[1], "{original:?} {both:?}");
    assert_eq!([original[0], both[1]], [artificial[0], artificial[1]]);
    let high = row("sdc-imgvf-high");
    assert_eq!(high[0].as_f64(), Some(both[0]));
    assert!(high[1].as_f64().unwrap() < both[0], "{high}");
}

/// The paper's converter has no subnormal numbers: ours without them is smaller than its 1300
/// transistors, with them larger. The band is wide, as figures move between versions of Yosys.
#[test]
fn the_converter_is_synthesised() {
    let claim = &json(&["sdc-area-tvc"])["claims"][0];
    assert_eq!(claim["evidence"], "synthesised");
    assert_eq!(claim["verdict"], "deviates");
    let deviation = claim["deviation_percent"].as_f64().unwrap();
    assert!((-35.0..-10.0).contains(&deviation), "{claim}");
    assert!(claim["note"].as_str().unwrap().contains("with them"), "{claim}");
}

/// Structures of section 6.4, by Yosys, beside theirs: what has subnormal numbers is larger, and the
/// total is what stands in an SM. Bands are wide, as figures move between versions of Yosys.
#[test]
fn structures_are_synthesised_beside_the_paper_s() {
    let area = &EVERYTHING.json["area"];
    let rows = area["structures"].as_array().unwrap();
    let sizes = |row: &Json| {
        [&row["printed"], &row["correct"], &row["ours"]["sdc_paper"], &row["ours"]["fermi"]]
            .map(|size| size.as_f64().unwrap())
    };
    let of = |name: &str| sizes(rows.iter().find(|row| row["structure"] == name).unwrap());
    for (name, printed, correct) in [
        ("thread extractor", 1560.0, 1560.0),
        ("warp extractors", 800_000.0, 798_720.0),
        ("warp converters", 249_600.0, 249_600.0),
        ("indirection tables", 98_304.0, 98_304.0),
        ("warp truncators", 518_016.0, 424_320.0),
        ("collector units' extensions", 108_384.0, 108_384.0),
    ] {
        assert_eq!(of(name)[..2], [printed, correct], "{name}");
    }
    let [_, correct, paper, fermi] = of("thread extractor");
    assert!(paper == fermi && (0.8..1.4).contains(&(paper / correct)), "{paper}");
    for name in ["thread converter", "thread truncator"] {
        let [_, _, paper, fermi] = of(name);
        assert!(1.2 * paper < fermi, "{name}: {paper} without subnormal numbers, {fermi} with");
    }
    // Both tables' cells alone are what the paper counts.
    assert!(of("indirection tables")[2] > 98_304.0);
    let whole = [
        "warp extractors",
        "warp converters",
        "indirection tables",
        "warp truncators",
        "collector units' extensions",
    ];
    let [printed, correct, paper, _] = sizes(&area["total"]);
    assert_eq!((printed, correct), (1_800_000.0, 1_679_328.0));
    assert_eq!(paper, whole.map(|name| of(name)[2]).iter().sum::<f64>());
    let html = &EVERYTHING.page;
    for name in whole {
        let name = name.replace('\'', "&#39;");
        assert!(html.contains(&format!("<td>{name}</td>")), "{name}");
    }
}

/// Numbers that follow a word.
fn numbers(text: &str, word: &str) -> Vec<f64> {
    let number = |rest: &str| rest.split(' ').next()?.parse().ok();
    text.split(word).skip(1).filter_map(number).collect()
}

/// A page with one blank where it has several or a line ends.
fn page(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn readme() -> String {
    page("README.md")
}

/// A claim of the full report.
fn printed(id: &str) -> &'static Json {
    let claims = EVERYTHING.json["claims"].as_array().unwrap();
    claims.iter().find(|claim| claim["id"] == id).unwrap()
}

/// What a claim's note says of each application: name, IPC, CTAs, and the two parts of the gain.
fn gains(note: &str) -> Vec<[&str; 5]> {
    let (_, list) = note.split_once("quality: ").unwrap();
    let (list, _) = list.split_once("; operand path:").unwrap();
    list.split("), ").map(|text| application(text).unwrap()).collect()
}

/// From `CFD +1.2 % (2 -> 2 CTAs, operand path -0.6 %, packing +1.9 %`.
fn application(text: &str) -> Option<[&str; 5]> {
    let (gain, parts) = text.split_once(" % (")?;
    let (name, gain) = gain.split_once(' ')?;
    let (ctas, parts) = parts.split_once(" CTAs, operand path ")?;
    let (way, packing) = parts.split_once(" %, packing ")?;
    Some([name, gain, ctas, way, packing.split(' ').next()?])
}

/// IPC of packed registers, in the documents' words.
#[test]
fn the_documents_have_the_gains_that_come_out() {
    let means = ["sdc-ipc-avg-perfect", "sdc-ipc-avg-high"].map(printed);
    let [perfect, high] = means.map(|mean| gains(mean["note"].as_str().unwrap()));
    assert_eq!((perfect.len(), high.len()), (11, 11));
    let rows = perfect.into_iter().zip(high);
    let rows = rows.map(|([name, gain, ctas, way, packing], [_, high, ..])| {
        format!("| {name} | {ctas} | {way} % | {packing} % | {gain} % | {high} % |")
    });
    let [perfect, high] = means.map(|mean| mean["ours"].as_f64().unwrap());
    let later = numbers(printed("sdc-wb-sweep")["note"].as_str().unwrap(), "cycles: -");
    let [two, four, eight] = later[..] else { panic!("{later:?}") };
    let others = [
        format!("| geometric mean | | | | {perfect:+.1} % | {high:+.1} % |"),
        format!("2, 4 and 8 cycles later cost {two:.1}, {four:.1} and {eight:.1} % IPC"),
    ];
    let compressed = page("docs/compressed.md");
    for text in rows.chain(others) {
        assert!(compressed.contains(&text), "{text}");
    }
    let readme = readme();
    for text in [
        format!("| compressed, no result changes: IPC, mean | {perfect:+.1} %"),
        format!("| compressed, formats for high quality: IPC, mean | {high:+.1} %"),
    ] {
        assert!(readme.contains(&text), "{text}");
    }
}

#[test]
fn the_readme_has_the_racetrack_results_that_come_out() {
    let ours = |id: &str| printed(id)["ours"].clone();
    let number = |id: &str| ours(id).as_f64().unwrap();
    let savings: Vec<f64> = serde_json::from_value(ours("rm-energy-saving")).unwrap();
    let energy: Vec<f64> = savings.iter().rev().map(|percent| 1.0 - percent / 100.0).collect();
    let parts = printed("rm-perf-breakdown")["note"].as_str().unwrap();
    let (alone, techniques) = (numbers(parts, "IPC: -")[0], numbers(parts, " %, +")[0]);
    let gains = printed("rm-perf-gain-avg")["note"].as_str().unwrap();
    let (mean, most) = (number("rm-perf-gain-avg"), number("rm-perf-gain-max"));
    // `hotspot_column -40.1 %, btree_256 -47.4 %, ...; with as many CTAs ...`
    let (each, _) = gains.split_once(';').unwrap();
    let each = each.split(", ").map(|one| one.split(' ').nth(1).unwrap().parse::<f64>().unwrap());
    let lowest = each.fold(f64::MAX, f64::min);
    let readme = readme();
    for text in [
        format!("IPC, mean of five kernels | {mean:+.1} % |"),
        format!("| the same, lowest and highest kernel | {lowest:+.1} %, {most:+.1} % |"),
        format!("| {:.1} % of those without |", number("rm-shift-remaining")),
        format!("| {:.2}, {:.2}, {:.2} times |", energy[0], energy[1], energy[2]),
        format!(
            "Alone it loses {alone:.1} % IPC, and the techniques regain {techniques:.1} points"
        ),
    ] {
        assert!(readme.contains(&text), "{text}");
    }
}

#[test]
fn the_readme_has_the_transistors_that_come_out() {
    let total = &EVERYTHING.json["area"]["total"];
    let millions = |count: &Json| count.as_f64().unwrap() / 1e6;
    let (ours, theirs) = (millions(&total["ours"]["sdc_paper"]), millions(&total["printed"]));
    let row = format!(
        "transistors that it adds, tables with their bits | {ours:.2} million | {theirs:.1} million |"
    );
    assert!(readme().contains(&row), "{row}");
}

/// A claim of arithmetic keeps it; what is synthesised stands beside it, and nothing else is.
#[test]
fn a_claim_has_only_its_own_structures_synthesised() {
    let one = json(&["sdc-area-extractors"]);
    assert_eq!(texts(&one["area"]["structures"], "structure"), ["warp extractors"]);
    assert!(one["area"]["total"].is_null());
    let claim = &one["claims"][0];
    assert_eq!(claim["evidence"], "computed");
    let ours = &one["area"]["structures"][0]["ours"]["sdc_paper"];
    assert!(claim["note"].as_str().unwrap().contains(&ours.to_string()), "{claim}");
}

#[test]
fn every_erratum_that_is_shown_is_confirmed() {
    for erratum in &claims().errata {
        if let Some((_, shown)) = show(erratum).shown {
            let (stated, ours) = (shown.stated, shown.ours);
            assert!(shown.confirmed, "{}: {stated} against {ours}", erratum.id);
            assert_ne!(stated, ours, "{}", erratum.id);
        }
    }
}

#[test]
fn a_parameter_that_differs_from_the_paper_s_is_no_longer_taken() {
    let all = claims();
    let claim = all.claims.iter().find(|claim| claim.id == "rm-t2-banks").unwrap();
    let verdict = |overrides: &[&str]| {
        let config = systems::config_with("fermi", overrides).unwrap();
        let finding =
            judge(claim, &all.errata, &config, &Simulations::default(), &Sizes::default());
        (finding.verdict, finding.deviation_percent)
    };
    assert_eq!(verdict(&[]), (Verdict::Taken, Some(0.0)));
    assert_eq!(verdict(&["gpu.banks=8"]), (Verdict::Deviates, Some(-50.0)));
}

/// A file that a claim cites is there; a configuration has each cited key, written in that file, and
/// leads to the verdict that is printed.
#[test]
fn a_taken_parameter_stands_where_it_is_cited() {
    let all = claims();
    let printed_with = systems::config(papers::CONFIGURATION).unwrap();
    for taken in systems::papers().into_iter().flat_map(|paper| paper.taken) {
        let words: Vec<&str> = taken.at.split([' ', ',']).collect();
        let file = words.iter().find(|word| word.starts_with("src/") || word.contains("configs/"));
        let file = file.unwrap_or_else(|| panic!("{}: no file in '{}'", taken.id, taken.at));
        assert!(Path::new(file).exists(), "{}: no {file}", taken.id);
        let Some(name) = file.strip_prefix("configs/").and_then(|f| f.strip_suffix(".toml")) else {
            continue;
        };
        let text: toml::Table = std::fs::read_to_string(file).unwrap().parse().unwrap();
        let section = |word: &&str| word.strip_prefix('[')?.strip_suffix(']').map(str::to_string);
        for name in words.iter().filter_map(section) {
            assert!(text.contains_key(&name), "{}: no [{name}] in {file}", taken.id);
        }
        for key in words.iter().filter(|word| systems::SCHEMA.key(word).is_some()) {
            let (section, key) = key.split_once('.').unwrap();
            let there = text.get(section).and_then(|section| section.get(key));
            assert!(there.is_some(), "{}: no {section}.{key} in {file}", taken.id);
        }
        let claim = all.claims.iter().find(|claim| claim.id == taken.id).unwrap();
        let verdict = |config: &Config| {
            let (simulations, sizes) = (Simulations::default(), Sizes::default());
            let finding = judge(claim, &all.errata, config, &simulations, &sizes);
            (finding.verdict, finding.printed_ours())
        };
        let cited = systems::config(name).unwrap();
        assert_eq!(verdict(&cited), verdict(&printed_with), "{} by {file}", taken.id);
    }
}

#[test]
fn one_claim_a_paper_and_an_erratum_can_be_chosen() {
    let one = json(&["rm-regs-per-bank"]);
    assert_eq!(texts(&one["claims"], "id"), ["rm-regs-per-bank"]);
    assert_eq!(texts(&one["claims"], "verdict"), ["erratum"]);
    assert_eq!(texts(&one["errata"], "id"), ["rm-e02"]);
    let erratum = json(&["rm-e02"]);
    assert_eq!(texts(&erratum["errata"], "id"), ["rm-e02"]);
    assert_eq!(texts(&erratum["claims"], "id"), ["rm-regs-per-bank", "rm-search-space"]);
    let paper: Json = serde_json::from_str(&PAPER[1].0).unwrap();
    let prefix = format!("{CHEAPEST}-");
    assert!(texts(&paper["claims"], "id").iter().all(|id| id.starts_with(&prefix)));
}

#[test]
fn what_is_unknown_is_refused_with_the_nearest_names() {
    assert_refused(&["reproduce", "rm-fgi7"], 2, &["claim 'rm-fgi7'", "rm-fig7", "sdc"]);
}

#[test]
fn the_table_counts_all_claims_of_a_paper() {
    let [(table, _), _] = &*PAPER;
    let last = table.trim_end().lines().last().unwrap().trim();
    let numbers: Vec<usize> =
        last.split_whitespace().skip(1).map(|number| number.parse().unwrap()).collect();
    assert!(last.starts_with(CHEAPEST), "{last}");
    let (all, prefix) = (claims().claims, format!("{CHEAPEST}-"));
    assert_eq!(numbers[0], all.iter().filter(|claim| claim.id.starts_with(&prefix)).count());
    assert_eq!(numbers[1..].iter().sum::<usize>(), numbers[0]);
}

#[test]
fn the_page_is_the_same_on_every_run() {
    let [(_, one), (_, two)] = &*PAPER;
    assert!(one == two, "two runs, two pages");
}

/// One page that needs nothing else, with every claim and erratum.
#[test]
fn the_page_has_every_claim_and_loads_nothing() {
    let html = &EVERYTHING.page;
    let all = claims();
    let ids = all.claims.iter().map(|claim| &claim.id).chain(all.errata.iter().map(|e| &e.id));
    for id in ids.chain(all.gaps.iter().map(|gap| &gap.id)) {
        assert_eq!(html.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    // Links lead to places on the page.
    for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let id = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leads out"));
        assert!(html.contains(&format!("id=\"{id}\"")), "{link} leads nowhere");
    }
    for loader in ["http", "src=", "<script", "<link", "@import", "url("] {
        assert!(!html.contains(loader), "{loader}");
    }
    assert!(html.contains("<svg"));
}
