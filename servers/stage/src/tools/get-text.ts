import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { visibleText } from '../reading/visible-text.ts';
import { target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import { answerText, textInput, textOutput } from './text-answer.ts';
import type { Toolbox } from './toolbox.ts';

export const createGetText = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_text',
    description: 'Reads the visible text of an element.',
    input: exactlyOne(z.strictObject({ ...target, ...textInput }), targetNames),
    output: z.object({ ref: z.int(), text: z.string(), ...textOutput }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { ref } = found;
        const whole = visibleText(found.node) || found.placed.element.name;
        const { part, ...rest } = answerText(whole, { tool: 'electron_get_text', ref, arguments: call.arguments });
        return { ref, text: part, ...rest };
      }),
  });
