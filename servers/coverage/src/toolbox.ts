import type { GitHub } from '@recourse/github';
import type { planRun, runPlan } from './running/index.ts';

export const modes = ['agent', 'ci'] as const;
/** `agent`: reads and runs tests, and leaves the policy alone. `ci`: everything. */
export type Mode = (typeof modes)[number];

/** What every tool works with. */
export interface Toolbox {
  /** The folder of the project, with no link on the way to it: the only tree that is ever touched. */
  readonly root: string;
  readonly mode: Mode;
  /** From the root down. */
  readonly historyPath: string;
  readonly defaultTimeoutMs: number;
  /** No run takes longer: the call itself would be over. */
  readonly longestTimeoutMs: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Undefined where there are no credentials. */
  readonly github: GitHub | undefined;
  readonly now: () => number;
  readonly plan: typeof planRun;
  readonly run: typeof runPlan;
}
