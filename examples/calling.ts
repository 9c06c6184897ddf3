import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, defineTool } from '@recourse/engine';
import { serveStdio } from '@recourse/server';
import { z } from 'zod';

const invoice = z.strictObject({ invoice: z.int().min(1) });
const paid = new Set<number>();
let isBusy = true;

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  input: invoice,
  operation: 'command',
  danger: 'reversible',
  errors: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  run: ({ arguments: { invoice: number }, fail }) => {
    if (isBusy) {
      isBusy = false;
      return fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none', retry_after_ms: 100 });
    }
    paid.add(number);
    if (number !== 8) return { invoice: number, paid: true };
    const look = { tool: 'find_invoice', arguments: { invoice: number }, why: 'Shows whether it is paid.' };
    const next_actions = [{ ...look, applied_when: { pointer: '/paid', equals: true } }];
    return fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false, next_actions });
  },
});
const findInvoice = defineTool({
  name: 'find_invoice',
  description: 'Shows an invoice.',
  input: invoice,
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: ({ arguments: { invoice: number } }) => ({ invoice: number, paid: paid.has(number) }),
});
const voidInvoice = defineTool({
  name: 'void_invoice',
  description: 'Voids an invoice for good.',
  input: invoice,
  operation: 'command',
  danger: 'destructive',
  confirmation: { message: 'Void invoice {invoice}?' },
  errors: [],
  run: ({ arguments: { invoice: number } }) => ({ invoice: number, void: true }),
});

const command = path.join(path.dirname(fileURLToPath(import.meta.resolve('@recourse/cli'))), 'main.js');
const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-example-'));
/** Runs the command without a terminal, so that its questions cannot be answered. */
const recourse = (...line: readonly string[]): void => {
  const program = ['--', process.execPath, fileURLToPath(import.meta.url), 'serve'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [command, 'call', ...line, ...program], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  console.log(`$ recourse ${['call', ...line].join(' ')} -- node bank.js`);
  console.log(`${alike(stderr)}${alike(stdout)}(exit code ${status})\n`);
};

/** Replaces ids and times, which differ from run to run. */
const alike = (text: string): string =>
  text
    .replace(/^ *\d+ ms/gm, '     … ms')
    .replace(/waits \d+ ms/g, 'waits … ms')
    .replace(/(?<="elapsed_ms": ?)\d+/g, '3')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0b6c5f6e-…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-31T12:00:00Z');

if (process.argv[2] === 'serve') {
  await serveStdio(createServer({ name: 'bank', tools: [pay, findInvoice, voidInvoice] }));
} else {
  recourse();
  recourse('pay', '--arg', 'invoice=7');
  recourse('pay', '--arg', 'invoice=8');
  recourse('pay', '--arg', 'invoice=seven');
  recourse('void_invoice', '--arg', 'invoice=7');
  rmSync(cwd, { recursive: true });
}
