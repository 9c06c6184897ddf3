import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@recourse/contract';
import type { ChildPlan } from '../child-plan.ts';
import type { StartedChild } from '../started-child.ts';

/** Always the built file, because Node runs no TypeScript. */
const first = fileURLToPath(new URL('../../dist/contained/main.js', import.meta.url));

/** Starts a plan in a pid namespace of its own. */
export const startContained = (plan: ChildPlan, namespace: readonly string[]): StartedChild => {
  const [program = '', ...words] = namespace;
  const child = spawn(program, [...words, process.execPath, first], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(plan));
  return { process: child, ended: ended(child), endRest: () => Promise.resolve() };
};

const ended = (child: ChildProcess): StartedChild['ended'] => {
  const chunks: Buffer[] = [];
  const report = child.stdio[3];
  report?.on('data', (chunk: Buffer) => chunks.push(chunk));
  report?.on('error', () => {});
  return new Promise((resolve) => {
    child.once('error', () => resolve({ unstartable: true, exitCode: null }));
    child.once('close', () => {
      const end = parse(Buffer.concat(chunks).toString('utf8'));
      // A namespace that was killed reports nothing.
      const { unstartable, exitCode } = isJsonObject(end) ? end : {};
      resolve({ unstartable: unstartable === true, exitCode: typeof exitCode === 'number' ? exitCode : null });
    });
  });
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
