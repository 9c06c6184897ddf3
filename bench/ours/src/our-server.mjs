import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { z } from 'zod';

/**
 * Our server as it is measured: every stage on, one quota, events to a sink. Each call makes two events, one when it
 * begins and one when it ends.
 *
 * @param {import('@recourse/engine/events').EventSink} sink
 * @param {Partial<import('@recourse/engine').ServerOptions>} options
 */
export const createOurServer = (sink, options = {}) =>
  createServer({
    name: 'bench',
    tools: [
      defineTool({
        name: 'echo',
        description: 'Answers with what it was given.',
        input: z.strictObject({ text: z.string().max(200), times: z.int().min(1).max(10) }),
        output: z.object({ text: z.string(), length: z.int() }),
        operation: 'command',
        danger: 'reversible',
        errors: ['NOT_FOUND_RESOURCE'],
        quotas: [{ metric: 'calls_per_second', count: 'attempts', windowMs: 1000, stop: 1_000_000 }],
        run: ({ arguments: { text, times } }) => ({ text, length: text.length * times }),
      }),
    ],
    record: { events: createEventBuffer(sink) },
    ...options,
  });
