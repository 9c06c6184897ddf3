import type { Failure } from '@recourse/contract';

export interface Repetition {
  readonly failure: Failure;
  /** The tool is known only to read. */
  readonly reads: boolean;
  /** The server keeps to the key of the call. */
  readonly keyed: boolean;
}

/**
 * Whether a call may be made again. It may where nothing can happen twice: the tool only reads, the server keeps to
 * the key of the call, or the failure says that nothing happened. What a look has shown is no reason by itself.
 */
export const mayRepeat = ({ failure, reads, keyed }: Repetition): boolean =>
  reads || keyed || failure.effect === 'none';
