import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createConsoleLogs = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_console_logs',
    description: 'Shows what the pages of a session and its main process wrote to their consoles, oldest first.',
    input: z.strictObject({
      sessionId,
      type: z.string().max(20).optional().describe("Only entries of one type, such as 'error'."),
      contains: z.string().max(200).optional(),
      since: z.int().min(0).default(0).describe('Only entries with a higher number.'),
      limit: z.int().min(1).max(1000).default(200),
    }),
    output: z.object({
      entries: z.array(
        z.object({
          number: z.int(),
          source: z.enum(['page', 'main']),
          surface_id: z.string().optional(),
          type: z.string(),
          text: z.string(),
          at: z.string(),
        }),
      ),
      count: z.int(),
      dropped: z.int(),
    }),
    operation: 'logs',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS'],
    run: (call) =>
      answering(call, () => {
        const { sessionId: id, type, contains, since, limit } = call.arguments;
        const log = sessions.find(id).console;
        const matching = log
          .after(since)
          .filter((entry) => type === undefined || entry.type === type)
          .filter((entry) => contains === undefined || entry.text.includes(contains));
        const entries = matching.slice(-limit);
        return Promise.resolve({ entries, count: matching.length, dropped: log.dropped });
      }),
  });
