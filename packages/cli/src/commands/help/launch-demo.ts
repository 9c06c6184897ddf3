import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse launch demo`. */
export const help = `Usage: recourse launch demo

Launches a sample product offline: starts a small local GitHub server with the
product and a Hugo site, writes pages, checks them, fixes what can be fixed and
opens a pull request. Prints each step, and leaves nothing behind. Needs git;
with hugo installed, the site is built as well.

${exitHelp('launch demo')}

Example:
  recourse launch demo`;
