import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse stage demo`. */
export const help = `Usage: recourse stage demo [--electron]

Opens a small task board in Chromium and shows a session with it, as an agent
would see it: a snapshot within a token budget, the difference after a change, a
stale reference and how to recover from it, and a screenshot with secrets
masked. Leaves nothing behind.

  --electron      run the board as an Electron app, with the executable in
                  STAGE_ELECTRON

STAGE_CHROMIUM and STAGE_CHROMIUM_ARGUMENTS set the browser and its arguments.
In a container that runs as root, set STAGE_CHROMIUM_ARGUMENTS=--no-sandbox.

${exitHelp('stage demo')}

Example:
  recourse stage demo`;
