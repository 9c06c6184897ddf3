import type { Recovery } from '@recourse/contract';

/** The instruction to the caller for each recovery. */
export const recoverySentences: Readonly<Record<Recovery, string>> = {
  fix_input: 'change the arguments as the hint says, then call again.',
  retry: 'make the same call again, a few times, with a growing delay.',
  wait: 'make the same call again after the time that the answer names.',
  confirm: 'ask a person; on a yes, confirm with the token from the answer.',
  discover: 'look up what exists, by list or search, and use what is found.',
  change_state: 'bring the subject into the right state first, then call again.',
  authorize: 'ask a person for the missing permission; no argument replaces it.',
  verify: 'look whether the call took effect before making it again.',
  report: 'stop, and tell the people who run the server; there is nothing to try.',
};
