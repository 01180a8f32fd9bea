//! Writing files whole or not at all, and reading them compressed or not.

use crate::error::{Error, Place, Result};
use crate::temporary;
use liblzma::bufread::XzDecoder;
use liblzma::write::XzEncoder;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What this process has read for its user: a command's output does not replace it.
static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that a file is an input.
pub(crate) fn is_input(path: &Path) {
    if let Ok(path) = path.canonicalize() {
        INPUTS.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }
}

/// Refuses an output that would replace an input. `option` is where the user named it.
///
/// # Errors
/// [`Error::Input`].
pub(crate) fn not_an_input(option: &str, output: Option<&Path>) -> Result<()> {
    let Some(path) = output.and_then(|output| output.canonicalize().ok()) else { return Ok(()) };
    match INPUTS.lock().unwrap_or_else(PoisonError::into_inner).contains(&path) {
        true => {
            let found = format!("the input {}", path.display());
            let expected = "another file, as it would be replaced";
            Err(Error::input(Place::whole(option), found, expected))
        }
        false => Ok(()),
    }
}

/// Whether an output can be written, before the work that leads to it: a file in a folder that
/// exists, a pipe or a device.
///
/// # Errors
/// Those of writing it.
pub(crate) fn can_write(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        _ => Output::open(path).map(drop),
    }
}

/// Whether a folder of outputs can be made or written to, before the work that leads to them.
///
/// # Errors
/// Those of writing a file in the nearest folder that exists.
pub(crate) fn can_write_within(folder: &Path) -> io::Result<()> {
    let exists = folder.ancestors().find(|folder| folder.is_dir());
    temporary::File::within(exists.unwrap_or(Path::new("."))).map(drop)
}

/// Writes a file as a whole: nobody ever sees half of it, unless it is a pipe or a device.
///
/// # Errors
/// [`Error::Io`].
pub fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    write_together([(path.to_path_buf(), content)])
}

/// Writes files, each as a whole: if one of them cannot be written, as on a full disk, then none is.
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
            // Without the open file, of which there may not be many.
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

/// An open file for the content of a path, and how it gets there.
struct Output {
    file: File,
    destination: Destination,
}

/// Where the content of a path is. A device or a pipe is written to, as a rename would replace it.
/// For anything else, a temporary file is renamed when it is complete; a symbolic link stays.
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
    /// Puts the file in its place.
    fn take(self) -> io::Result<()> {
        match self {
            Destination::There => Ok(()),
            Destination::Beside(file, path) => file.keep_as(&path),
        }
    }
}

/// Where a symbolic link leads, also if nothing is there.
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

/// Most bytes of a file that is read as a whole.
const MAX_READ: u64 = 256 << 20;

/// The bytes of a file.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Input`] if it is too large to be meant.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    is_input(path);
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_READ + 1).read_to_end(&mut bytes));
    match read.map_err(Error::io(path))? as u64 > MAX_READ {
        true => {
            let found = format!("a file of more than {MAX_READ} bytes");
            Err(Error::input(Place::whole(path.display()), found, "a smaller one"))
        }
        false => Ok(bytes),
    }
}

/// The text of a file. `what` says in messages what it should hold.
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

/// How hard xz tries: large files matter more here than the last percent.
const XZ_LEVEL: u32 = 1;

/// A file that is written bit by bit and appears when it is complete, compressed if its name ends
/// with `.xz`. Dropped before [`Whole::finish`], it leaves nothing.
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

    /// Puts it in its place.
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
