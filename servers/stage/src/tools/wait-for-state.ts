import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { describeFlags, flagsOf, haveFlags } from '../acting/waiting/state-flags.ts';
import type { Flags, WantedFlags } from '../acting/waiting/state-flags.ts';
import { expectationFailed, waitTimedOut } from '../acting/waiting/timed-out.ts';
import { findNow, poll } from '../acting/waiting/watch.ts';
import type { Watch } from '../acting/waiting/watch.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { flagsOutput, waitErrors, waitFields, waiting, waits, wantedState } from './waiting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const output = z.object({ matched: z.literal(true), ref: z.int(), state: flagsOutput });

/** Waits until all wanted states hold in one look. */
const untilState = (watch: Watch, target: Target, wanted: WantedFlags) =>
  poll<{ found: FoundTarget; flags: Flags } | undefined>(watch, async () => {
    const found = await findNow(watch, target);
    if (!found) return { holds: false, facts: undefined };
    const flags = flagsOf(found);
    return { holds: haveFlags(flags, wanted), facts: { found, flags } };
  });

export const createWaitForState = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_wait_for_state',
    description: 'Waits until an element has all the given states at the same time.',
    input: exactlyOne(z.strictObject({ ...waitFields, state: wantedState }), targetNames),
    output,
    ...waits,
    errors: [...waitErrors, 'WAIT_TIMEOUT'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { state, ...target } = call.arguments;
        const { timeoutMs } = watch.deadline;
        const { holds, facts } = await untilState(watch, target, state);
        if (holds && facts) return { matched: true as const, ref: facts.found.ref, state: { ...facts.flags } };
        const lastState = facts ? { attached: true, ...facts.flags } : { attached: false };
        throw waitTimedOut(describeFlags(state), lastState, { target, found: facts?.found, timeoutMs });
      }),
  });

export const createExpectState = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_expect_state',
    description: 'Checks that an element has all the given states at the same time, and waits for it if needed.',
    input: exactlyOne(z.strictObject({ ...waitFields, state: wantedState }), targetNames),
    output,
    ...waits,
    errors: [...waitErrors, 'EXPECTATION_FAILED'],
    run: (call) => expectState(toolbox, call, call.arguments.state),
  });

export const createExpectVisible = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_expect_visible',
    description: 'Checks that an element is visible, and waits for it if needed.',
    input: exactlyOne(z.strictObject({ ...waitFields }), targetNames),
    output,
    ...waits,
    errors: [...waitErrors, 'EXPECTATION_FAILED'],
    run: (call) => expectState(toolbox, call, { visible: true }),
  });

interface ExpectCall {
  readonly correlation_id: string;
  readonly signal: AbortSignal;
  readonly arguments: Target & { readonly sessionId?: string | undefined; readonly timeoutMs: number };
}

const expectState = (toolbox: Toolbox, call: ExpectCall, wanted: WantedFlags) =>
  waiting(toolbox, call, async (watch) => {
    const { ref, selector, by } = call.arguments;
    const { timeoutMs } = watch.deadline;
    const target = { ref, selector, by };
    const { holds, facts } = await untilState(watch, target, wanted);
    if (holds && facts) return { matched: true as const, ref: facts.found.ref, state: { ...facts.flags } };
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    const seen = facts && Object.fromEntries(given.map(([name]) => [name, facts.flags[name as keyof Flags]]));
    throw expectationFailed(Object.fromEntries(given), seen, { target, found: facts?.found, timeoutMs });
  });
