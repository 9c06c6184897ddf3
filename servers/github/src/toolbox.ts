import type { GitHub } from '@recourse/github';
import type { QuotaRule } from '@recourse/engine';
import type { Permits } from './policy/permits.ts';

/** The means of a tool during one call: its requests and pauses end with the call. */
export interface Toolbox {
  readonly github: GitHub;
  readonly permits: Permits;
  /** How long GitHub is given to find out whether a pull request can be merged. */
  readonly mergeableWaitMs: number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The means that all tools of a server share. */
export interface ServerToolbox extends Omit<Toolbox, 'sleep'> {
  /** How often a tool may write to one repository. */
  readonly writeLimit: (tool: string) => readonly QuotaRule[];
  /** How long a request may still take effect at GitHub after the process that sent it is gone. */
  readonly settlesWithinMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
