use crate::error::Result;
use clap::Args;
/// todo
#[derive(Args)]
pub struct Sweep {}
impl Sweep {
    pub fn run(self) -> Result<()> {
        Ok(())
    }
}
