import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../signal-group.ts';
import { confinedNamespace, findNamespace } from './find-namespace.ts';
import { startContained } from './start-contained.ts';

const probeMs = 10_000;
let found: Promise<readonly string[] | undefined> | undefined;

/** Returns the command line that confines a program to some files, or nothing if this machine does not allow it. */
export const findConfinement = (): Promise<readonly string[] | undefined> => (found ??= probe());

/** Runs a program that does nothing, confined to nothing: containers allow some of the steps and not others. */
const probe = async (): Promise<readonly string[] | undefined> => {
  if ((await findNamespace()) === undefined) return undefined;
  const command = confinedNamespace();
  const plan = { command: '/usr/bin/true', arguments: [], cwd: '/', environment: {}, timeoutMs: probeMs };
  const child = startContained({ ...plan, confinement: { writable: [] } }, command);
  child.process.stdout?.resume();
  child.process.stderr?.resume();
  const waiting = new AbortController();
  const late = sleep(probeMs, undefined, { signal: waiting.signal, ref: false }).then(
    () => signalGroup(child.process, 'SIGKILL'),
    () => undefined,
  );
  const { exitCode } = await child.ended;
  waiting.abort();
  await late;
  return exitCode === 0 ? command : undefined;
};
