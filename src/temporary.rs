//! Temporary files and folders, removed when their value is dropped or the program is interrupted.

use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, TempDir, TempPath};

/// Exit code of an interrupted program, as in shells.
const INTERRUPTED: i32 = 130;

/// Paths that an interrupted program removes.
static LISTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn listed() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LISTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a handler: SIGINT, SIGTERM and SIGHUP remove the temporary files and end the program.
/// If one of them is ignored, as under `nohup`, no handler is installed.
///
/// # Errors
/// [`Error::Io`] if the system does not let it handle signals.
pub(crate) fn remove_when_interrupted() -> Result<()> {
    let handler = || {
        // The lock is held until the exit, so no new temporary file can appear.
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

/// A path in the list, removed from it when dropped.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        listed().remove(&self.0);
    }
}

/// Creates a temporary file or folder while the list is locked, so that the list is always
/// complete.
fn list<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Listed)> {
    let mut all = listed();
    let made = make()?;
    let path = made.as_ref().to_path_buf();
    all.insert(path.clone());
    Ok((made, Listed(path)))
}

/// A folder that is removed with its contents.
pub(crate) struct Folder {
    folder: TempDir,
    _listed: Listed,
}

impl Folder {
    /// Creates a folder in the system's temporary folder.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn new() -> Result<Folder> {
        Folder::within(&std::env::temp_dir(), ".tmp")
    }

    /// Creates a folder in this folder, with a name that begins with `prefix`.
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

    /// Writes a file in the folder.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path().join(name);
        fs::write(&path, text).map_err(Error::io(&path))
    }

    /// Renames the folder and keeps it. Does nothing if a folder with that name exists.
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

/// A file that is removed unless [`File::keep_as`] renames it.
pub(crate) struct File {
    path: TempPath,
    _listed: Listed,
}

impl File {
    /// Creates a file in this folder, open for writing and readable by all users once it is
    /// renamed. Errors do not show its temporary name, which means nothing to the user.
    pub fn within(folder: &Path) -> io::Result<(fs::File, File)> {
        let mut options = fs::File::options();
        options.write(true).create_new(true).mode(0o644);
        let make = || Builder::new().make_in(folder, |path| options.open(path));
        let (file, _listed) = list(make)?;
        let (file, path) = file.into_parts();
        Ok((file, File { path, _listed }))
    }

    /// Renames the file, replacing an existing file.
    pub fn keep_as(self, path: &Path) -> io::Result<()> {
        self.path.persist(path)?;
        Ok(())
    }
}
