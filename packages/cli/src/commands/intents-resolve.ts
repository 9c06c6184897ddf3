import type { ResolveResult } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse intents resolve`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    ...stateOptions,
    applied: { type: 'boolean' },
    absent: { type: 'boolean' },
  });
  const id = onlyName(positionals, 'call');
  if ((values.applied === true) === (values.absent === true))
    throw new UsageError('Specify whether the call took effect: --applied or --absent.');
  const effect = values.applied ? 'applied' : 'absent';
  return withState(io, values, async ({ stores: { intents } }) => {
    const result = await intents.resolve(id, effect);
    const ok = result === 'resolved';
    if (values.json) io.out(JSON.stringify({ ok, id, effect, result }, null, 2));
    else if (ok) io.out(resolved[effect](id));
    if (!ok) io.err(`recourse: ${refusals[result](id)}`);
    return ok ? exitCodes.clean : exitCodes.findings;
  });
};

const resolved = {
  applied: (id: string) =>
    `Resolved: call ${id} took effect. A call with its idempotency key now returns CONFLICT_ALREADY_APPLIED.`,
  absent: (id: string) => `Resolved: call ${id} had no effect. It can be made again with the same idempotency key.`,
} as const;

const refusals: Readonly<Record<Exclude<ResolveResult, 'resolved'>, (id: string) => string>> = {
  in_flight: (id) => `Call ${id} is running. Wait for its outcome, or stop its process first.`,
  settled: (id) => `The effect of call ${id} is already known. There is nothing to resolve.`,
  unknown: (id) => `There is no call '${id}'. 'recourse intents list' lists the lost calls.`,
};
