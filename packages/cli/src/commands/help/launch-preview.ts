import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse launch preview`. */
export const help = `Usage: recourse launch preview RUN [--port PORT] [options]

Builds the site with the pages of a launch and serves it on this machine until
Ctrl-C. Hover over a sentence, click it, or move the keyboard focus to its
marker to see the claims that it cites, with the file and the lines. /__launch/
lists all pages of the run and the sentences that could not be found in them.

  --port PORT     the port on 127.0.0.1 (default: any free port)
${stateHelp}
  --json          {run_id, url, index, pages, sentences, matched, hidden}, once
                  the site is served

Needs hugo; set LAUNCH_HUGO to use another executable. Scripts of the site do
not run. The evidence is added while pages are served and is not written to the
site.

${exitHelp('launch preview')}

Example:
  recourse launch preview r_2026-11-17T13-45-46Z_879b7c91`;
