import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { setChecked } from '../acting/check.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, force, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const create = (toolbox: Toolbox, name: string, description: string, checked: boolean): Tool =>
  defineTool({
    name,
    description,
    input: exactlyOne(z.strictObject({ ...actionFields, force }), targetNames),
    output: z.object({ checked: z.boolean(), ...actionOutput }),
    ...acts,
    idempotent: true,
    errors: [...actionErrors, 'ELEMENT_DISABLED', 'ELEMENT_COVERED', 'EXPECTATION_FAILED'],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const found = await setChecked(act, call.arguments, { checked, force: call.arguments.force });
        return { checked, ...targetOf(found, call.arguments) };
      }),
  });

export const createCheck = (toolbox: Toolbox): Tool =>
  create(toolbox, 'electron_check', 'Checks a checkbox, radio button or switch if it is not checked.', true);

export const createUncheck = (toolbox: Toolbox): Tool =>
  create(toolbox, 'electron_uncheck', 'Unchecks a checkbox or switch if it is checked.', false);
