import type { Failure } from '@recourse/contract';
import { fail } from '../failing.ts';
import type { SessionEnd } from './session.ts';

/** A caller may give any string. */
const longestId = 100;

/** A call to a session whose app has ended, or to no session at all. */
export const notRunning = (id: string | undefined, end: SessionEnd | undefined): Failure => {
  const { endedAt, exitCode, signal, outputTail } = end ?? {};
  const details = {
    ...(id !== undefined && { session_id: id.slice(0, longestId) }),
    ...(endedAt !== undefined && { ended_at: endedAt }),
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(signal !== undefined && { signal }),
    ...(outputTail !== undefined && { output_tail: outputTail }),
  };
  return fail('NOT_RUNNING', details, { effect: 'none' });
};
