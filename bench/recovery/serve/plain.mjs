import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Refusal } from '../world/refusal.mjs';
import { askForConfirm, say } from './prose.mjs';
import { pauseAfter, pauseWindowMs, tools } from './tools.mjs';

/**
 * The office on the plain SDK, with sentences for failures, as its documentation recommends. Consent is an argument, as
 * in the servers that have any. State of its own, such as what a quota has counted, outlives a restart.
 *
 * @param {import('./host.mjs').Setup} setup
 * @param {{ say: typeof say, ask: typeof askForConfirm }} [words]
 */
export const servePlain = async ({ world, time, host, kept }, words = { say, ask: askForConfirm }) => {
  const server = new McpServer({ name: 'office', version: '1.0.0' });
  for (const [name, row] of Object.entries(tools)) {
    server.registerTool(
      name,
      { description: row.description, inputSchema: inputs[name], annotations: annotationsOf(row) },
      async ({ confirm, ...args }) => {
        if (needsYes(name, row, kept, time) && confirm !== true) return textOf(words.ask(name, args));
        try {
          const result = await world.perform(name, args, host);
          if (row.counts) kept.counted.push({ name, at: time.now() });
          return textOf({ text: JSON.stringify(result), isError: false });
        } catch (thrown) {
          if (!(thrown instanceof Refusal)) throw thrown;
          return textOf(words.say(thrown.kind, name, args, thrown.facts));
        }
      },
    );
  }
  const [transport, other] = InMemoryTransport.createLinkedPair();
  await server.connect(other);
  return { transport, close: () => server.close() };
};

/** Most servers let zod drop what it does not know. Made once: making them is a good part of what a scenario costs. */
const inputs = Object.fromEntries(
  Object.entries(tools).map(([name, { input, kind, counts }]) => {
    const asks = kind === 'destructive' || counts !== undefined;
    return [name, z.object({ ...input.shape, ...(asks && { confirm: z.boolean().optional() }) })];
  }),
);

/** As `server-filesystem` and `server-memory` annotate theirs. @param {import('./tools.mjs').ToolRow} row */
const annotationsOf = ({ kind }) =>
  kind === 'read'
    ? { readOnlyHint: true, openWorldHint: false }
    : {
        readOnlyHint: false,
        destructiveHint: kind === 'destructive',
        idempotentHint: kind === 'destructive',
        openWorldHint: false,
      };

/** @type {(name: string, row: import('./tools.mjs').ToolRow, kept: import('./host.mjs').Kept, time: import('../world/time.mjs').Time) => boolean} */
const needsYes = (name, row, kept, time) => {
  if (row.kind === 'destructive') return true;
  if (!row.counts) return false;
  return kept.counted.filter((one) => one.name === name && time.now() - one.at < pauseWindowMs).length >= pauseAfter;
};

/** @type {(said: import('./prose.mjs').Said) => { content: { type: 'text', text: string }[], isError?: boolean }} */
const textOf = ({ text, isError }) => ({ content: [{ type: 'text', text }], ...(isError && { isError }) });
