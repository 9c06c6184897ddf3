import type { Io } from '../command.ts';
import type { StateChoice } from '../state/state-options.ts';

/** How a thing is: as it should be, worth a thought, or in the way of serving. */
export type Verdict = 'fine' | 'advice' | 'broken';

export interface Finding {
  readonly verdict: Verdict;
  readonly says: string;
  /** What to do about it. */
  readonly todo?: string;
}

/** The input of checks. They change nothing. */
export interface CheckContext {
  readonly io: Io;
  /** The configuration and the store that servers would take. */
  readonly choice: StateChoice;
  readonly port: number;
  readonly platform: NodeJS.Platform;
  /** The version of Node that runs this. */
  readonly node: string;
  /** Ends what takes too long. */
  readonly signal: AbortSignal;
}

/** One thing that the doctor looks at. */
export interface Check {
  readonly name: string;
  run(context: CheckContext): Promise<readonly Finding[]>;
}
