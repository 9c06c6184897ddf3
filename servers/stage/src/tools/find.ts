import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { describeMatches, describeMatchLines, matchFormats } from '../reading/describe-match.ts';
import { findElements } from '../reading/find-elements.ts';
import { filterFields, filterOf } from './element-filter.ts';
import { sessionId } from './fields.ts';
import { matchesOutput, moreMatches } from './more-matches.ts';
import { budgetTokens } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const mostMatches = 1000;
const mostNames = 20;
const longestName = 1000;
const name = 'electron_find';

export const createFind = (toolbox: Toolbox): Tool =>
  defineTool({
    name,
    description:
      "Finds elements by role, name (ignoring case) and state, and returns their refs. Roles are the ARIA roles, 'text' and 'clickable'. `near` is text in the row, card or list item around the element; `format: text` is more compact. `visible: false` finds hidden elements.",
    input: exclusive(
      z.strictObject({
        sessionId,
        ...filterFields,
        name_any: z.array(z.string().max(longestName)).min(1).max(mostNames).optional(),
        near: z.string().min(1).max(longestName).optional(),
        visible: z.boolean().default(true),
        format: z.enum(matchFormats).default('json'),
        limit: z.int().min(1).max(mostMatches).default(50),
        budgetTokens,
      }),
      ['name_contains', 'name_exact', 'name_any'],
    ),
    output: matchesOutput.extend({
      matches: matchesOutput.shape.matches.optional(),
      matches_text: z.string().optional(),
      renderer_reloaded: z.literal(true).optional(),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: lookErrors,
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        const { limit, budgetTokens: budget, format, name_any: nameAny, near } = call.arguments;
        const look = await observer.look(surface, capturing);
        const found = findElements(look, { ...filterOf(call.arguments), nameAny, near });
        // A default need not be repeated.
        const { visible, format: _, ...others } = call.arguments;
        const given = { ...others, ...(!visible && { visible }), ...(format === 'text' && { format }) };
        const more = moreMatches({ tool: name, arguments: given, mostMatches });
        const fields = {
          surface_id: surface.id,
          ...(observer.tellsReload(look) && { renderer_reloaded: true as const }),
        };
        const around = { ...fields, ...(more && { more }) };
        const describe = format === 'text' ? describeMatchLines : describeMatches;
        const described = describe(observer, surface.id, found, { limit, budgetTokens: budget, around });
        return { ...described, ...(described.truncated === undefined ? fields : around) };
      }),
  });
