//! Servers on standard input and output.

use super::values::positive;
use clap::Subcommand;

#[derive(clap::Args)]
pub struct Lsp {
    /// Stop the search behind the verdict on a property after N states
    #[arg(long, value_name = "N", value_parser = positive(), default_value_t = server::STATES_MAX)]
    pub states_max: usize,

    /// Where the playground is, which shows runs and the reference
    #[arg(long, value_name = "ADDRESS", default_value = server::PLAYGROUND)]
    pub playground: String,

    /// As clients say that the server is to use standard input and output, which it does anyhow
    #[arg(long, hide = true)]
    pub stdio: bool,
}

#[derive(clap::Args)]
pub struct Mdbook {
    #[command(subcommand)]
    pub question: Option<MdbookQuestion>,
}

#[derive(Subcommand)]
pub enum MdbookQuestion {
    /// Exit with 0 if figures are drawn for books that RENDERER makes
    Supports { renderer: String },
}
