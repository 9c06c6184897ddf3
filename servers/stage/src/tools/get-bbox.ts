import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { bbox } from '../reading/describe-match.ts';
import { target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createGetBbox = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_get_bbox',
    description:
      'Returns the position and size of an element in the viewport, in CSS pixels; null if it is not laid out.',
    input: exactlyOne(z.strictObject({ ...target }), targetNames),
    output: z.object({ ref: z.int(), bbox: bbox.nullable(), in_viewport: z.boolean() }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { ref } = found;
        const { box, isInViewport } = found.placed.element;
        return { ref, bbox: box ?? null, in_viewport: isInViewport };
      }),
  });
