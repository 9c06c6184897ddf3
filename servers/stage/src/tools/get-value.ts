import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { readValue } from '../reading/read-value.ts';
import { target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import { answerText, textInput, textOutput } from './text-answer.ts';
import type { Toolbox } from './toolbox.ts';

export const createGetValue = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_value',
    description:
      'Reads the value of a field, list, slider or editor; null if the element has none. Secrets are masked.',
    input: exactlyOne(z.strictObject({ ...target, ...textInput }), targetNames),
    output: z.object({ ref: z.int(), value: z.string().nullable(), ...textOutput }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { ref } = found;
        const value = readValue(found);
        if (value === undefined) return { ref, value: null, length: 0 };
        const { part, ...rest } = answerText(value, { tool: 'electron_get_value', ref, arguments: call.arguments });
        return { ref, value: part, ...rest };
      }),
  });
