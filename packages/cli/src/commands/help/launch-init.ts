import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse launch init`. */
export const help = `Usage: recourse launch init [<file>] [options]

Writes a commented configuration for a launch of the product in the working
directory to <file> (default: run_config.yaml). Reads the name, the address and
the commit from the repository and, on a terminal, asks you to confirm or change
them. Never overwrites a file without asking.

  --product <slug>     name of the product in paths and branches
  --name <name>        display name of the product
  --repository <url>   address of the product repository
  --ref <commit>       commit of the product
  --site <url>         address of the repository of the site

${exitHelp('launch init')}

Example:
  recourse launch init --site https://github.com/acme/docs`;
