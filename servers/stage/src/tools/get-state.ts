import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { isHidden } from '../observe/visibility.ts';
import { elementState } from '../reading/element-fields.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { target } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

/** Longer strings are cut; other tools read them in parts. */
const mostTokens = 300;

export const createGetState = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_state',
    description: 'Reads role, name and all states of an element.',
    input: exclusive(z.strictObject({ ...target }), ['ref', 'selector']),
    output: z.object({
      ref: z.int(),
      role: z.string(),
      name: z.string(),
      value: z.string().optional(),
      context: z.string().optional(),
      visible: z.boolean(),
      enabled: z.boolean(),
      state: elementState,
    }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { ref } = found;
        const { role, name, value, context, state } = found.placed.element;
        return {
          ref,
          role,
          name: clipTokens(name, mostTokens),
          ...(value !== undefined && { value: clipTokens(value, mostTokens) }),
          ...(context !== undefined && { context: clipTokens(context, mostTokens) }),
          visible: !isHidden(found.node),
          enabled: state.disabled !== true,
          state: { ...state },
        };
      }),
  });
