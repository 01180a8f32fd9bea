use crate::error::Result;
use clap::Args;
/// todo
#[derive(Args)]
pub struct Area {}
impl Area {
    pub fn run(self) -> Result<()> {
        Ok(())
    }
}
