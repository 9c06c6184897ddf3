import type { ChildProcess } from 'node:child_process';
import type { ChildEnd, ChildOptions, ChildPlan, Containment, StopReason } from './child-plan.ts';
import { findConfinement } from './contained/find-confinement.ts';
import { findNamespace } from './contained/find-namespace.ts';
import { startContained } from './contained/start-contained.ts';
import { startGrouped, startTrusted } from './grouped/start-grouped.ts';
import { createCapture } from './output/capture.ts';
import { collect } from './output/collect.ts';
import { signalGroup } from './signal-group.ts';
import type { StartedChild } from './started-child.ts';

/** How long a child may take to end after SIGTERM. */
const graceMs = 2000;
const lineMs = 500;
const heartbeatMs = 5000;

/**
 * Runs a plan without a shell, in a process group of its own, with a time limit and bounded output. Everything that
 * the child started ends with it.
 */
export const runChild = async (plan: ChildPlan, options: ChildOptions = {}): Promise<ChildEnd> => {
  if (options.signal?.aborted) return { stopped: 'cancelled', unstartable: false, exitCode: null, output: '' };
  const child = await start(plan, options.containment);
  const { stdout, stderr } = child.process;
  const stopping = createStopping(child.process, plan.timeoutMs, options.signal);
  const report = throttle((line) => options.onLine?.(line));
  const capture = createCapture(() => report(() => capture.line));
  if (stdout) capture.take(stdout, options.reader);
  if (stderr) capture.take(stderr);
  const collected =
    options.collect && stdout && collect(stdout, options.collect.mostBytes, () => stopping.stop('output'));
  const heartbeat = setInterval(() => options.onLine?.(capture.line), heartbeatMs);
  try {
    const end = await child.ended;
    await child.endRest();
    return {
      ...end,
      stopped: stopping.reason(),
      output: capture.text,
      ...(collected && { stdout: collected.bytes() }),
    };
  } finally {
    clearInterval(heartbeat);
    stopping.end();
  }
};

/** The containment that `runChild` uses on this machine unless told otherwise. */
export const strongestContainment = async (): Promise<Containment> =>
  (await findNamespace()) === undefined ? 'group' : 'namespace';

/** Whether this machine can confine a child to some files. Then the plan may have a `confinement`. */
export const canConfine = async (): Promise<boolean> => (await findConfinement()) !== undefined;

const start = async (plan: ChildPlan, containment: Containment | undefined): Promise<StartedChild> => {
  if (plan.confinement) {
    const confined = await findConfinement();
    // Never with more rights than the plan says.
    if (!confined) throw new Error('This machine cannot restrict the files that a child process can access');
    return startContained(plan, confined);
  }
  if (containment === 'trusted') return startTrusted(plan);
  const namespace = containment === 'group' ? undefined : await findNamespace();
  if (containment === 'namespace' && namespace === undefined)
    throw new Error('This machine does not allow PID namespaces');
  return namespace === undefined ? startGrouped(plan) : startContained(plan, namespace);
};

const createStopping = (child: ChildProcess, timeoutMs: number, signal: AbortSignal | undefined) => {
  let reason: StopReason | undefined;
  let kill: NodeJS.Timeout | undefined;
  const stop = (why: StopReason): void => {
    if (reason) return;
    reason = why;
    signalGroup(child, 'SIGTERM');
    kill = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  const cancel = (): void => stop('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    stop,
    reason: () => reason,
    end: () => {
      clearTimeout(timer);
      clearTimeout(kill);
      signal?.removeEventListener('abort', cancel);
    },
  };
};

const throttle = (tell: (line: string) => void): ((line: () => string) => void) => {
  let last = -Infinity;
  return (line) => {
    const now = performance.now();
    if (now - last < lineMs) return;
    last = now;
    tell(line());
  };
};
