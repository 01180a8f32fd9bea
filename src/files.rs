//! Writes files completely or not at all, and reads plain or compressed files.

use crate::error::{Error, Place, Result};
use crate::temporary;
use liblzma::bufread::XzDecoder;
use liblzma::write::XzEncoder;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files that this process has read for its user; a command's output must not replace them.
static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Registers a file as an input.
pub(crate) fn is_input(path: &Path) {
    if let Ok(path) = path.canonicalize() {
        INPUTS.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }
}

/// Rejects an output that would replace an input. `option` is the option that names the output.
///
/// # Errors
/// [`Error::Input`].
pub(crate) fn not_an_input(option: &str, output: Option<&Path>) -> Result<()> {
    let Some(path) = output.and_then(|output| output.canonicalize().ok()) else { return Ok(()) };
    match INPUTS.lock().unwrap_or_else(PoisonError::into_inner).contains(&path) {
        true => {
            let found = format!("the input file {}", path.display());
            let expected = "another file, because the input would be overwritten";
            Err(Error::input(Place::whole(option), found, expected))
        }
        false => Ok(()),
    }
}

/// Checks that an output can be written, before the work that produces it starts. The output is a
/// file in an existing folder, a pipe or a device.
///
/// # Errors
/// Those of writing the file.
pub(crate) fn can_write(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        _ => Output::open(path).map(drop),
    }
}

/// Checks that a folder of outputs can be created or written to, before the work that produces them
/// starts.
///
/// # Errors
/// Those of writing a file in the nearest existing folder.
pub(crate) fn can_write_within(folder: &Path) -> io::Result<()> {
    let exists = folder.ancestors().find(|folder| folder.is_dir());
    temporary::File::within(exists.unwrap_or(Path::new("."))).map(drop)
}

/// Writes a file atomically: readers see the complete file or the old one. Pipes and devices are
/// written directly.
///
/// # Errors
/// [`Error::Io`].
pub fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    write_together([(path.to_path_buf(), content)])
}

/// Writes several files, each atomically. If one cannot be written, for example on a full disk,
/// none is replaced.
///
/// # Errors
/// [`Error::Io`].
pub(crate) fn write_together<'a>(
    files: impl IntoIterator<Item = (PathBuf, &'a [u8])>,
) -> Result<()> {
    let write = |(path, content): (PathBuf, &[u8])| {
        let write = || {
            let mut output = Output::open(&path)?;
            output.file.write_all(content)?;
            // The file is closed here: the number of open files is limited.
            Ok(output.destination)
        };
        let destination = write().map_err(Error::io(&path))?;
        Ok((destination, path))
    };
    let written = files.into_iter().map(write).collect::<Result<Vec<_>>>()?;
    written
        .into_iter()
        .try_for_each(|(destination, path)| destination.take().map_err(Error::io(&path)))
}

/// An open file for the content of a path, and its destination.
struct Output {
    file: File,
    destination: Destination,
}

/// Where the content is written. Devices and pipes are written directly, because a rename would
/// replace them. For any other path, a temporary file is renamed when it is complete; a symbolic
/// link is kept and its target replaced.
enum Destination {
    There,
    Beside(temporary::File, PathBuf),
}

impl Output {
    fn open(path: &Path) -> io::Result<Output> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let file = File::options().write(true).open(path)?;
            return Ok(Output { file, destination: Destination::There });
        }
        let path = fs::canonicalize(path).or_else(|_| target(path)).unwrap_or_else(|_| path.into());
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let (file, temporary) = temporary::File::within(folder)?;
        Ok(Output { file, destination: Destination::Beside(temporary, path) })
    }
}

impl Destination {
    /// Moves a temporary file to its path.
    fn take(self) -> io::Result<()> {
        match self {
            Destination::There => Ok(()),
            Destination::Beside(file, path) => file.keep_as(&path),
        }
    }
}

/// The target of a symbolic link, even if the target does not exist.
fn target(link: &Path) -> io::Result<PathBuf> {
    Ok(link.parent().unwrap_or(Path::new("")).join(fs::read_link(link)?))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Maximum size in bytes of a file that is read at once.
const MAX_READ: u64 = 256 << 20;

/// The bytes of a file.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Input`] if it is larger than `MAX_READ`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    is_input(path);
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_READ + 1).read_to_end(&mut bytes));
    match read.map_err(Error::io(path))? as u64 > MAX_READ {
        true => {
            let found = format!("a file of more than {MAX_READ} bytes");
            Err(Error::input(Place::whole(path.display()), found, "a smaller file"))
        }
        false => Ok(bytes),
    }
}

/// The text of a file. `what` names the expected content in messages.
///
/// # Errors
/// Those of [`read`] and [`text`].
pub(crate) fn read_text(path: &Path, what: &str) -> Result<String> {
    text(read(path)?, path, what)
}

/// The text of a file's bytes, without a byte order mark.
///
/// # Errors
/// [`Error::Input`] with the line if they are not UTF-8.
pub(crate) fn text(bytes: Vec<u8>, path: &Path, what: &str) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        Error::input(Place::line(path.display(), line), "a byte that is not UTF-8", what)
    })?;
    Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
}

fn is_xz(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "xz")
}

/// Compression level of xz: for large files, speed matters more than the last percent.
const XZ_LEVEL: u32 = 1;

/// A file that is written step by step and appears under its name only when it is complete,
/// compressed if the name ends with `.xz`. If it is dropped before [`Whole::finish`], no file is
/// left.
pub struct Whole {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    Plain(BufWriter<Output>),
    Xz(XzEncoder<BufWriter<Output>>),
}

impl Whole {
    /// # Errors
    /// [`Error::Io`] if its folder cannot be written to.
    pub fn create(path: &Path) -> Result<Whole> {
        let file = BufWriter::new(Output::open(path).map_err(Error::io(path))?);
        let sink = match is_xz(path) {
            true => Sink::Xz(XzEncoder::new(file, XZ_LEVEL)),
            false => Sink::Plain(file),
        };
        Ok(Whole { path: path.into(), sink })
    }

    /// Completes the file and moves it to its path.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finish(self) -> Result<()> {
        let persist = || -> io::Result<()> {
            let file = match self.sink {
                Sink::Plain(file) => file,
                Sink::Xz(encoder) => encoder.finish()?,
            };
            file.into_inner().map_err(io::IntoInnerError::into_error)?.destination.take()
        };
        persist().map_err(Error::io(&self.path))
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Plain(file) => file.write(bytes),
            Sink::Xz(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Plain(file) => file.flush(),
            Sink::Xz(encoder) => encoder.flush(),
        }
    }
}

/// The contents of a file, decompressed if its name ends with `.xz`.
///
/// # Errors
/// [`Error::Io`] if it cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    is_input(path);
    let file = BufReader::new(File::open(path).map_err(Error::io(path))?);
    Ok(match is_xz(path) {
        true => Box::new(BufReader::new(XzDecoder::new_multi_decoder(file))),
        false => Box::new(file),
    })
}
