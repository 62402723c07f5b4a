//! Interleave in Zed: the program on the `PATH` is its language server.

use zed_extension_api::{
    Command, Extension, LanguageServerId, Result, Worktree, register_extension,
};

struct Interleave;

impl Extension for Interleave {
    fn new() -> Interleave {
        Interleave
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let program = worktree.which("interleave");
        let command = program.ok_or("The program `interleave` is not on the PATH.")?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

register_extension!(Interleave);
