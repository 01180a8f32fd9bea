//! What is decided about a kernel before it runs.

pub mod mapping;
pub mod tlp;
