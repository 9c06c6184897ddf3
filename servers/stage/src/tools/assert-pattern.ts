import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compileRule, describeRule, shownText } from '../acting/waiting/text-rule.ts';
import { expectationFailed } from '../acting/waiting/timed-out.ts';
import { readAttribute } from '../reading/read-value.ts';
import { visibleText } from '../reading/visible-text.ts';
import { pattern } from './expect-text.ts';
import { target } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const text = z.string().max(10_000).optional();

export const createAssertPattern = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_assert_pattern',
    description: 'Checks the text or an attribute of an element once, without waiting.',
    input: exclusive(
      z.strictObject({
        ...target,
        attribute: z.string().min(1).max(200).optional(),
        equals: text,
        contains: text,
        matches_regex: pattern,
      }),
      ['ref', 'selector', 'by'],
      ['equals', 'contains', 'matches_regex'],
    ),
    output: z.object({ matched: z.literal(true), ref: z.int(), actual: z.string() }),
    ...readsElement,
    errors: [...readsElement.errors, 'EXPECTATION_FAILED'],
    run: (call) =>
      readingElement(toolbox, call, (found) => {
        const { attribute, equals, contains, matches_regex: regex } = call.arguments;
        const rule = { equals, contains, regex };
        const accepts = compileRule(rule);
        const actual = attribute === undefined ? visibleText(found.node) : readAttribute(found, attribute);
        const shown = actual === undefined ? undefined : shownText(actual);
        if (actual !== undefined && accepts(actual))
          return { matched: true as const, ref: found.ref, actual: shown ?? '' };
        throw expectationFailed(describeRule(rule), shown, { target: {}, found, timeoutMs: 0 });
      }),
  });
