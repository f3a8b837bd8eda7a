//! The binary's commands.

/// Runs the command line.
pub(crate) fn run() -> anyhow::Result<()> {
    anyhow::bail!("not written yet")
}
