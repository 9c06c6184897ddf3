import { randomBytes } from 'node:crypto';
import type { Channel } from '../cdp/channel.ts';
import { CdpConnection } from '../cdp/connection.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { agent, beatMs } from './agent/agent.ts';
import type { AgentOptions } from './agent/agent.ts';
import { leaveAtExit } from './leave-at-exit.ts';
import { nativeDialog } from './native-dialog.ts';
import type { NativeDialog, NativePolicy } from './native-dialog.ts';
import { pauseAtStart } from './pause-at-start.ts';

/** Another session or debugger has the app. */
export class AppInUseError extends Error {
  override readonly name = 'AppInUseError';
}

export interface MainProcessOptions extends AgentOptions {
  /** The process waits for a debugger before it runs any code of the app. */
  readonly isWaiting: boolean;
  readonly timeoutMs: number;
}

/** How long a call to the agent may take. */
const callMs = 5000;
/** Longer than any call to a window. Each has a time limit of its own. */
const windowMs = 600_000;

type Report = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** The main process of an Electron app, over its inspector, with an agent in it. */
export class MainProcess {
  readonly address: string;
  /** Whether the agent answers native dialogs. */
  readonly hasDialogs: boolean;
  readonly #connection: CdpConnection;
  readonly #agentId: string;
  readonly #dialogs: NativeDialog[] = [];
  #onDialog: ((dialog: NativeDialog) => void) | undefined;
  #onMessages: ((messages: unknown) => void) | undefined;
  #lockedFolder: string | undefined;

  private constructor(address: string, connection: CdpConnection, options: MainProcessOptions & { agentId: string }) {
    this.address = address;
    this.hasDialogs = options.hasDialogs;
    this.#connection = connection;
    this.#agentId = options.agentId;
    if (options.isInjected) this.#beat();
  }

  /** Connects to an inspector and installs the agent. Throws AppInUseError, CdpTimeoutError or CdpClosedError. */
  static async open(
    address: string,
    options: MainProcessOptions,
    check: (session: CdpSession) => Promise<void> = () => Promise.resolve(),
  ): Promise<MainProcess> {
    const { timeoutMs, isWaiting } = options;
    const connection = await CdpConnection.open(address, timeoutMs);
    try {
      const session = connection.session();
      const resume = isWaiting ? await pauseAtStart(connection, timeoutMs) : undefined;
      await check(session);
      const reports: Report[] = [];
      let opened: MainProcess | undefined;
      // The app waits meanwhile: nothing is asked in turn that can be asked at once.
      const [{ agentId }] = await Promise.all([
        install(session, options, (report) => {
          if (opened) opened.#take(report);
          else reports.push(report);
        }),
        leaveAtExit(connection, timeoutMs),
      ]);
      opened = new MainProcess(address, connection, { ...options, agentId });
      for (const report of reports) opened.#take(report);
      await resume?.();
      return opened;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get session(): CdpSession {
    return this.#connection.session();
  }

  get isClosed(): boolean {
    return this.#connection.isClosed;
  }

  /** The folder with the data of another instance that runs, if the app has asked for its lock and did not get it. */
  get lockedFolder(): string | undefined {
    return this.#lockedFolder;
  }

  /** A channel to the windows of an app that was injected into. */
  openWindows(): Channel {
    const send = async (text: string): Promise<void> =>
      this.#onMessages?.(await this.#call('receive', [text], windowMs));
    return {
      send: (text) => void send(text).catch(() => undefined),
      close: () => this.close(),
      listen: (onMessage, onEnd) => {
        this.#onMessages = (messages) => {
          for (const message of Array.isArray(messages) ? messages : []) onMessage(JSON.stringify(message));
        };
        void this.#connection.closed.then(({ reason }) => onEnd(reason));
      },
    };
  }

  /** Calls the listener for each native dialog, and for those that have been already. */
  onDialog(listener: (dialog: NativeDialog) => void): void {
    this.#onDialog = listener;
    for (const dialog of this.#dialogs.splice(0)) listener(dialog);
  }

  async setPolicy(policy: NativePolicy): Promise<void> {
    await this.#call('setPolicy', [policy]);
  }

  /** Waits until the main process has handled what pages have sent it, so that the dialogs of that are known. */
  async settle({ timeoutMs }: { readonly timeoutMs: number }): Promise<void> {
    await this.#call('settle', [], timeoutMs);
  }

  /** Undoes everything that the agent changed in the app, and leaves it. */
  async release(): Promise<void> {
    // An app that does not answer undoes it by itself after some seconds.
    await this.#call('release').catch(() => undefined);
    this.close();
  }

  close(): void {
    this.#connection.close();
  }

  async #call(method: string, values: readonly unknown[] = [], timeoutMs = callMs): Promise<unknown> {
    const call = {
      objectId: this.#agentId,
      functionDeclaration: `function (...values) { return this.${method}(...values); }`,
      arguments: values.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    };
    const { result } = await this.session.send('Runtime.callFunctionOn', call, { timeoutMs });
    return result.value;
  }

  #take({ kind, messages, folder, ...rest }: Report): void {
    if (kind === 'messages') this.#onMessages?.(messages);
    if (kind === 'released') this.close();
    if (kind === 'locked' && typeof folder === 'string') this.#lockedFolder = folder;
    if (kind !== 'dialog') return;
    const { success, data } = nativeDialog.safeParse(rest);
    if (!success) return;
    if (this.#onDialog) this.#onDialog(data);
    else this.#dialogs.push(data);
  }

  /** Shows the agent that the server is there. */
  #beat(): void {
    const timer = setInterval(() => void this.#call('beat').catch(() => undefined), beatMs);
    timer.unref();
    void this.#connection.closed.then(() => clearInterval(timer));
  }
}

/** Installs the agent, which reports over a function that no code of the app can see. */
const install = async (
  session: CdpSession,
  { timeoutMs, owner, hasDialogs, isInjected, endsInspector }: MainProcessOptions,
  take: (report: Report) => void,
): Promise<{ readonly agentId: string }> => {
  const name = `report_${randomBytes(8).toString('hex')}`;
  session.on('Runtime.bindingCalled', (called) => {
    if (called.name === name) take(JSON.parse(called.payload) as Report);
  });
  const options: AgentOptions = { owner, hasDialogs, isInjected, endsInspector };
  const expression = `(() => {
    const notify = globalThis.${name};
    delete globalThis.${name};
    return (${agent})(require, notify, ${JSON.stringify(options)});
  })()`;
  const code = { expression, includeCommandLineAPI: true };
  const [, { result, exceptionDetails }] = await Promise.all([
    session.send('Runtime.addBinding', { name }, { timeoutMs }),
    session.send('Runtime.evaluate', code, { timeoutMs }),
  ]);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  if (result.objectId === undefined) throw new AppInUseError(String(result.value));
  return { agentId: result.objectId };
};
