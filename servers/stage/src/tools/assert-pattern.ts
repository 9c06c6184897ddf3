import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compileRule, describeRule, shownText } from '../acting/waiting/text-rule.ts';
import { expectationFailed } from '../acting/waiting/timed-out.ts';
import { isMasked, readAttribute } from '../reading/read-value.ts';
import { visibleText } from '../reading/visible-text.ts';
import { flags, pattern } from './expect-text.ts';
import { target, targetNames } from './reading-fields.ts';
import { readingElement, readsElement } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

const text = z.string().optional();

export const createAssertPattern = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_assert_pattern',
    description: 'Compares the text or an attribute of an element with a string or pattern, without waiting.',
    input: exactlyOne(
      z.strictObject({
        ...target,
        attribute: z.string().optional(),
        equals: text,
        contains: text,
        matches_regex: pattern,
        flags,
      }),
      targetNames,
      ['equals', 'contains', 'matches_regex'],
    ),
    output: z.object({ matched: z.literal(true), ref: z.int(), actual: z.string() }),
    ...readsElement,
    errors: [...readsElement.errors, 'EXPECTATION_FAILED'],
    run: (call) =>
      readingElement(toolbox, call, (found, observer) => {
        const { attribute, equals, contains, matches_regex: regex, flags: given } = call.arguments;
        const rule = { equals, contains, regex, flags: given };
        const accepts = compileRule(rule);
        const actual = attribute === undefined ? visibleText(found.node) : readAttribute(found, attribute);
        const shown = actual === undefined ? undefined : shownText(actual);
        if (actual !== undefined && !isMasked(observer, found, actual) && accepts(actual))
          return { matched: true as const, ref: found.ref, actual: shown ?? '' };
        throw expectationFailed(describeRule(rule), shown, { target: {}, found, timeoutMs: 0 });
      }),
  });
