//! A launch description of any bytes is legal or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regforge::ptx::launch::Launch;

fuzz_target!(|bytes: &[u8]| {
    let folder = std::env::temp_dir().join(format!("regforge-fuzz-{}", std::process::id()));
    let path = folder.join("case.toml");
    if std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes)).is_ok() {
        let _ = Launch::read(&path);
    }
});
