import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse launch report`. */
export const help = `Usage: recourse launch report RUN [--out FILE] [--open] [options]

Writes the validation report of a launch as one HTML page: the verdict, the
gates, and for each page its issues, its sentences and the lines of the product
that they cite. The page has no scripts and makes no requests.

  --out FILE      the file to write (default: launch-report-RUN.html)
  --open          open it in the default browser
${stateHelp}
  --json          {run_id, file, bytes}

The product and the site are read at the commits that the run used. If one of
them cannot be read, the report says so and shows the rest.

${exitHelp('launch report')}

Example:
  recourse launch report r_2026-11-17T13-45-46Z_879b7c91 --open`;
