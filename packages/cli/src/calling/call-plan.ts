import type { GivenArguments } from './read-arguments.ts';
import type { Target } from './target.ts';

/** The call that a command line requests. */
export interface CallPlan {
  readonly target: Target;
  readonly tool: string | undefined;
  readonly list: boolean;
  readonly given: GivenArguments;
  readonly allow: readonly string[];
  readonly attempts: number | undefined;
  readonly seconds: number | undefined;
  readonly keys: string | undefined;
  /** The environment variable that holds the key. */
  readonly bearer: string | undefined;
  readonly json: boolean;
}
