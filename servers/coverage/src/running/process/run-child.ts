import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { OutputReader } from '../runners/runner.ts';
import type { RunPlan } from '../plan.ts';
import { createCapture } from './capture.ts';
import { endDescendants, runVariable, signalGroup } from './stop-child.ts';

/** How a child ended, and what it said last. */
export interface ChildEnd {
  readonly stopped: 'timeout' | 'cancelled' | undefined;
  /** True where the program could not be started. */
  readonly unstartable: boolean;
  readonly exitCode: number | null;
  readonly output: string;
}

export interface ChildOptions {
  readonly signal?: AbortSignal;
  readonly reader?: OutputReader;
  /** Hears the last line from time to time. */
  readonly onLine?: (line: string) => void;
}

/** How long a child may take to end by itself after it was told to, and its pipes to close after it has. */
const graceMs = 2000;
const pipesMs = 500;
const lineMs = 500;
const heartbeatMs = 5000;

/**
 * Runs a plan without a shell, in a process group of its own, with nothing to read and nowhere to write but to us.
 * Whoever it started is ended with it.
 */
export const runChild = async (plan: RunPlan, options: ChildOptions = {}): Promise<ChildEnd> => {
  const mark = randomUUID();
  const child = spawn(plan.command, [...plan.arguments], {
    cwd: plan.cwd,
    env: { ...plan.environment, [runVariable]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const tellLine = throttle((line) => options.onLine?.(line));
  const capture = createCapture(() => tellLine(() => capture.line));
  capture.take(child.stdout, options.reader);
  capture.take(child.stderr);
  const heartbeat = setInterval(() => options.onLine?.(capture.line), heartbeatMs);
  const watch = stopWhenTold(child, plan.timeoutMs, options.signal);
  try {
    const { unstartable } = await ended(child);
    // The group is still there as long as anybody is in it; on Linux each is found by the mark instead.
    if (process.platform !== 'linux') signalGroup(child, 'SIGKILL');
    await endDescendants(mark);
    await closed(child);
    return { stopped: watch.stopped(), unstartable, exitCode: child.exitCode, output: capture.text };
  } finally {
    clearInterval(heartbeat);
    watch.end();
  }
};

const stopWhenTold = (child: ChildProcess, timeoutMs: number, signal: AbortSignal | undefined) => {
  let stopped: ChildEnd['stopped'];
  let kill: NodeJS.Timeout | undefined;
  const stop = (why: NonNullable<ChildEnd['stopped']>): void => {
    if (stopped) return;
    stopped = why;
    signalGroup(child, 'SIGTERM');
    kill = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  const cancel = (): void => stop('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    stopped: () => stopped,
    end: () => {
      clearTimeout(timer);
      clearTimeout(kill);
      signal?.removeEventListener('abort', cancel);
    },
  };
};

const ended = (child: ChildProcess): Promise<{ readonly unstartable: boolean }> =>
  new Promise((resolve) => {
    child.once('error', () => {
      if (child.pid === undefined) resolve({ unstartable: true });
    });
    child.once('exit', () => resolve({ unstartable: false }));
  });

/** Waits until all was read, but not for somebody who keeps the other end of a pipe open. */
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

const throttle = (tell: (line: string) => void): ((line: () => string) => void) => {
  let last = -Infinity;
  return (line) => {
    const now = performance.now();
    if (now - last < lineMs) return;
    last = now;
    tell(line());
  };
};
