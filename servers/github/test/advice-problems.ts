import type { Failure } from '@recourse/contract';

type Advice = Pick<Failure, 'retryable' | 'recovery' | 'effect' | 'hint'>;

/** Words that the hint of each recovery must have. */
const advised: Readonly<Record<Failure['recovery'], RegExp>> = {
  fix_input: /\b(change|send|check|keep|request|correct)\b/i,
  retry: /\brepeat\b/i,
  wait: /\brepeat\b/i,
  confirm: /\bconfirm/i,
  discover: /\b(look|read|list|search|review|repeat the call with)\b/i,
  change_state: /\b(first|archived|commit|clear|resolve)\b/i,
  authorize: /\b(ask|grant|authorise)\b/i,
  verify: /\b(check|look)\b/i,
  report: /\breport\b/i,
};

/** Where the facts of a failure contradict each other; empty if they agree. */
export const adviceProblems = ({ retryable, recovery, effect, hint }: Advice): readonly string[] => {
  const repeats = recovery === 'retry' || recovery === 'wait';
  const problems: [boolean, string][] = [
    [retryable !== repeats, `retryable is ${String(retryable)}, and the recovery is ${recovery}`],
    [!retryable && /^repeat the same call/i.test(hint), 'the hint advises a repetition that is not allowed'],
    [!advised[recovery].test(hint), `the hint does not say how to ${recovery}`],
    [
      effect === 'unknown' && !retryable && recovery !== 'verify',
      'the effect is unknown, and the caller is not told to check',
    ],
    [recovery === 'verify' && effect === 'none', 'nothing was done, but the caller is told to check'],
    [recovery === 'fix_input' && effect !== 'none', 'the input is blamed after something was done'],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => `${problem}: ${hint}`);
};
