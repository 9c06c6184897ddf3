import { changeFailure, fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import type { Loop } from '../loops/loop-guard.ts';
import { failAsClient } from '../reading/client-codes.ts';
import type { ToolRequest } from '../strategies/strategy.ts';
import type { End } from './end.ts';
import { recovered } from './recovered.ts';
import type { Recovered } from './recovered.ts';
import type { Settings } from './settings.ts';
import type { Step } from './step.ts';

/**
 * The end of a call that is not sent, because the circuit of its server is open or it would loop; undefined if it can
 * be sent. If an earlier equal call left its effect in doubt, so does this one.
 */
export const findUnsent = (
  request: ToolRequest,
  settings: Settings,
  inDoubt: boolean,
  callId: string,
): Recovered | undefined => {
  const { health, loops } = settings;
  const loop = loops.find(request);
  if (loop)
    return unsent(
      inDoubt ? 'in_doubt' : 'gave_up_loop',
      opened(loop.failure, inDoubt),
      wordsOf(loop),
      settings,
      callId,
    );
  if (health.mayCall()) return undefined;
  const failure = failAsClient('CIRCUIT_OPEN', {}, { effect: 'none', retry_after_ms: health.openForMs() });
  const why = 'the server failed several times in a row';
  return unsent(inDoubt ? 'in_doubt' : 'gave_up_server', opened(failure, inDoubt), why, settings, callId);
};

/** The end of a call whose key is older than servers keep outcomes: asking with it could run the call again. */
export const keyTooOld = ({ name }: ToolRequest, settings: Settings, callId: string): Recovered => {
  const failure = fail('CONFLICT_OUTCOME_UNKNOWN', { operation: name }, { effect: 'unknown', retryable: false });
  const why =
    'the outcome of an earlier identical call is unknown, and its idempotency key is too old to ask for the outcome';
  return unsent('in_doubt', failure, why, settings, callId);
};

const opened = (failure: Failure, inDoubt: boolean): Failure =>
  inDoubt ? changeFailure(failure, { effect: 'unknown' }) : failure;

const wordsOf = ({ failure, calls, blockedForMs }: Loop): string =>
  `this call has failed with ${failure.code} ${calls} times, and this client has since made no call that could change ` +
  `the outcome, so it will not be sent again for ${Math.ceil(blockedForMs / 1_000)} s. Change the call, or the state ` +
  'that it depends on';

const unsent = (end: End, failure: Failure, why: string, { now, onStep }: Settings, callId: string): Recovered => {
  const step: Step = { kind: 'end', end, why, call_id: callId, at: now() };
  onStep?.(step);
  const content = [{ type: 'text', text: `Not sent: ${why}.` }];
  return recovered({
    end,
    why,
    answer: { result: toCallToolResult(failure) },
    instead: { kind: 'more', content },
    failure,
    steps: [step],
    calls: 0,
  });
};
