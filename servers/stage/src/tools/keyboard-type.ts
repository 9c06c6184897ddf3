import { defineTool, exclusive, sensitive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { charactersOf } from '../acting/keyboard/characters.ts';
import { typeIntoFocus } from '../acting/type-into-focus.ts';
import { typeInto } from '../acting/type-text.ts';
import { acting, actionFields, actionOutput, acts, fieldErrors, force, hasTarget, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createKeyboardType = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_keyboard_type',
    description: 'Types text key by key, into an element or into the focused one.',
    input: exclusive(
      z.strictObject({ ...actionFields, text: sensitive(z.string().min(1).max(10_000)), force }),
      targetNames,
    ),
    output: z.object({ typed: z.int(), ...actionOutput }),
    ...acts,
    errors: fieldErrors,
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { text, force: withForce } = call.arguments;
        const typed = charactersOf(text).length;
        if (hasTarget(call.arguments))
          return { typed, ...targetOf(await typeInto(act, call.arguments, text, withForce), call.arguments) };
        await typeIntoFocus(act, text);
        return { typed };
      }),
  });
