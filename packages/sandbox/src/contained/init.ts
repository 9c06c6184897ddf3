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
import { enterRoot } from './enter-root.ts';

const plan = JSON.parse(await text(process.stdin)) as ChildPlan;

const report = (end: { readonly unstartable: boolean; readonly exitCode: number | null }): never => {
  writeSync(3, JSON.stringify(end));
  return process.exit(0);
};

// The program gets the signal too, as a member of the same group, and decides what to do.
process.on('SIGTERM', () => {});

/** The rights that mounting took do not go to the program, and it cannot get any others. */
const withoutRights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--'];

const commandLine = (): readonly [string, readonly string[]] => {
  if (!plan.confinement) return [plan.command, plan.arguments];
  const program = enterRoot(plan, plan.confinement);
  return ['/usr/bin/setpriv', [...withoutRights, program, ...plan.arguments]];
};

const start = () => {
  try {
    return commandLine();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return report({ unstartable: true, exitCode: null });
  }
};
const [command, words] = start();

const child = spawn(command, [...words], {
  cwd: plan.cwd,
  env: plan.environment,
  stdio: [plan.input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
});
child.once('error', () => report({ unstartable: true, exitCode: null }));
child.once('exit', (exitCode) => report({ unstartable: false, exitCode }));
child.stdin?.on('error', () => {});
child.stdin?.end(plan.input);
