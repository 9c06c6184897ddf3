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
  const child = spawn(plan.command, [...plan.arguments], {
    cwd: plan.cwd,
    env: { ...plan.environment, [markVariable]: mark },
    stdio: [plan.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(plan.input);
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

const ended = (child: ChildProcess): StartedChild['ended'] =>
  new Promise((resolve) => {
    child.once('error', () => {
      if (child.pid === undefined) resolve({ unstartable: true, exitCode: null });
    });
    child.once('exit', (exitCode) => resolve({ unstartable: false, exitCode }));
  });

/** Waits until everything is read, but not for a process that keeps the other end of a pipe open. */
const closed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve();
    };
    const timer = setTimeout(done, pipesMs);
    if (child.pid === undefined || (child.stdout?.closed === true && child.stderr?.closed === true)) done();
    else child.once('close', done);
  });
