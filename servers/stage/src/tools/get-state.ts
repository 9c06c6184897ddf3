import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { isHidden } from '../observe/visibility.ts';
import { elementState } from '../reading/snapshot/snapshot-answer.ts';
import { target } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

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
          name,
          ...(value !== undefined && { value }),
          ...(context !== undefined && { context }),
          visible: !isHidden(found.node),
          enabled: state.disabled !== true,
          state: { ...state },
        };
      }),
  });
