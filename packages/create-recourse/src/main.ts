#!/usr/bin/env node
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { runCreate } from './create-recourse.ts';

const { stdin, stdout, stderr } = process;
const isTerminal = stdin.isTTY && stderr.isTTY;
const terminal = isTerminal ? createInterface({ input: stdin, output: stderr }) : undefined;
const ended = terminal && once(terminal, 'close').then(() => undefined);
process.exitCode = await runCreate(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => void stdout.write(`${text}\n`),
  err: (text) => void stderr.write(`${text}\n`),
  ...(terminal && { ask: (question: string) => Promise.race([terminal.question(question), ended]) }),
});
terminal?.close();
