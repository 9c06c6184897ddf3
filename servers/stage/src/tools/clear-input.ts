import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { clear } from '../acting/type-text.ts';
import { acting, actionFields, actionOutput, acts, fieldErrors, force, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createClearInput = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_clear_input',
    description: 'Empties a field.',
    input: exactlyOne(z.strictObject({ ...actionFields, force }), targetNames),
    output: z.object({ cleared: z.literal(true), ...actionOutput }),
    ...acts,
    idempotent: true,
    errors: fieldErrors,
    run: (call) =>
      acting(toolbox, call, async (act) => ({
        cleared: true as const,
        ...targetOf(await clear(act, call.arguments, call.arguments.force), call.arguments),
      })),
  });
