/**
 * A server on shared stores, in its own process. Its tools write to a file that survives a kill. It answers each task
 * that its parent sends; `work` never ends and reports each call and answer until the process is killed.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { openStores } from '@recourse/stores';
import { answerTasks, atOnce } from './answer-tasks.mjs';

const [settings, ledger] = process.argv.slice(2).map((text) => JSON.parse(text));
const stores = await openStores(settings);

/** @param {string} name @param {'reversible' | 'destructive'} danger */
const toolOf = (name, danger) =>
  defineTool({
    name,
    description: 'Writes a line.',
    input: {
      type: 'object',
      properties: { line: { type: 'string' } },
      required: ['line'],
      additionalProperties: false,
    },
    operation: 'command',
    danger,
    errors: [],
    quotas: [{ metric: 'lines', count: 'attempts', windowMs: 3_600_000, stop: 10_000_000 }],
    run: async ({ arguments: { line } }) => {
      appendFileSync(ledger, `${String(line)}\n`);
      await pause(Math.random() * 4);
      return { line };
    },
  });

const server = createServer({
  name: 'lines',
  tools: [toolOf('add_line', 'reversible'), toolOf('burn_line', 'destructive')],
  policy: { consent: 'person' },
  stores,
  record: { events: createEventBuffer(stores.events), arguments: 'redacted' },
});

const call = async (tool, line, meta = {}) => {
  const outcome = await server.call({
    tool,
    arguments: { line },
    meta,
    caller: { transport: 'stdio', local: true },
  });
  return outcome.ok ? { ok: true } : { ok: false, code: outcome.code, token: outcome.details?.confirmation_token };
};

const tasks = {
  call: ({ tool, line, meta, times }) => atOnce(times, () => call(tool, line, meta)),
  work: ({ lanes }) =>
    atOnce(lanes, async () => {
      for (;;) {
        const line = randomUUID();
        process.send({ what: 'sent', which: line });
        const { ok, code } = await call('add_line', line, { idempotency_key: line });
        process.send({ what: ok ? 'answered' : 'broken', which: ok ? line : code });
      }
    }),
};

answerTasks(tasks);
