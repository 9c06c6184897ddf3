/**
 * The first process of a pid namespace. Reads a plan from standard input, runs it, and reports its end on file
 * descriptor 3. When this process ends, the kernel ends everything else in the namespace.
 *
 * The program itself is not the first process, because the kernel ignores most signals to that one, and because
 * programs take a parent with number 1 for a sign that they were orphaned.
 */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { ChildPlan } from '../child-plan.ts';

const plan = JSON.parse(await text(process.stdin)) as ChildPlan;

const report = (end: { readonly unstartable: boolean; readonly exitCode: number | null }): void => {
  writeSync(3, JSON.stringify(end));
  process.exit(0);
};

// The program gets the signal too, as a member of the same group, and decides what to do.
process.on('SIGTERM', () => {});

const child = spawn(plan.command, [...plan.arguments], {
  cwd: plan.cwd,
  env: plan.environment,
  stdio: [plan.input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
});
child.once('error', () => report({ unstartable: true, exitCode: null }));
child.once('exit', (exitCode) => report({ unstartable: false, exitCode }));
child.stdin?.on('error', () => {});
child.stdin?.end(plan.input);
