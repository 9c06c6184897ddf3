import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { flagsOf } from '../acting/waiting/state-flags.ts';
import { waitTimedOut } from '../acting/waiting/timed-out.ts';
import { findNow, poll } from '../acting/waiting/watch.ts';
import { flagsOutput, waitErrors, waitFields, waiting, waits } from './waiting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const states = ['attached', 'visible', 'hidden', 'detached'] as const;

export const createWaitForSelector = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_wait_for_selector',
    description: 'Waits until an element is attached, visible, hidden or detached.',
    input: exactlyOne(z.strictObject({ ...waitFields, state: z.enum(states).default('visible') }), targetNames),
    output: z.object({
      matched: z.literal(true),
      state: z.enum(states),
      ref: z.int().optional(),
      last_state: flagsOutput.optional(),
    }),
    ...waits,
    errors: [...waitErrors, 'WAIT_TIMEOUT'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { state, ...target } = call.arguments;
        const { timeoutMs } = watch.deadline;
        const isGoneWanted = state === 'hidden' || state === 'detached';
        const { holds, facts: found } = await poll(watch, async () => {
          const now = await findNow(watch, target, isGoneWanted);
          const isVisible = now !== undefined && flagsOf(now).visible === true;
          const held = { attached: now !== undefined, visible: isVisible, hidden: !isVisible, detached: !now };
          return { holds: held[state], facts: now };
        });
        const flags = found && flagsOf(found);
        if (!holds)
          throw waitTimedOut(state, { attached: found !== undefined, ...flags }, { target, found, timeoutMs });
        return { matched: true as const, state, ...(found && { ref: found.ref, last_state: { ...flagsOf(found) } }) };
      }),
  });
