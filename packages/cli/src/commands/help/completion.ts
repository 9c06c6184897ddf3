import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse completion`. */
export const help = `Usage: recourse completion <bash|zsh|fish>

Prints a script that completes commands, options and servers with the Tab key.
It holds them all, so that a completion starts no process. Print it again after
an update.

${exitHelp('completion')}

Examples:
  source <(recourse completion bash)        # in ~/.bashrc
  source <(recourse completion zsh)         # in ~/.zshrc, after compinit
  recourse completion fish | source         # in ~/.config/fish/config.fish`;
