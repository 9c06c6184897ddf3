import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compileRule, describeRule, shownText } from '../acting/waiting/text-rule.ts';
import { expectationFailed } from '../acting/waiting/timed-out.ts';
import { findNow, poll } from '../acting/waiting/watch.ts';
import { isMasked, readValue } from '../reading/read-value.ts';
import type { FoundTarget } from '../reading/target.ts';
import { visibleText } from '../reading/visible-text.ts';
import { waitErrors, waitFields, waiting, waits } from './waiting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const text = z.string().optional();
/** A pattern of RE2 that is found anywhere, and its flags. */
export const pattern = z.string().max(1000).optional();
export const flags = z
  .string()
  .regex(/^[imsu]*$/u)
  .optional();

const rules = { equals: text, contains: text, regex: pattern, not_equals: text, not_contains: text, flags };

type Read = (found: FoundTarget) => string | undefined;

const create = (toolbox: Toolbox, name: string, description: string, read: Read): Tool =>
  defineTool({
    name,
    description,
    input: exactlyOne(z.strictObject({ ...waitFields, ...rules }), targetNames, [
      'equals',
      'contains',
      'regex',
      'not_equals',
      'not_contains',
    ]),
    output: z.object({ matched: z.literal(true), ref: z.int(), actual: z.string() }),
    ...waits,
    errors: [...waitErrors, 'EXPECTATION_FAILED'],
    run: (call) =>
      waiting(toolbox, call, async (watch) => {
        const { ref, selector, by } = call.arguments;
        const { timeoutMs } = watch.deadline;
        const target = { ref, selector, by };
        const accepts = compileRule(call.arguments);
        const { holds, facts } = await poll(watch, async () => {
          const found = await findNow(watch, target);
          const actual = found && read(found);
          const isKnown = found && actual !== undefined && !isMasked(watch.observer, found, actual);
          return { holds: isKnown === true && accepts(actual), facts: { found, actual } };
        });
        const { found, actual } = facts;
        const shown = actual === undefined ? undefined : shownText(actual);
        if (holds && found) return { matched: true as const, ref: found.ref, actual: shown ?? '' };
        throw expectationFailed(describeRule(call.arguments), shown, { target, found, timeoutMs });
      }),
  });

export const createExpectText = (toolbox: Toolbox): Tool =>
  create(
    toolbox,
    'electron_expect_text',
    'Checks the visible text of an element, and waits for it to match if needed. Returns the actual text.',
    (found) => visibleText(found.node) || found.placed.element.name,
  );

export const createExpectValue = (toolbox: Toolbox): Tool =>
  create(
    toolbox,
    'electron_expect_value',
    'Checks the value of a field, and waits for it to match if needed. Returns the actual value; secrets are masked and never match.',
    readValue,
  );
