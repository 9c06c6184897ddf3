import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { waitForEvent } from '../acting/waiting/wait-for-event.ts';
import { hasTarget } from './acting.ts';
import { waitErrors, waitFields, waiting, waits } from './waiting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createWaitForEvent = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_wait_for_event',
    description: "Waits for a DOM event such as 'input' or 'transitionend', on an element or anywhere on the page.",
    input: exclusive(
      z.strictObject({
        ...waitFields,
        eventName: z
          .string()
          .max(100)
          .regex(/^[\w:.-]+$/u, 'must consist of letters, digits or characters of _:.-'),
      }),
      targetNames,
    ),
    output: z.object({
      fired: z.literal(true),
      event: z.object({ type: z.string(), trusted: z.boolean(), on: z.string() }),
      ref: z.int().optional(),
    }),
    ...waits,
    errors: [...waitErrors, 'WAIT_TIMEOUT'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const target = hasTarget(call.arguments) ? call.arguments : undefined;
        const { event, found } = await waitForEvent(watch, target, call.arguments.eventName);
        return { fired: true as const, event: { ...event }, ...(found && { ref: found.ref }) };
      }),
  });
