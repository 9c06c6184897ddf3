import type { Recovery } from '@recourse/contract';

/** The instruction to the caller for each recovery. */
export const recoverySentences: Readonly<Record<Recovery, string>> = {
  fix_input: 'change the arguments as the hint says, then call again.',
  retry: 'make the same call again, a few times, waiting longer each time.',
  wait: 'make the same call again after the time that the response gives.',
  confirm: 'ask a person; if they agree, confirm with the token from the response.',
  discover: 'list or search to find out what exists, then use one of the results.',
  change_state: 'put the resource into the state that the hint asks for, then call again.',
  authorize: 'ask a person for the missing permission; changing the arguments does not help.',
  verify: 'check whether the call took effect before making it again.',
  report: 'stop, and tell the operators of the server; calling again does not help.',
};
