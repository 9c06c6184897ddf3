import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { describeMatches } from '../reading/describe-match.ts';
import { findElements } from '../reading/find-elements.ts';
import { defaultBudget } from '../reading/snapshot/fit.ts';
import { checkBudget } from '../reading/snapshot/snapshot.ts';
import { sessionId } from './fields.ts';
import { matchesOutput, moreMatches } from './more-matches.ts';
import { budgetTokens } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const mostMatches = 1000;
const part = z.string().min(1).max(500);

export const createFind = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_find',
    description: 'Finds elements of the active surface by role, name and state, and gives their references.',
    input: exclusive(
      z.strictObject({
        sessionId,
        role: z.string().min(1).max(50).optional().describe("An ARIA role, 'text' or 'clickable'."),
        nameContains: part.optional(),
        nameExact: part.optional(),
        interactive: z.boolean().optional(),
        enabled: z.boolean().optional(),
        inViewport: z.boolean().optional(),
        limit: z.int().min(1).max(mostMatches).default(50),
        budgetTokens,
      }),
      ['nameContains', 'nameExact'],
    ),
    output: matchesOutput,
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: lookErrors,
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        const { limit, budgetTokens: budget = defaultBudget, sessionId: _session, ...filter } = call.arguments;
        checkBudget(budget);
        const { placed } = await observer.look(surface, capturing);
        const found = findElements(placed, filter);
        const more = moreMatches({ tool: 'electron_find', arguments: call.arguments, mostMatches });
        const around = { surface_id: surface.id, ...(more && { more }) };
        const described = describeMatches(observer, surface.id, found, { limit, budgetTokens: budget, around });
        return { ...described, ...(described.omitted === undefined ? { surface_id: surface.id } : around) };
      }),
  });
