import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compilePattern, shownText } from '../acting/waiting/text-rule.ts';
import { expectationFailed } from '../acting/waiting/timed-out.ts';
import { poll } from '../acting/waiting/watch.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import { findElements } from '../reading/find-elements.ts';
import { selectNodes } from '../reading/select-nodes.ts';
import { pattern } from './expect-text.ts';
import { sessionId } from './fields.ts';
import { target } from './reading-fields.ts';
import { lookErrors } from './reading.ts';
import { waitTimeoutMs, waiting, waits } from './waiting.ts';
import type { Toolbox } from './toolbox.ts';

const part = z.string().min(1).max(500).optional();
const count = z.int().min(0).max(100_000).optional();

export const createExpectCount = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_expect_count',
    description: 'Checks how many elements a selector matches, or have a role and a name, and waits for it if needed.',
    input: exclusive(
      z.strictObject({
        sessionId,
        selector: target.selector,
        role: z.string().min(1).max(50).optional(),
        nameContains: part,
        nameExact: part,
        equals: count,
        min: count,
        max: count,
        timeoutMs: waitTimeoutMs,
      }),
      ['selector', 'role'],
      ['nameContains', 'nameExact'],
      ['equals', 'min'],
      ['equals', 'max'],
    ),
    output: z.object({ matched: z.literal(true), actual: z.int() }),
    ...waits,
    errors: [...lookErrors, 'SELECTOR_INVALID', 'EXPECTATION_FAILED'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { selector, role, nameContains, nameExact, equals, min, max, timeoutMs } = call.arguments;
        if (equals === undefined && min === undefined && max === undefined)
          throw new BadArgumentError('equals', 'or min or max must be given');
        const { holds, facts: actual } = await poll(watch, async () => {
          const look = await watch.observer.look(watch.surface, watch.capturing);
          const seen =
            selector === undefined
              ? findElements(look.placed, { role, nameContains, nameExact }).length
              : (await selectNodes(look, selector, watch.capturing.signal)).count;
          const isEnough = seen >= (equals ?? min ?? 0) && seen <= (equals ?? max ?? Infinity);
          return { holds: isEnough, facts: seen };
        });
        if (holds) return { matched: true as const, actual };
        const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
        const expected = equals === undefined ? range : { equals };
        throw expectationFailed(expected, actual, { target: { selector }, found: undefined, timeoutMs });
      }),
  });

export const createExpectUrl = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_expect_url',
    description: 'Checks the address of the active surface, and waits for it if needed.',
    input: exclusive(
      z.strictObject({
        sessionId,
        contains: z.string().max(2000).optional(),
        matches: pattern.describe('A pattern of RE2 that is found anywhere.'),
        timeoutMs: waitTimeoutMs,
      }),
      ['contains', 'matches'],
    ),
    output: z.object({ matched: z.literal(true), actual: z.string() }),
    ...waits,
    errors: [...lookErrors, 'EXPECTATION_FAILED'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { contains, matches, timeoutMs } = call.arguments;
        if (contains === undefined && matches === undefined)
          throw new BadArgumentError('contains', 'or matches must be given');
        const accepts =
          matches === undefined
            ? (url: string) => url.includes(contains ?? '')
            : compilePattern(matches, '', 'matches');
        const { holds, facts: actual } = await poll(watch, async () => {
          const { observation } = await watch.observer.look(watch.surface, watch.capturing);
          return { holds: accepts(observation.url), facts: observation.url };
        });
        if (holds) return { matched: true as const, actual: shownText(actual) };
        const expected = matches === undefined ? { contains: contains ?? '' } : { matches };
        throw expectationFailed(expected, shownText(actual), { target: {}, found: undefined, timeoutMs });
      }),
  });
