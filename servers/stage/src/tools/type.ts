import { defineTool, exactlyOne, sensitive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { fill } from '../acting/type-text.ts';
import { acting, actionFields, actionOutput, acts, fieldErrors, force, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createType = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_type',
    description:
      'Replaces the content of a field. TYPE_NO_EFFECT means that the element ignored the text: use electron_type_into_editor for editors.',
    input: exactlyOne(
      z.strictObject({ ...actionFields, text: sensitive(z.string().max(100_000)), force }),
      targetNames,
    ),
    output: z.object(actionOutput),
    ...acts,
    errors: fieldErrors,
    run: (call) =>
      acting(toolbox, call, async (act) => ({
        ...targetOf(await fill(act, call.arguments, call.arguments.text, call.arguments.force), call.arguments),
      })),
  });
