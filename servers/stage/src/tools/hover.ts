import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { hover } from '../acting/hover.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, force, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createHover = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_hover',
    description: 'Moves the mouse over an element once it is visible, still and not covered.',
    input: exactlyOne(z.strictObject({ ...actionFields, force }), targetNames),
    output: z.object(actionOutput),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_COVERED'],
    run: (call) =>
      acting(toolbox, call, async (act) => ({
        ...targetOf(await hover(act, call.arguments, call.arguments.force), call.arguments),
      })),
  });
