import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse completion`. */
export const help = `Usage: recourse completion <bash|zsh|fish>

Prints a shell completion script for commands, options and servers. The script
contains all of them, so completing a word starts no process. Generate it
again after an update.

${exitHelp('completion')}

Examples:
  source <(recourse completion bash)        # in ~/.bashrc
  source <(recourse completion zsh)         # in ~/.zshrc, after compinit
  recourse completion fish | source         # in ~/.config/fish/config.fish`;
