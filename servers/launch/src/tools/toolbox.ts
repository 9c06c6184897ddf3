import type { Runs } from '@recourse/runs';
import type { Repositories } from '../sources/tree.ts';
import type { Overseers } from './overseers.ts';

/** How long the tools wait for work before they answer TOOL_TIMEOUT. The work continues. */
export interface WaitLimits {
  readonly validateMs: number;
  readonly fixMs: number;
  readonly resumeMs: number;
  readonly publishMs: number;
}

export const defaultWaits: WaitLimits = {
  validateMs: 590_000,
  fixMs: 590_000,
  resumeMs: 290_000,
  publishMs: 290_000,
};

/** The things that every tool works with. */
export interface Toolbox {
  readonly runs: Runs;
  /** The pipeline whose runs these tools show. Runs of another one do not exist for them. */
  readonly pipeline: string;
  /** The principals that use the runs of all. Every other one has only its own. */
  readonly overseers: Overseers;
  readonly waits: WaitLimits;
  /** Work whose caller did not get its result, by caller, run and operation. The same call again gets it. */
  readonly unanswered: Set<string>;
}

/** The things that a tool needs to derive the configuration of a run. */
export interface SourceToolbox extends Toolbox {
  readonly repositories: Repositories;
  /** The address of the repository of the site, if the operator has named one. */
  readonly site?: string;
}
