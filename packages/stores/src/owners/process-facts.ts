import { readFileSync, readlinkSync } from 'node:fs';

/** Facts that distinguish one process from every other process of this machine, past ones included. */
export interface ProcessFacts {
  /** Which start of which machine. */
  readonly boot: string;
  /** Which set of process ids: a container has its own. */
  readonly namespace: string;
  readonly pid: number;
  /** When the process started, in the kernel's ticks since boot. */
  readonly started: string;
}

/** The facts of this process, or undefined on a system without `/proc`: then nothing proves that a process is gone. */
export const ownProcessFacts = (): ProcessFacts | undefined => {
  try {
    const started = startOf(process.pid);
    return started === undefined ? undefined : { ...placeFacts(), pid: process.pid, started };
  } catch {
    return undefined;
  }
};

/**
 * Whether the process is proven to be gone: same boot and namespace, and the process does not exist, is a zombie, or is
 * another one with the same number. Silence, another machine or an unreadable `/proc` proves nothing.
 */
export const isGone = (facts: ProcessFacts): boolean => {
  try {
    const { boot, namespace } = placeFacts();
    if (boot !== facts.boot || namespace !== facts.namespace) return false;
    return startOf(facts.pid) !== facts.started;
  } catch {
    return false;
  }
};

const placeFacts = (): Pick<ProcessFacts, 'boot' | 'namespace'> => ({
  boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  namespace: readlinkSync('/proc/self/ns/pid'),
});

/** The start of a process that can still run, or undefined. Throws if that cannot be found out. */
const startOf = (pid: number): string | undefined => {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
  // The name in parentheses may contain anything; the fields after the last parenthesis are plain.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  if (started === undefined) throw new Error(`/proc/${pid}/stat has an unexpected format`);
  return state === 'Z' || state === 'X' ? undefined : started;
};
