//! Results that are done, one file each.

use crate::error::{Error, Result};
use crate::files::write_whole;
use std::path::{Path, PathBuf};

/// The folder of results that are done: `OUTPUT.parts/BUILD/KEY`. Each file appears whole or not at
/// all. Another build of the program finds none of them, as it may count otherwise.
pub struct Parts {
    folder: PathBuf,
}

impl Parts {
    /// The parts of an output, made by a build of the program: a hash of it.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be made.
    pub fn of(output: &Path, build: &str) -> Result<Parts> {
        let mut name = output.as_os_str().to_owned();
        name.push(".parts");
        let folder = Path::new(&name).join(build);
        std::fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
        Ok(Parts { folder })
    }

    /// Content kept under a key.
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(key)).ok()
    }

    /// # Errors
    /// [`Error::Io`].
    pub fn put(&self, key: &str, content: &[u8]) -> Result<()> {
        write_whole(&self.folder.join(key), content)
    }
}
