import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { select } from '../acting/select-options.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, force, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createSelectOption = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_select_option',
    description: 'Selects exactly the given options of a list, by value or label.',
    input: exactlyOne(z.strictObject({ ...actionFields, values: z.array(z.string()).max(50), force }), targetNames),
    output: z.object({ selected: z.array(z.string()), ...actionOutput }),
    ...acts,
    idempotent: true,
    errors: [...actionErrors, 'ELEMENT_DISABLED'],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { found, selected } = await select(act, call.arguments, call.arguments.values, call.arguments.force);
        return { selected: [...selected], ...targetOf(found, call.arguments) };
      }),
  });
