import { defineTool, exactlyOne, sensitive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { charactersOf } from '../acting/keyboard/characters.ts';
import { typeIntoEditor } from '../acting/type-into-editor.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createTypeIntoEditor = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_type_into_editor',
    description:
      'Clicks the content of a code or rich text editor and types there, at the end or replacing the content.',
    input: exactlyOne(
      z.strictObject({ ...actionFields, text: sensitive(z.string().max(10_000)), replace: z.boolean().default(false) }),
      targetNames,
    ),
    output: z.object({ typed: z.int(), replaced: z.boolean(), ...actionOutput }),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_COVERED', 'TYPE_NO_EFFECT'],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const { text, replace } = call.arguments;
        const found = await typeIntoEditor(act, call.arguments, { text, replace });
        return { ...targetOf(found, call.arguments), typed: charactersOf(text).length, replaced: replace };
      }),
  });
