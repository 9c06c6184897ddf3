/**
 * The first process of a pid namespace. Reads a plan from standard input, runs it, and reports its end on file
 * descriptor 3. When this process ends, the kernel ends everything else in the namespace.
 *
 * The program itself is not the first process, because the kernel ignores most signals to that one, and because
 * programs take a parent with number 1 for a sign that they were orphaned.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ChildPlan } from '../child-plan.ts';
import { planRoot } from './plan-root.ts';
import type { RootStep } from './plan-root.ts';

const plan = JSON.parse(await text(process.stdin)) as ChildPlan;

const report = (end: { readonly unstartable: boolean; readonly exitCode: number | null }): never => {
  writeSync(3, JSON.stringify(end));
  return process.exit(0);
};

// The program gets the signal too, as a member of the same group, and decides what to do.
process.on('SIGTERM', () => {});

/** The rights that mounting took do not go to the program, and it cannot get any others. */
const withoutRights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--'];

/** Carries out one step. Throws if the machine does not allow it: then nothing may be started. */
const take = (step: RootStep): void => {
  if ('run' in step) {
    const [program = '', ...words] = step.run;
    const { status, stderr } = spawnSync(program, words, {
      env: {},
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${step.run.join(' ')}: ${stderr}`);
    // The root may be another one now.
    process.chdir('/');
  } else if ('link' in step) {
    symlinkSync(step.link, step.at);
  } else {
    mkdirSync(step.make === 'folder' ? step.at : path.dirname(step.at), { recursive: true });
    if (step.make === 'file') writeFileSync(step.at, '');
  }
};

const commandLine = (): readonly [string, readonly string[]] => {
  if (!plan.confinement) return [plan.command, plan.arguments];
  const { program, steps } = planRoot(plan, plan.confinement);
  for (const step of steps) take(step);
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
