import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { ChildPlan } from '../child-plan.ts';
import { signalGroup } from '../signal-group.ts';
import type { StartedChild } from '../started-child.ts';
import { endMarked, markVariable } from './end-marked.ts';

/** How long the pipes of a child may stay open after it has ended. */
const pipesMs = 500;

/** Starts a plan in a process group of its own, with a mark by which its descendants are found. */
export const startGrouped = (plan: Omit<ChildPlan, 'timeoutMs'>): StartedChild => {
  const mark = randomUUID();
  const child = start(plan, { ...plan.environment, [markVariable]: mark });
  return {
    process: child,
    ended: ended(child),
    endRest: async () => {
      // The number of a group is in use as long as it has members. Linux finds each of them by the mark.
      if (process.platform !== 'linux') signalGroup(child, 'SIGKILL');
      await endMarked(mark);
      await closed(child);
    },
  };
};

/** Starts a plan in a process group of its own that its descendants never leave. */
export const startTrusted = (plan: Omit<ChildPlan, 'timeoutMs'>): StartedChild => {
  const child = start(plan, plan.environment);
  return {
    process: child,
    ended: ended(child),
    endRest: async () => {
      // A descendant that is still there holds a pipe open.
      if (!(await closed(child))) signalGroup(child, 'SIGKILL');
    },
  };
};

const start = (plan: Omit<ChildPlan, 'timeoutMs'>, environment: ChildPlan['environment']): ChildProcess => {
  const child = spawn(plan.command, [...plan.arguments], {
    cwd: plan.cwd,
    env: environment,
    stdio: [plan.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(plan.input);
  return child;
};

const ended = (child: ChildProcess): StartedChild['ended'] =>
  new Promise((resolve) => {
    child.once('error', () => {
      if (child.pid === undefined) resolve({ unstartable: true, exitCode: null });
    });
    child.once('exit', (exitCode) => resolve({ unstartable: false, exitCode }));
  });

/**
 * Waits until everything is read, but not for a process that keeps the other end of a pipe open. Resolves with false if
 * there is such a process.
 */
const closed = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    const done = (isClosed: boolean): void => {
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(isClosed);
    };
    const timer = setTimeout(() => done(false), pipesMs);
    if (child.pid === undefined || (child.stdout?.closed === true && child.stderr?.closed === true)) done(true);
    else child.once('close', () => done(true));
  });
