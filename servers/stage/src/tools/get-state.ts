import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { flagsOf } from '../acting/waiting/state-flags.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';
import { flagsOutput } from './waiting.ts';

/** Longer strings are cut; other tools read them in parts. */
const mostTokens = 300;

export const createGetState = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_state',
    description: 'Reads the role, name and all states of an element.',
    input: exactlyOne(z.strictObject({ ...target }), targetNames),
    output: z.object({
      ref: z.int(),
      role: z.string(),
      name: z.string(),
      value: z.string().optional(),
      context: z.string().optional(),
      state: flagsOutput,
    }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { ref } = found;
        const { role, name, value, context } = found.placed.element;
        return {
          ref,
          role,
          name: clipTokens(name, mostTokens),
          ...(value !== undefined && { value: clipTokens(value, mostTokens) }),
          ...(context !== undefined && { context: clipTokens(context, mostTokens) }),
          state: { ...flagsOf(found) },
        };
      }),
  });
