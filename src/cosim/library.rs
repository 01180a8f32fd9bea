//! Loads a Verilated unit and runs instances of it.

use super::build::{Builder, Trace};
use super::layout::Layout;
use crate::emit::{Design, Port};
use crate::error::{Error, Result};
use libloading::os::unix::{Library as Unix, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CString, c_char, c_void};
use std::path::Path;
use std::sync::Arc;

type New = unsafe extern "C" fn(u32) -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);
type Step = unsafe extern "C" fn(*mut c_void, *const u32, *mut u32);
type RunFn = unsafe extern "C" fn(*mut c_void, *const u32, u64);
type OpenTrace = unsafe extern "C" fn(*mut c_void, *const c_char);

/// A loaded shared object and its functions. Each library has its own simulation state.
pub struct Library {
    new: New,
    free: Free,
    step: Step,
    run: RunFn,
    open_trace: Option<OpenTrace>,
    layout: Layout,
    _object: Unix,
}

impl Library {
    /// Loads the shared object of a design, from the cache or newly built.
    ///
    /// # Errors
    /// Errors of [`Builder::shared_object`]; [`Error::Disagreement`] if the object has other ports.
    pub fn load(
        builder: &Builder,
        design: &Design,
        ports: &[Port],
        trace: Option<Trace>,
    ) -> Result<Arc<Library>> {
        let path = builder.shared_object(design, ports, trace)?;
        let layout = Layout::new(ports);
        let library = open(&path, layout)
            .map_err(|error| Error::Disagreement(format!("{}: {error}", path.display())))?;
        Ok(Arc::new(library))
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}

fn open(path: &Path, layout: Layout) -> std::result::Result<Library, String> {
    let text = |error: libloading::Error| error.to_string();
    // SAFETY: the object is the one that `Builder` made from our own C ABI, whose functions have
    // these types; it runs no code when loaded beyond C++ initialisers of Verilator's runtime.
    unsafe {
        let object = Unix::open(Some(path), RTLD_NOW | RTLD_LOCAL).map_err(text)?;
        let layout_hash =
            *object.get::<unsafe extern "C" fn() -> u64>(b"regforge_layout").map_err(text)?;
        if layout_hash() != layout.hash() {
            return Err("built with other ports".into());
        }
        Ok(Library {
            new: *object.get(b"regforge_new").map_err(text)?,
            free: *object.get(b"regforge_free").map_err(text)?,
            step: *object.get(b"regforge_step").map_err(text)?,
            run: *object.get(b"regforge_run").map_err(text)?,
            open_trace: object.get(b"regforge_trace").ok().map(|symbol| *symbol),
            layout,
            _object: object,
        })
    }
}

/// One simulated unit.
pub struct Instance {
    library: Arc<Library>,
    handle: *mut c_void,
}

// SAFETY: an instance is used by one thread at a time and shares nothing with others: its
// simulation context is its own.
unsafe impl Send for Instance {}

impl Instance {
    /// An instance whose storage starts at zero if `seed` is 0, else at random values.
    pub fn new(library: &Arc<Library>, seed: u32) -> Instance {
        // SAFETY: the function allocates and returns an instance that `drop` frees.
        let handle = unsafe { (library.new)(seed) };
        Instance { library: Arc::clone(library), handle }
    }

    /// One cycle. At the clock edge the state is updated with the inputs of the last cycle. The
    /// outputs are those of `inputs` and the new state.
    #[inline]
    pub fn step(&mut self, inputs: &[u32], outputs: &mut [u32]) {
        let layout = &self.library.layout;
        assert_eq!((inputs.len(), outputs.len()), (layout.input_words, layout.output_words));
        // SAFETY: both slices have the lengths that the object reads and writes; its layout hash
        // was checked.
        unsafe { (self.library.step)(self.handle, inputs.as_ptr(), outputs.as_mut_ptr()) }
    }

    /// Runs many cycles of recorded inputs in a C++ loop and discards the outputs, for
    /// measurements.
    pub fn run(&mut self, inputs: &[u32]) {
        let words = self.library.layout.input_words;
        let cycles = (inputs.len() / words) as u64;
        // SAFETY: the loop reads `cycles * words` words.
        unsafe { (self.library.run)(self.handle, inputs.as_ptr(), cycles) }
    }

    /// Writes waves from this cycle on. The build must be traced.
    ///
    /// # Errors
    /// [`Error::Disagreement`] if the build is not traced.
    pub fn trace(&mut self, path: &Path) -> Result<()> {
        let untraced = || Error::Disagreement(format!("{}: built without tracing", path.display()));
        let open = self.library.open_trace.ok_or_else(untraced)?;
        let path = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| untraced())?;
        // SAFETY: the path is a C string that outlives the call.
        unsafe { open(self.handle, path.as_ptr()) }
        Ok(())
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the handle came from `new` and is freed once.
        unsafe { (self.library.free)(self.handle) }
    }
}
