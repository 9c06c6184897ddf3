import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { pressKeys } from '../acting/press-keys.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, force, hasTarget, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const key = z.string();

export const createKey = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_key',
    description:
      "Presses a key or a key combination, such as 'Enter' or 'Control+S', in an element or at the current focus.",
    input: exclusive(z.strictObject({ ...actionFields, key, force }), targetNames),
    output: z.object({ key: z.string(), ...actionOutput }),
    ...acts,
    errors: actionErrors,
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { key: pressed, force: withForce } = call.arguments;
        const found = await pressKeys(act, hasTarget(call.arguments) ? call.arguments : undefined, {
          keys: [pressed],
          argument: 'key',
          force: withForce,
        });
        return { key: pressed, ...(found && targetOf(found, call.arguments)) };
      }),
  });

export const createPressSequence = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_press_sequence',
    description: 'Presses several keys one after another, in an element or at the current focus.',
    input: exclusive(z.strictObject({ ...actionFields, keys: z.array(key).min(1).max(100), force }), targetNames),
    output: z.object({ keys: z.array(z.string()), ...actionOutput }),
    ...acts,
    errors: actionErrors,
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { keys, force: withForce } = call.arguments;
        const found = await pressKeys(act, hasTarget(call.arguments) ? call.arguments : undefined, {
          keys,
          argument: 'keys',
          force: withForce,
        });
        return { keys, ...(found && targetOf(found, call.arguments)) };
      }),
  });
