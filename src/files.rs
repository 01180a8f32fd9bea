//! Writing files whole or not at all.

use crate::error::{Error, Result};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a temporary file beside `path` and renames it: nobody ever sees half of it.
///
/// # Errors
/// [`Error::Io`].
pub fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let write = || -> std::io::Result<()> {
        let mut file = tempfile::Builder::new()
            .permissions(std::fs::Permissions::from_mode(0o644))
            .tempfile_in(folder)?;
        file.write_all(content)?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Error::io(path))
}
