import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { CdpSession } from '../cdp/connection.ts';
import { debugEndMs } from '../inspector/agent/agent.ts';
import { AppInUseError, MainProcess } from '../inspector/main-process.ts';
import { findInspector } from './find-inspector.ts';
import { readFuses } from './fuses.ts';
import { argumentsOf, handlesUserSignal, lookAtProcess, programOf } from './running-process.ts';

/** The inspector of a running process could not be used. */
export class InjectError extends Error {
  override readonly name = 'InjectError';
  /** Whether the same call may succeed, because the process was still starting or busy. */
  readonly isTemporary: boolean;
  readonly port: number | undefined;

  constructor(reason: string, { isTemporary = false, port }: { isTemporary?: boolean; port?: number } = {}) {
    super(reason);
    this.isTemporary = isTemporary;
    this.port = port;
  }
}

export interface InjectOptions {
  readonly pid: number;
  readonly owner: string;
  readonly timeoutMs: number;
  /** Whether the inspector was opened for the same session before, and is closed at its end. */
  readonly hasOpened: boolean;
}

export interface Injected {
  readonly main: MainProcess;
  readonly hasOpened: boolean;
}

const pollMs = 50;
const signalEveryMs = 1000;
const usualPort = 9229;
const portSwitch = /^--inspect-port=(?:.*:)?(?<port>\d+)$/u;

/** Connects to the main process of a running Electron app, and opens its inspector for that if it is closed. */
export const injectApp = async (options: InjectOptions): Promise<Injected> => {
  const { pid, owner, timeoutMs } = options;
  await checkProcess(pid);
  const known = await findInspector(pid);
  const address = known ?? (await openInspector(pid, timeoutMs));
  const hasOpened = options.hasOpened || known === undefined;
  const agent = { owner, hasDialogs: true, isInjected: true, endsInspector: hasOpened };
  try {
    const main = await MainProcess.open(address, { ...agent, isWaiting: false, timeoutMs }, (session) =>
      checkMain(session, { ...options, hasOpened }),
    );
    return { main, hasOpened };
  } catch (error) {
    if (error instanceof AppInUseError)
      throw new InjectError('another debugger or another stage server is using the app');
    throw error;
  }
};

/** Checks everything that can be known without a signal, which ends a process that does not handle it. */
const checkProcess = async (pid: number): Promise<void> => {
  if (pid === process.pid) throw new InjectError('it is the process of this server');
  const state = lookAtProcess(pid);
  if (state === 'missing') throw new InjectError('there is no such process');
  if (state === 'forbidden') throw new InjectError('it belongs to another user');
  const helper = (await argumentsOf(pid)).find((argument) => argument.startsWith('--type='));
  if (helper !== undefined) throw new InjectError(`it is a helper (${helper}), not the main process of the app`);
  const program = await programOf(pid);
  const fuses = program === undefined ? undefined : await readFuses(program).catch(() => undefined);
  if (program !== undefined && !fuses) throw new InjectError('it is not an Electron app');
  if (fuses?.inspect !== undefined)
    throw new InjectError(`the app was built with the fuse ${fuses.inspect} turned off`);
};

const openInspector = async (pid: number, timeoutMs: number): Promise<string> => {
  const deadline = Date.now() + timeoutMs;
  let signalAt = Date.now();
  let hasSignalled = false;
  while (Date.now() < deadline) {
    // A process handles the signal neither while it starts nor while it closes its inspector, as it does after a detach.
    if (Date.now() >= signalAt && (await handlesUserSignal(pid))) {
      signalDebugger(pid);
      hasSignalled = true;
      signalAt = Date.now() + signalEveryMs;
    }
    const address = await findInspector(pid);
    if (address !== undefined) return address;
    if (lookAtProcess(pid) === 'missing') throw new InjectError('it has exited');
    await pause(pollMs);
  }
  if (!hasSignalled) throw new InjectError('it is still starting', { isTemporary: true });
  const [given] = (await argumentsOf(pid)).flatMap((one) => portSwitch.exec(one)?.groups?.['port'] ?? []);
  const port = Number(given ?? usualPort);
  if (await isTaken(port))
    throw new InjectError(`another process uses port ${port}, which its inspector needs`, { port });
  throw new InjectError(`its inspector did not open within ${timeoutMs} ms`, { isTemporary: true });
};

/** Tells a process to open its inspector. */
const signalDebugger = (pid: number): void => {
  // Node's own function for that. Windows has no such signal.
  (process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid);
};

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.setTimeout(pollMs, () => socket.destroy());
  });

/** The process says itself which one it is: titles and ports prove nothing. */
const checkMain = async (session: CdpSession, { pid, timeoutMs, hasOpened }: InjectOptions): Promise<void> => {
  const expression = '({ pid: process.pid, type: process.type })';
  const asked = { expression, returnByValue: true };
  const { result } = await session.send('Runtime.evaluate', asked, { timeoutMs });
  const said = Object(result.value) as { readonly pid?: unknown; readonly type?: unknown };
  if (said.pid === pid && said.type === 'browser') return;
  if (hasOpened) {
    const end = { expression: `setTimeout(() => process._debugEnd(), ${debugEndMs})` };
    await session.send('Runtime.evaluate', end, { timeoutMs }).catch(() => undefined);
  }
  if (said.pid !== pid) throw new InjectError(`process ${String(said.pid)} answered on the port of its inspector`);
  throw new InjectError('it does not run as the main process of an Electron app');
};
