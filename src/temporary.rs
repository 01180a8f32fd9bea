//! Temporary files and folders. They go with their value, and when the program is interrupted.

use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, TempDir, TempPath};

/// Exit code of an interrupted program, as shells have it.
const INTERRUPTED: i32 = 130;

/// What an interrupted program removes.
static LISTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn listed() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LISTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on SIGINT, SIGTERM and SIGHUP remove what is temporary and end the program. If one of
/// them is ignored, as under `nohup`, all keep their meaning.
///
/// # Errors
/// [`Error::Io`] if the system does not let it handle signals.
pub(crate) fn remove_when_interrupted() -> Result<()> {
    let handler = || {
        // Locked until the end: nothing new appears.
        let all = listed();
        for path in all.iter() {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        std::process::exit(INTERRUPTED);
    };
    match ctrlc::try_set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(Error::io(Path::new("signals"))(io::Error::other(error))),
    }
}

/// The place of something temporary in the list.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        listed().remove(&self.0);
    }
}

/// Makes something temporary while the list is locked, so that the list lacks nothing.
fn list<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Listed)> {
    let mut all = listed();
    let made = make()?;
    let path = made.as_ref().to_path_buf();
    all.insert(path.clone());
    Ok((made, Listed(path)))
}

/// A folder that is removed with all that is in it.
pub(crate) struct Folder {
    folder: TempDir,
    _listed: Listed,
}

impl Folder {
    /// In the system's folder for what is temporary.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn new() -> Result<Folder> {
        Folder::within(&std::env::temp_dir(), ".tmp")
    }

    /// In this folder, with a name that begins so.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn within(parent: &Path, prefix: &str) -> Result<Folder> {
        let made = list(|| Builder::new().prefix(prefix).tempdir_in(parent));
        let (folder, _listed) = made.map_err(Error::io(parent))?;
        Ok(Folder { folder, _listed })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file in it.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path().join(name);
        fs::write(&path, text).map_err(Error::io(&path))
    }

    /// Gives it this name for good. Nothing happens if a folder of that name is there.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn keep_as(self, path: &Path) -> Result<()> {
        match fs::rename(self.path(), path) {
            Ok(()) => _ = self.folder.keep(),
            Err(_) if path.is_dir() => {}
            Err(error) => return Err(Error::io(path)(error)),
        }
        Ok(())
    }
}

/// A file that is removed unless it gets its name.
pub(crate) struct File {
    path: TempPath,
    _listed: Listed,
}

impl File {
    /// In this folder, open to be written, and readable by all once it has its name. Errors do not
    /// have its name, which nobody has asked for.
    pub fn within(folder: &Path) -> io::Result<(fs::File, File)> {
        let mut options = fs::File::options();
        options.write(true).create_new(true).mode(0o644);
        let make = || Builder::new().make_in(folder, |path| options.open(path));
        let (file, _listed) = list(make)?;
        let (file, path) = file.into_parts();
        Ok((file, File { path, _listed }))
    }

    /// Gives it this name, in place of the file that has it.
    pub fn keep_as(self, path: &Path) -> io::Result<()> {
        self.path.persist(path)?;
        Ok(())
    }
}
