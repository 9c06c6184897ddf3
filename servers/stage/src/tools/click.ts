import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { click } from '../acting/click.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, force, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createClick = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_click',
    description:
      'Clicks an element once it is visible, enabled, still and not covered. Returns the dialogs that the click opened.',
    input: exactlyOne(
      z.strictObject({
        ...actionFields,
        button: z.enum(['left', 'right', 'middle']).default('left'),
        clickCount: z.int().min(1).max(3).default(1),
        force,
      }),
      targetNames,
    ),
    output: z.object(actionOutput),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_DISABLED', 'ELEMENT_COVERED'],
    run: (call) =>
      acting(toolbox, call, async (act) => ({
        ...targetOf(await click(act, call.arguments, call.arguments), call.arguments),
      })),
  });
