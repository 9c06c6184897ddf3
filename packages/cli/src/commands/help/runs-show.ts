import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs show`. */
export const help = `Usage: recourse runs show ID [--json]

Shows one run: its state and progress, its work items with their times, its
open issues, and why it failed.

${stateHelp}
  --json          every field, with artifacts, gates and budgets

${exitHelp('runs show')}`;
