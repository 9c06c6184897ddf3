import type { GitHub } from '@recourse/github';
import type { Attestations } from './attesting/attestations.ts';
import type { planRun, runPlan } from './running/index.ts';

export const modes = ['agent', 'ci'] as const;
/** `agent` reads and runs tests, cannot change the policy, and uses only attested profiles; `ci` can do everything. */
export type Mode = (typeof modes)[number];

/** Settings and services that all tools share. */
export interface Toolbox {
  /** The folder of the project, with no link on the way to it: the only tree that is ever touched. */
  readonly root: string;
  readonly mode: Mode;
  /** Whether a profile that no run of this server made is refused, or used and marked. */
  readonly unattested: 'refused' | 'marked';
  readonly attestations: Attestations;
  /** From the root down. */
  readonly historyPath: string;
  readonly defaultTimeoutMs: number;
  /** No run takes longer: the call itself would be over. */
  readonly longestTimeoutMs: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Undefined if there are no credentials. */
  readonly github: GitHub | undefined;
  readonly now: () => number;
  readonly plan: typeof planRun;
  readonly run: typeof runPlan;
}
