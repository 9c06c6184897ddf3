import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { compilePattern } from '../acting/waiting/text-rule.ts';
import { defaultBudget } from '../reading/snapshot/fit.ts';
import type { ConsoleEntry } from '../sessions/console-log.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import { cutOutput, fitList } from './fit-list.ts';
import { isSince, ofTypes, since, types } from './log-fields.ts';
import { budgetTokens } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const name = 'electron_console_logs';
const entryOutput = z.object({
  number: z.int(),
  source: z.enum(['page', 'main']),
  surface_id: z.string().optional(),
  type: z.string(),
  text: z.string(),
  at: z.string(),
});

export const createConsoleLogs = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name,
    description: "Shows the console output of a session's pages and main process: the newest entries, oldest first.",
    input: z.strictObject({
      sessionId,
      type: types,
      match: z.string().min(1).max(1000).optional().describe('Only entries that match this pattern (RE2).'),
      contains: z.string().max(200).optional(),
      since,
      before: z.int().min(1).optional().describe('Only entries below this number.'),
      limit: z.int().min(1).max(1000).default(200),
      budgetTokens,
    }),
    output: z.object({ entries: z.array(entryOutput), count: z.int(), overflowed: z.int(), ...cutOutput }),
    operation: 'logs',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'BAD_ARGUMENT'],
    run: (call) =>
      answering(call, () => {
        const {
          sessionId: id,
          type,
          match,
          contains,
          since: from,
          before,
          limit,
          budgetTokens: budget,
        } = call.arguments;
        const log = sessions.find(id).console;
        const matches = match === undefined ? () => true : compilePattern(match, '', 'match');
        const matching = log
          .after(0)
          .filter(isSince(from))
          .filter((entry) => before === undefined || entry.number < before)
          .filter(ofTypes(type))
          .filter(({ text }) => matches(text))
          .filter((entry) => contains === undefined || entry.text.includes(contains));
        const newestFirst = matching.toReversed().map((entry) => shorten(entry, budget));
        const answer = fitList(newestFirst.slice(0, limit), budget, (shown) => {
          const oldest = shown.at(-1)?.number ?? before;
          const omitted = matching.length - shown.length;
          return {
            entries: shown.toReversed(),
            count: matching.length,
            overflowed: log.dropped,
            ...(omitted > 0 && { omitted }),
            ...(omitted > 0 && oldest !== undefined && { more: olderEntries(call.arguments, oldest) }),
          };
        });
        return Promise.resolve(answer);
      }),
  });

/** One long line must not take all the room. */
const shorten = (entry: ConsoleEntry, budgetTokens = defaultBudget): ConsoleEntry => ({
  ...entry,
  text: clipTokens(entry.text, Math.floor(budgetTokens / 5)),
});

const olderEntries = (given: Readonly<Record<string, string | number | string[] | undefined>>, before: number) => ({
  tool: name,
  arguments: Object.fromEntries(
    Object.entries({ ...given, before }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ),
  why: 'Shows the entries before these.',
});
