//! Running kernels: the trait of a system, a case, a simulation, sweeps and comparisons. Nothing
//! here names a system.

pub mod backend;
pub mod case;
pub mod compare;
mod parts;
pub mod report;
pub mod shares;
pub mod simulation;
pub mod sweep;
pub mod system;

pub use backend::Backend;
pub use case::Case;
pub use parts::Parts;
pub use report::{KernelReport, KernelRow, KernelView, Subject, TechniqueReport, TechniqueRows};
pub use shares::Shares;
pub use simulation::Simulation;
pub use system::{Compiled, OnUnit, Registry, System};
