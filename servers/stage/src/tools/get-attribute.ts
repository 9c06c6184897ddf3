import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { readAttribute } from '../reading/read-value.ts';
import { target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import { answerText, textInput, textOutput } from './text-answer.ts';
import type { Toolbox } from './toolbox.ts';

export const createGetAttribute = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_attribute',
    description: 'Reads an attribute of an element as written in the page; null if it is absent. Secrets are masked.',
    input: exactlyOne(z.strictObject({ ...target, name: z.string().min(1).max(200), ...textInput }), targetNames),
    output: z.object({ ref: z.int(), value: z.string().nullable(), ...textOutput }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { ref } = found;
        const value = readAttribute(found, call.arguments.name);
        if (value === undefined) return { ref, value: null, length: 0 };
        const { part, ...rest } = answerText(value, { tool: 'electron_get_attribute', ref, arguments: call.arguments });
        return { ref, value: part, ...rest };
      }),
  });
