import type { GitHub } from '@recourse/github';
import type { QuotaRule } from '@recourse/engine';
import type { Permits } from './policy/permits.ts';

/** What every tool works with. */
export interface Toolbox {
  readonly github: GitHub;
  readonly permits: Permits;
  /** How often a tool may write to one repository. */
  readonly writeLimit: (tool: string) => readonly QuotaRule[];
  /** How long GitHub is given to find out whether a pull request can be merged. */
  readonly mergeableWaitMs: number;
  /** How long a request may still take effect at GitHub after the process that sent it is gone. */
  readonly settlesWithinMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
