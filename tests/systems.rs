//! Which systems and combinations of systems can be named, and why not the others?

use regforge::systems::system;

#[test]
fn a_layer_alone_stands_on_the_baseline() {
    assert_eq!(system("compressed+sram").unwrap().name(), "compressed");
    assert_eq!(system("compressed+racetrack").unwrap().name(), "compressed+racetrack");
    assert!(system("racetrack+sram").is_err());
}

#[test]
fn a_combination_is_refused_with_the_reason() {
    let refused = |name: &str| system(name).err().unwrap().to_string();
    let reasons = [
        ("sram+racetrack", "a register file has only one storage technology"),
        ("compressed+racetrack+stt", "a register file has only one storage technology"),
        ("racetrack+compressed", "from the SM inwards"),
        ("compressed+compressed", "from the SM inwards"),
        ("compressed+stt", "is not supported"),
        ("compressed+paper", "'paper' is neither a layer"),
    ];
    for (name, reason) in reasons {
        assert!(refused(name).contains(reason), "{}", refused(name));
    }
    assert!(!refused("paper").contains("layer"));
}
