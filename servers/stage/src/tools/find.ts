import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { Deadline } from '../acting/deadline.ts';
import { poll } from '../acting/waiting/watch.ts';
import type { Watch } from '../acting/waiting/watch.ts';
import { describeMatches, describeMatchLines, matchFormats } from '../reading/describe-match.ts';
import { findElements } from '../reading/find-elements.ts';
import type { ElementFilter } from '../reading/find-elements.ts';
import { filterFields, filterOf } from './element-filter.ts';
import { sessionId } from './fields.ts';
import { matchesOutput, moreMatches } from './more-matches.ts';
import { budgetTokens } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const mostMatches = 1000;
const mostNames = 20;
const longestName = 1000;
const mostWaitMs = 10_000;
const name = 'electron_find';

/** The matches of the first look that has any, or of the last one. */
const findWithin = async (watch: Watch, filter: ElementFilter) => {
  const { facts } = await poll(watch, async () => {
    const look = await watch.observer.look(watch.surface, watch.capturing);
    const found = findElements(look, filter);
    return { holds: found.length > 0, facts: { look, found } };
  });
  return facts;
};

export const createFind = (toolbox: Toolbox): Tool =>
  defineTool({
    name,
    description:
      "Finds refs of elements by role, name (any case) and state, or waits for one. Roles are ARIA roles, 'text' and 'clickable'. `near` is text in its row or card, or beside it; `format: text` is compact; `visible: false` finds hidden ones.",
    input: exclusive(
      z.strictObject({
        sessionId,
        ...filterFields,
        name_any: z.array(z.string().max(longestName)).min(1).max(mostNames).optional(),
        near: z.string().min(1).max(longestName).optional(),
        visible: z.boolean().default(true),
        format: z.enum(matchFormats).default('json'),
        timeoutMs: z.int().min(0).max(mostWaitMs).default(0),
        limit: z.int().min(1).max(mostMatches).default(50),
        budgetTokens,
      }),
      ['name_contains', 'name_exact', 'name_any'],
    ),
    output: matchesOutput.extend({
      matches: matchesOutput.shape.matches.optional(),
      matches_text: z.string().optional(),
      // Lines that are all there need neither.
      surface_id: z.string().optional(),
      count: z.int().optional(),
      renderer_reloaded: z.literal(true).optional(),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: lookErrors,
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        const { limit, budgetTokens: budget, format, name_any: nameAny, near, timeoutMs } = call.arguments;
        const deadline = new Deadline(timeoutMs, call.signal);
        const filter = { ...filterOf(call.arguments), nameAny, near };
        const { look, found } = await findWithin({ observer, surface, capturing, deadline }, filter);
        // A default need not be repeated.
        const { visible, format: _, timeoutMs: _waited, ...others } = call.arguments;
        const given = { ...others, ...(!visible && { visible }), ...(format === 'text' && { format }) };
        const more = moreMatches({ tool: name, arguments: given, mostMatches });
        const reloaded = observer.tellsReload(look) && { renderer_reloaded: true as const };
        const fields = { surface_id: surface.id, ...reloaded };
        const options = {
          limit,
          budgetTokens: budget,
          around: { ...fields, ...(more && { more }) },
          showsSurroundings: near !== undefined,
        };
        if (format === 'json') {
          const described = describeMatches(observer, surface.id, found, options);
          return { ...described, ...(described.truncated === undefined ? fields : options.around) };
        }
        const { matches_text: lines, ...counts } = describeMatchLines(observer, surface.id, found, options);
        const isCut = counts.truncated !== undefined;
        return { matches_text: lines, ...(isCut ? { ...counts, ...options.around } : reloaded) };
      }),
  });
