use crate::error::Result;
use clap::Args;
/// todo
#[derive(Args)]
pub struct Summary {}
impl Summary {
    pub fn run(self) -> Result<()> {
        Ok(())
    }
}
