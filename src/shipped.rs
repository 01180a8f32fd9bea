//! Files that ship with the program: configurations and kernels.
//!
//! They are embedded in the program. While the checkout that it was built from exists, its files
//! are used instead, so that edits take effect.

use crate::error::{Error, Result};
use crate::files::write_whole;
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

static CONFIGS: Dir = include_dir!("$CARGO_MANIFEST_DIR/configs");
static KERNELS: Dir = include_dir!("$CARGO_MANIFEST_DIR/kernels");

/// The checkout that the program was built from, if it still exists.
pub fn checkout() -> Option<&'static Path> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    path.join("Cargo.toml").exists().then_some(path)
}

/// Folder for built units and unpacked files: `build/` of the checkout, else the user's cache
/// folder.
///
/// # Errors
/// [`Error::Io`] if neither exists.
pub fn cache() -> Result<PathBuf> {
    if let Some(checkout) = checkout() {
        return Ok(checkout.join("build"));
    }
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let folder = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    folder.map(|folder| folder.join("regforge")).ok_or_else(|| {
        let why = std::io::Error::other("neither XDG_CACHE_HOME nor HOME is set");
        Error::io(Path::new("folder of caches"))(why)
    })
}

/// The text of a named configuration.
pub fn configuration(name: &str) -> Option<Vec<u8>> {
    let file = format!("{name}.toml");
    let edited = checkout().map(|checkout| checkout.join("configs").join(&file));
    let edited = edited.and_then(|path| std::fs::read(path).ok());
    edited.or_else(|| Some(CONFIGS.get_file(&file)?.contents().to_vec()))
}

/// Names of the configurations that ship, the default one first.
pub fn configurations() -> Vec<String> {
    let stem = |file: &include_dir::File| Some(file.path().file_stem()?.to_string_lossy().into());
    let mut names: Vec<String> = CONFIGS.files().filter_map(stem).collect();
    names.sort_by_key(|name| (name != crate::config::Config::DEFAULT, name.clone()));
    names
}

/// Hash of the current configurations and kernels.
///
/// # Errors
/// [`Error::Io`] if one cannot be read.
pub fn content() -> Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    let folders = checkout().map(|at| ["configs", "kernels"].map(|name| at.join(name)));
    for folder in folders.into_iter().flatten() {
        add(&folder, &mut hasher)?;
    }
    Ok(hasher.finalize())
}

/// Names and contents of all files below a folder.
fn add(folder: &Path, hasher: &mut blake3::Hasher) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).and_then(|all| all.collect::<std::io::Result<Vec<_>>>());
    let mut paths: Vec<PathBuf> =
        entries.map_err(Error::io(folder))?.iter().map(std::fs::DirEntry::path).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add(&path, hasher)?;
        } else {
            let content = std::fs::read(&path).map_err(Error::io(&path))?;
            hasher.update(path.as_os_str().as_encoded_bytes());
            hasher.update(blake3::hash(&content).as_bytes());
        }
    }
    Ok(())
}

/// The folder of a kernel that ships, unpacked if there is no checkout.
///
/// # Errors
/// [`Error::Io`] if it cannot be unpacked, or if no kernel has this name.
pub fn kernel(name: &str) -> Result<PathBuf> {
    let kernels = Path::new("kernels");
    if let Some(checkout) = checkout() {
        // A relative path if the checkout is the current folder, for short messages.
        let here = std::env::current_dir().is_ok_and(|here| here == checkout);
        let kernels = if here { kernels.to_path_buf() } else { checkout.join(kernels) };
        return Ok(kernels.join(name));
    }
    let folder = cache()?.join("kernels").join(env!("CARGO_PKG_VERSION"));
    let Some(kernel) = KERNELS.get_dir(name) else {
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(Error::io(&kernels.join(name))(missing));
    };
    for file in kernel.files() {
        let path = folder.join(file.path());
        let parent = path.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent).map_err(Error::io(parent))?;
        write_whole(&path, file.contents())?;
    }
    Ok(folder.join(name))
}
