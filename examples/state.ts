import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, defineTool } from '@recourse/engine';
import { openOperator } from '@recourse/stores/configured';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

const closeTicket = defineTool({
  name: 'close_ticket',
  description: 'Closes a ticket for good.',
  input: z.strictObject({ id: z.int().min(1) }),
  operation: 'command',
  danger: 'destructive',
  confirmation: { reasons: ['A closed ticket cannot be opened again'] },
  errors: [],
  run: ({ arguments: { id } }) => ({ id, closed: true }),
});

const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-example-'));
writeFileSync(
  path.join(cwd, 'recourse.config.json'),
  JSON.stringify({
    store: { kind: 'sqlite', file: 'state.db' },
    policy: { consent: 'person' },
    approvals: { local: true },
    quotas: { close_ticket: [{ metric: 'closed_per_day', window: 'day', stop: 2 }] },
  }),
);

/** Calls a server with its operator's configuration, as an agent that closes tickets. */
const closeTickets = async (...numbers: readonly number[]): Promise<void> => {
  const operator = await openOperator({ cwd, environment: process.env });
  const server = createServer({ ...operator.options, name: 'tickets', tools: [closeTicket] });
  const { callTool, close } = await linkClient(server);
  for (const id of numbers) {
    const { structuredContent } = await callTool('close_ticket', { id });
    console.log(JSON.stringify(structuredContent, ['ok', 'id', 'closed', 'code', 'recovery', 'hint']));
  }
  await close();
  await operator.close();
};

const command = path.join(path.dirname(fileURLToPath(import.meta.resolve('@recourse/cli'))), 'main.js');
/** Runs a command of the operator, in another process. */
const recourse = (...line: readonly string[]): void => {
  const written = execFileSync(process.execPath, [command, ...line], { cwd, encoding: 'utf8' });
  console.log(`\n$ recourse ${line.join(' ')}\n${alike(written).trimEnd()}`);
};

/** Replaces ids, times and names, which differ from run to run. */
const alike = (text: string): string =>
  text
    .replace(/1-[0-9a-f]{6}/g, '1-3f9a0c')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/, '2026-01-31 12:00:00Z')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-31T12:00:00.000Z')
    .replace(/os:\S+ */g, 'os:grace          ')
    .replace(/[\d.]+ ms$/gm, '1.5 ms')
    .replace(/:[0-9a-f]{64}/g, ':9e69a337316c9934aaccf104345267e5755d4401e4241a47ccd5ad0d81641d8e')
    .replace(/5 min\b|4 min \d+ s/, '4 min 58 s')
    .replace(/1 d$|23 h 59 min$/m, '23 h 59 min');

console.log('The agent asks for a ticket to be closed:');
await closeTickets(7);
recourse('approvals', 'show', '1');
recourse('approvals', 'approve', '1', '--by', 'after a look at ticket 7');
recourse('events', '--limit', '3');

console.log('\nThe server starts again. The agent repeats its call, twice, and makes another:');
await closeTickets(7, 7, 8);
recourse('quotas');
recourse('events', 'verify');
rmSync(cwd, { recursive: true });
