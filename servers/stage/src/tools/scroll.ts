import { defineTool, exactlyOne, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { scrollIntoView, turnWheel } from '../acting/scroll.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, hasTarget, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const distance = z.number().min(-100_000).max(100_000);

export const createScroll = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_scroll',
    description:
      'Scrolls by dx and dy pixels with the mouse wheel, over an element or the middle of the surface. Without dx and dy, scrolls the element into view.',
    input: exclusive(
      z.strictObject({ ...actionFields, dx: distance.optional(), dy: distance.optional() }),
      targetNames,
    ),
    output: z.object({ dx: z.number().optional(), dy: z.number().optional(), ...actionOutput }),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_COVERED'],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { dx, dy } = call.arguments;
        if (dx === undefined && dy === undefined)
          return targetOf(await scrollIntoView(act, call.arguments), call.arguments);
        const by = { dx: dx ?? 0, dy: dy ?? 0 };
        const found = await turnWheel(act, hasTarget(call.arguments) ? call.arguments : undefined, by);
        return { ...by, ...(found && targetOf(found, call.arguments)) };
      }),
  });

export const createScrollIntoView = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_scroll_into_view',
    description: 'Scrolls an element into view, scrolling its enclosing frames too.',
    input: exactlyOne(z.strictObject({ ...actionFields }), targetNames),
    output: z.object(actionOutput),
    ...acts,
    idempotent: true,
    errors: actionErrors,
    run: (call) =>
      acting(toolbox, call, async (act) => targetOf(await scrollIntoView(act, call.arguments), call.arguments)),
  });
