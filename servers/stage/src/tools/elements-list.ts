import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { describeMatches } from '../reading/describe-match.ts';
import { selectNodes } from '../reading/select-nodes.ts';
import { placedOf } from '../reading/placed-of.ts';
import { sessionId } from './fields.ts';
import { matchesOutput, moreMatches } from './more-matches.ts';
import { budgetTokens, selector } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const mostMatches = 200;

export const createElementsList = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_elements_list',
    description:
      'Lists the elements that a CSS selector matches, in all frames and shadow roots of the active surface.',
    input: z.strictObject({ sessionId, selector, limit: z.int().min(1).max(mostMatches).default(50), budgetTokens }),
    output: matchesOutput,
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [...lookErrors, 'SELECTOR_INVALID'],
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        const { selector: wanted, limit, budgetTokens: budget } = call.arguments;
        const look = await observer.look(surface, capturing);
        const { nodes, count } = await selectNodes(look, wanted, { signal: call.signal });
        const found = nodes.slice(0, limit).map((node) => placedOf(look, node));
        const more = moreMatches({ tool: 'electron_elements_list', arguments: call.arguments, mostMatches });
        const around = { surface_id: surface.id, ...(more && { more }) };
        const { matches } = describeMatches(observer, surface.id, found, { limit, budgetTokens: budget, around });
        const truncated = count - matches.length;
        return { matches, count, ...(truncated > 0 ? { truncated, ...around } : { surface_id: surface.id }) };
      }),
  });
