import { defineTool, exactlyOne, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compilePattern, shownText } from '../acting/waiting/text-rule.ts';
import { expectationFailed } from '../acting/waiting/timed-out.ts';
import { poll } from '../acting/waiting/watch.ts';
import { isHidden } from '../observe/visibility.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import { findElements } from '../reading/find-elements.ts';
import type { PlacedLook } from '../reading/observer.ts';
import { selectNodes } from '../reading/select-nodes.ts';
import { filterFields, filterOf } from './element-filter.ts';
import type { FilterArguments } from './element-filter.ts';
import { flags, pattern } from './expect-text.ts';
import { sessionId } from './fields.ts';
import { target } from './reading-fields.ts';
import { lookErrors } from './reading.ts';
import { waitTimeoutMs, waiting, waits } from './waiting.ts';
import type { Toolbox } from './toolbox.ts';

const count = z.int().min(0).optional();
/** The filters that a count by selector does not take. */
const roleFilters = ['role', 'name_contains', 'name_exact', 'enabled', 'interactive'] as const;

export const createExpectCount = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_expect_count',
    description:
      'Counts the elements that match a selector, or the visible ones with a role, name and state, and polls until the count is as expected. Requires equals, min or max.',
    input: exclusive(
      z.strictObject({
        sessionId,
        selector: target.selector,
        ...filterFields,
        equals: count,
        min: count,
        max: count,
        timeoutMs: waitTimeoutMs,
      }),
      ['name_contains', 'name_exact'],
    ),
    output: z.object({ matched: z.literal(true), actual: z.int() }),
    ...waits,
    errors: [...lookErrors, 'SELECTOR_INVALID', 'EXPECTATION_FAILED'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { selector, equals, min, max, visible } = call.arguments;
        const { timeoutMs } = watch.deadline;
        checkCount(call.arguments);
        const { holds, facts: actual } = await poll(watch, async () => {
          const look = await watch.observer.look(watch.surface, watch.capturing);
          const seen =
            selector === undefined
              ? findElements(look, filterOf(call.arguments)).length
              : await countNodes(look, selector, { isVisible: visible, signal: watch.capturing.signal });
          const isEnough = seen >= (equals ?? min ?? 0) && seen <= (equals ?? max ?? Infinity);
          return { holds: isEnough, facts: seen };
        });
        if (holds) return { matched: true as const, actual };
        const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
        const expected = equals === undefined ? range : { equals };
        throw expectationFailed(expected, actual, { target: { selector }, found: undefined, timeoutMs });
      }),
  });

interface CountArguments extends FilterArguments {
  readonly selector?: string | undefined;
  readonly equals?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Throws BadArgumentError unless a call says what to count, and how many there should be. */
const checkCount = (given: CountArguments): void => {
  const { selector, equals, min, max } = given;
  const hasRange = min !== undefined || max !== undefined;
  if (equals === undefined && !hasRange) throw new BadArgumentError('equals', 'equals, min or max is required');
  if (equals !== undefined && hasRange) throw new BadArgumentError('equals', 'must not be combined with min or max');
  const filter = roleFilters.find((name) => given[name] !== undefined);
  if (selector === undefined && filter === undefined && given.visible === undefined)
    throw new BadArgumentError('selector', 'selector, role or another filter is required');
  if (selector !== undefined && filter !== undefined)
    throw new BadArgumentError(filter, 'must not be combined with selector');
};

/** Telling whether a match is visible costs a call. */
const mostJudged = 5000;

/** The number of nodes that a selector matches: all, or only those that people see or do not see. */
const countNodes = async (
  look: PlacedLook,
  selector: string,
  { isVisible, signal }: { readonly isVisible: boolean | undefined; readonly signal: AbortSignal | undefined },
): Promise<number> => {
  const most = isVisible === undefined ? 0 : mostJudged;
  const { nodes, count: all } = await selectNodes(look, selector, { signal, most });
  if (isVisible === undefined) return all;
  if (all > most)
    throw new BadArgumentError('visible', `it can be checked for at most ${most} matches, but there are ${all}`);
  return nodes.filter((node) => isHidden(node) !== isVisible).length;
};

export const createExpectUrl = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_expect_url',
    description: 'Checks the URL of the active surface, and polls until it matches. `matches` is an RE2 pattern.',
    input: exactlyOne(
      z.strictObject({ sessionId, contains: z.string().optional(), matches: pattern, flags, timeoutMs: waitTimeoutMs }),
      ['contains', 'matches'],
    ),
    output: z.object({ matched: z.literal(true), actual: z.string() }),
    ...waits,
    errors: [...lookErrors, 'EXPECTATION_FAILED'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { contains, matches, flags: given = '' } = call.arguments;
        const { timeoutMs } = watch.deadline;
        const accepts =
          matches === undefined
            ? (url: string) => url.includes(contains ?? '')
            : compilePattern(matches, given, 'matches');
        const { holds, facts: actual } = await poll(watch, async () => {
          const { observation } = await watch.observer.look(watch.surface, watch.capturing);
          return { holds: accepts(observation.url), facts: observation.url };
        });
        if (holds) return { matched: true as const, actual: shownText(actual) };
        const expected = matches === undefined ? { contains: shownText(contains ?? '') } : { matches };
        throw expectationFailed(expected, shownText(actual), { target: {}, found: undefined, timeoutMs });
      }),
  });
