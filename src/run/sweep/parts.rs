//! Rows that are done, one file each.

use super::row::{Row, csv};
use crate::error::{Error, Result};
use crate::files::write_whole;
use std::path::{Path, PathBuf};

/// The folder of rows that are done: `OUTPUT.parts/BUILD/KEY.csv`. Each file appears whole or not at
/// all. Another build of the program finds none of them, as it may count otherwise.
pub struct Parts {
    folder: PathBuf,
}

impl Parts {
    /// The parts of an output file, made by a build of the program: a hash of it.
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

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.csv"))
    }

    /// The row of a point, if it is done. A damaged file counts as none.
    pub fn get(&self, key: &str) -> Option<Row> {
        let row = Row::parse(&std::fs::read(self.path(key)).ok()?)?;
        (row.cell("key") == key).then_some(row)
    }

    /// # Errors
    /// [`Error::Io`].
    pub fn put(&self, key: &str, row: &Row) -> Result<()> {
        let path = self.path(key);
        write_whole(&path, &csv(std::slice::from_ref(row)).map_err(Error::io(&path))?)
    }
}
