import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { describeMatches, match } from '../reading/describe-match.ts';
import { sessionId } from './fields.ts';
import { budgetTokens } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createFocusedElement = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_focused_element',
    description: 'Shows the focused element, even in a frame or shadow root; null if there is none.',
    input: z.strictObject({ sessionId, budgetTokens }),
    output: z.object({ surface_id: z.string(), focused: match.nullable() }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: lookErrors,
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        const { budgetTokens: budget } = call.arguments;
        const { placed } = await observer.look(surface, capturing);
        // A frame has the focus together with an element in it, which comes after it.
        const focused = placed.filter(({ element }) => element.state.focused).slice(-1);
        const { matches } = describeMatches(observer, surface.id, focused, { limit: 1, budgetTokens: budget });
        return { surface_id: surface.id, focused: matches[0] ?? null };
      }),
  });
