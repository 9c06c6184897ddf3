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

/** The end of a call that is not sent: the circuit of its server is open, or it would go round in a circle. */
export const findUnsent = (request: ToolRequest, settings: Settings): Recovered | undefined => {
  const { health, loops } = settings;
  const loop = loops.find(request);
  if (loop) return unsent('gave_up_loop', loop.failure, wordsOf(loop), settings);
  if (health.mayCall()) return undefined;
  const failure = failAsClient('SERVER_RESTING', {}, { effect: 'none', retry_after_ms: health.restsForMs() });
  return unsent('gave_up_server', failure, 'the server failed several times in a row', settings);
};

const wordsOf = ({ failure, calls, restsForMs }: Loop): string =>
  `this call has ended in ${failure.code} ${calls} times, and nothing has changed since: ` +
  `it is not sent for ${Math.ceil(restsForMs / 1_000)} s. Change it, or what it needs`;

const unsent = (end: End, failure: Failure, why: string, { now, onStep }: Settings): Recovered => {
  const step: Step = { kind: 'end', end, why, at: now() };
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
