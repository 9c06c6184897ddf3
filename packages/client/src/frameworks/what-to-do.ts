import type { Failure, Recovery } from '@recourse/contract';
import type { End } from '../calling/end.ts';

/** The ends after which something is left to do. */
export type FailedEnd = Exclude<End, 'succeeded' | 'verified'>;

/** Says what a model should do now, in the imperative, because a model acts on what it reads. */
export const whatToDo = (end: FailedEnd, failure: Failure, isInferred = false): string => {
  // A tool that says in words what is wrong was answered: the model can read them, and correct the call.
  if (end === 'in_doubt' && (isToldInWords(failure) || isInferred)) return `${byRecovery.report} ${lookFirst}`;
  const words = byEnd[end] ?? byRecovery[failure.recovery];
  return mayHaveHappened(end, failure) ? `${words} ${lookFirst}` : words;
};

const isToldInWords = ({ code, namespace }: Failure): boolean => code === 'TOOL_ERROR' && namespace === 'client';

const person = 'Do not call it again, and do not try to achieve the same in another way.';
const later = 'Do not call it again now. Continue without it, or tell the person.';

const byEnd: Readonly<Record<FailedEnd, string | undefined>> = {
  handed_over: undefined,
  needs_person: `Only a person can fix this. ${person} Tell the person what is missing.`,
  denied: `A person was asked and did not say yes: it was NOT done. ${person} Say that it was not done.`,
  in_doubt:
    'It may have taken effect; the outcome is unknown. Do NOT call it again: it could be done twice. Check with a read-only tool, or tell the person that the outcome is unknown.',
  gave_up_attempts: `All allowed attempts have been used. ${later}`,
  gave_up_deadline: `Its time limit has been reached. ${later}`,
  gave_up_loop: `It has failed in the same way more than once. ${later}`,
  gave_up_server: `The connection to the server was lost, or calls failed too often. ${later}`,
  cancelled: 'It was cancelled before it finished. Do not call it again unless the person asks for it.',
};

/** The next step for a failure that is handed over. */
const byRecovery: Readonly<Record<Recovery, string>> = {
  fix_input: 'Correct the arguments as `details` and `message` say, and call it again.',
  discover: 'Find out what is missing, using `next_actions`, `similar` and `said` if given, and call it again.',
  change_state: 'First bring about the state that it needs, using `next_actions` if given, then call it again.',
  confirm:
    'It was NOT done. A person has to confirm it, and no one could be asked. You cannot confirm it. Tell the person what you want to do, and stop.',
  retry: later,
  wait: later,
  verify: 'Check whether it took effect, using `next_actions` if given, before you call it again.',
  authorize: 'Only a person can give permission. Tell the person what is missing.',
  report:
    'Read what the tool said, in `message` and `said`, and act on it. Do not make the same call again unless the tool says that repeating it helps.',
};

const lookFirst = 'It may have taken effect: check before you repeat anything.';

/** If the message does not say so itself. */
const mayHaveHappened = (end: FailedEnd, { effect, recovery }: Failure): boolean =>
  effect !== 'none' && end !== 'in_doubt' && end !== 'denied' && !(end === 'handed_over' && recovery === 'verify');
