import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { readComputedStyle } from '../reading/computed-style.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { cutOutput, fitList } from './fit-list.ts';
import { budgetTokens, target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const name = 'electron_get_computed_style';

export const createGetComputedStyle = (toolbox: Toolbox): Tool =>
  defineTool({
    name,
    description: 'Reads computed CSS properties of an element.',
    input: exactlyOne(
      z.strictObject({
        ...target,
        properties: z
          .array(z.string().regex(/^-{0,2}[a-z][a-z0-9-]{0,99}$/u))
          .min(1)
          .max(50),
        budgetTokens,
      }),
      targetNames,
    ),
    output: z.object({ ref: z.int(), style: z.record(z.string(), z.string()), ...cutOutput }),
    ...readsElement,
    run: (call) =>
      readingElement(toolbox, call, async (found) => {
        const { ref } = found;
        const { properties, sessionId, budgetTokens: budget } = call.arguments;
        const style = await readComputedStyle(found, properties, call.signal);
        // A property of the page's own can hold any text.
        const most = Math.floor(budget / 5);
        const entries = Object.entries(style).map(([property, value]) => [property, clipTokens(value, most)] as const);
        return fitList(entries, budget, (shown, omitted) => {
          const missing = entries.slice(shown.length).map(([property]) => property);
          const rest = { ref, properties: missing, ...(sessionId !== undefined && { sessionId }) };
          const more = { tool: name, arguments: rest, why: 'Reads the other properties.' };
          return { ref, style: Object.fromEntries(shown), ...(omitted > 0 && { omitted, more }) };
        });
      }),
  });
