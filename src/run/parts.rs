//! Finished results, one file each.

use crate::error::{Error, Result};
use crate::files::write_whole;
use std::path::{Path, PathBuf};

/// The folder of finished results: `OUTPUT.parts/BUILD/KEY`. Files are written atomically. Another
/// build of the program does not use them, because its counts may differ.
pub struct Parts {
    folder: PathBuf,
}

impl Parts {
    /// The parts of an output by a build of the program, which is identified by its hash.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be created.
    pub fn of(output: &Path, build: &str) -> Result<Parts> {
        let mut name = output.as_os_str().to_owned();
        name.push(".parts");
        let folder = Path::new(&name).join(build);
        std::fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
        Ok(Parts { folder })
    }

    /// The content stored under a key.
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(key)).ok()
    }

    /// # Errors
    /// [`Error::Io`].
    pub fn put(&self, key: &str, content: &[u8]) -> Result<()> {
        write_whole(&self.folder.join(key), content)
    }
}
