import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const fixture = path.resolve(import.meta.dirname, '..', 'fixtures', 'fuzz-server.mjs');

/** A longer wait is a hang. Far more than any answer takes, so that a busy machine does not cause one. */
const hangMs = 30_000;

/** The process that is fuzzed, and the last of what it wrote to stderr. */
export interface Subject {
  readonly process: ChildProcessWithoutNullStreams;
  complaints(): string;
}

export const startSubject = (transport: 'stdio' | 'http'): Subject => {
  const child = spawn(process.execPath, ['--expose-gc', fixture, transport], { stdio: 'pipe' });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints = `${complaints}${chunk.toString()}`.slice(-10_000)));
  return { process: child, complaints: () => complaints };
};

/** Expects the process to exit by itself, with 0. */
export const expectEnd = async (subject: Subject): Promise<void> => {
  const { process: child } = subject;
  const [status] = (
    child.exitCode === null ? await inTime(once(child, 'exit'), () => 'The process does not end') : [child.exitCode]
  ) as [number | null];
  if (status !== 0) throw new Error(`The process ended with ${status}: ${subject.complaints()}`);
};

/** Rejects with a hang if the promise does not settle in time. */
export const inTime = async <Value>(awaited: Promise<Value>, describe: () => string): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Hang: ${describe()}`)), hangMs);
  });
  try {
    return await Promise.race([awaited, hang]);
  } finally {
    clearTimeout(timer);
  }
};
