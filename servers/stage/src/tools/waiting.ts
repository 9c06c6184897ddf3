import type { Failure } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import { Deadline } from '../acting/deadline.ts';
import { flagNames } from '../acting/waiting/state-flags.ts';
import type { FlagName } from '../acting/waiting/state-flags.ts';
import type { Watch } from '../acting/waiting/watch.ts';
import { reading, targetErrors } from './reading.ts';
import { cappedMs, target } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

/** The longest wait. A call that asks for more waits so long. */
export const mostWaitMs = 60_000;

export const waitTimeoutMs = cappedMs(mostWaitMs, '; 0 checks once');

/** The input fields of every wait for an element. */
export const waitFields = { ...target, timeoutMs: waitTimeoutMs };

/** The codes of tools whose element may be missing: they wait for it. */
export const waitErrors = targetErrors.filter(
  (code): code is Exclude<(typeof targetErrors)[number], 'SELECTOR_NO_MATCH'> => code !== 'SELECTOR_NO_MATCH',
);

/** The declaration that all waits share. They may take longer than other tools. */
export const waits = {
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  codes: stageCodes,
  timeoutMs: mostWaitMs + 30_000,
} as const;

const flag = z.literal([true, false, 'mixed']);

/** States that must hold at the same moment. */
export const wantedState = z.partialRecord(z.enum(flagNames), flag).meta({ minProperties: 1 });

/** All states of an element, as they were seen. */
export const flagsOutput = z.object(
  Object.fromEntries(flagNames.map((name) => [name, flag])) as Record<FlagName, typeof flag>,
);

interface WaitCall {
  readonly correlation_id: string;
  readonly signal: AbortSignal;
  readonly arguments: { readonly sessionId?: string | undefined; readonly timeoutMs: number };
}

/** Looks at the active surface until the time of the call is up. A lost connection does not start the time again. */
export const waiting = <Value>(
  toolbox: Toolbox,
  call: WaitCall,
  wait: (watch: Watch) => Promise<Value>,
): Promise<Value | Failure> => {
  const deadline = new Deadline(Math.min(call.arguments.timeoutMs, mostWaitMs), call.signal);
  return reading(toolbox, call, ({ observer, surface, capturing }) => wait({ observer, surface, capturing, deadline }));
};
