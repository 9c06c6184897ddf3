import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { readComputedStyle } from '../reading/computed-style.ts';
import { target } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createGetComputedStyle = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_computed_style',
    description: 'Reads computed CSS properties of an element.',
    input: exclusive(
      z.strictObject({
        ...target,
        properties: z
          .array(z.string().regex(/^-{0,2}[a-z][a-z0-9-]{0,99}$/u))
          .min(1)
          .max(50),
      }),
      ['ref', 'selector'],
    ),
    output: z.object({ ref: z.int(), style: z.record(z.string(), z.string()) }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, async (found) => {
        const { ref } = found;
        const style = await readComputedStyle(found, call.arguments.properties, call.signal);
        return { ref, style: { ...style } };
      }),
  });
