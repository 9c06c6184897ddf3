import { CdpClosedError, CdpTimeoutError } from '../cdp/cdp-errors.ts';
import { CdpConnection } from '../cdp/connection.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { fail, StageError } from '../failing.ts';
import { describeExit, LaunchFailedError } from '../apps/launch-errors.ts';
import type { RunningApp } from '../apps/running-app.ts';
import type { Surface } from '../surface.ts';
import { ConsoleLog } from './console-log.ts';
import { Dialogs } from './dialogs.ts';
import { notRunning } from './not-running.ts';
import { readAgain } from './read-again.ts';
import { reconnect } from './reconnect.ts';
import { leaveAtExit } from './main-process.ts';
import { goneError } from './renderer.ts';
import type { Session, SessionEnd, TransportName } from './session.ts';
import { Targets } from './targets.ts';
import { waitUntilLoaded } from './wait-until-loaded.ts';
import { isSettledWithin } from './within.ts';

export interface AppSessionOptions {
  readonly id: string;
  readonly transport: TransportName;
  /** The address of the browser's debugger. */
  readonly devtools: string;
  /** The app, if it was started here: the session owns it then. */
  readonly app?: RunningApp;
  /** How long each step of connecting may take. */
  readonly handshakeMs?: number;
  /** How long to wait for the first window of an app that was started to load its page. */
  readonly loadMs: number;
}

/** How long to wait for a first window. An app may have none. */
const windowMs = 3000;

/** How long an app whose connection has ended may take to end itself. */
const exitMs = 500;

/** A session with an app over its debugging port. */
export class AppSession implements Session {
  readonly id: string;
  readonly transport: TransportName;
  readonly console = new ConsoleLog();
  readonly dialogs = new Dialogs();
  /** Resolves when the app has ended, or the connection is lost for good. */
  readonly ended: Promise<SessionEnd>;
  readonly #app: RunningApp | undefined;
  readonly #targets: Targets;
  #addresses: Pick<RunningApp, 'devtools' | 'inspector'>;
  #connection: CdpConnection;
  #main: CdpConnection | undefined;
  #end: SessionEnd | undefined;
  #active: Surface | undefined;
  #isStopping = false;
  /** Resolves when a lost connection is back, or the session has ended. */
  #recovery = createRecovery();

  private constructor({ id, transport, app, devtools }: AppSessionOptions, connection: CdpConnection) {
    this.id = id;
    this.transport = transport;
    this.#app = app;
    this.#addresses = { devtools, inspector: app?.inspector };
    this.#connection = connection;
    this.#targets = new Targets(transport === 'page' ? 'page' : 'window', (surface) => {
      void this.console.follow(surface.session, 'page', surface.id);
      void this.dialogs.follow(surface.session, surface.id);
    });
    this.ended = this.#watch();
  }

  /** Connects to an app. An app that was started for the session is ended if that fails. */
  static async open(options: AppSessionOptions, signal: AbortSignal): Promise<AppSession> {
    const { app, devtools, handshakeMs, loadMs } = options;
    let session: AppSession | undefined;
    try {
      signal.throwIfAborted();
      const connection = await CdpConnection.open(devtools, handshakeMs);
      session = new AppSession(options, connection);
      if (app?.inspector !== undefined) await session.#openMain(app.inspector, handshakeMs);
      await session.#targets.start(connection, handshakeMs);
      session.#active = await session.#targets.first(windowMs, signal);
      if (session.#active && app) {
        await waitUntilLoaded(session.#active, loadMs);
        await session.#targets.refresh(connection, handshakeMs);
        // A webview can be attached before its window, and only now is it known to be one.
        if (session.#active.kind === 'webview') session.#active = await session.#targets.first(windowMs, signal);
      }
      signal.throwIfAborted();
      if (app && (await isSettledWithin(app.exited, 0))) throw new CdpClosedError('the app has ended');
      return session;
    } catch (error) {
      const hasExited = error instanceof CdpClosedError && app && (await isSettledWithin(app.exited, exitMs));
      await (session ? session.kill() : app?.kill());
      if (!hasExited) throw error;
      throw new LaunchFailedError(describeExit(await app.exited), app.outputTail(), await app.exited);
    }
  }

  /** The main process of an app in development; undefined for other sessions. */
  get main(): CdpSession | undefined {
    return this.#main?.isClosed === false ? this.#main.session() : undefined;
  }

  get pid(): number | undefined {
    return this.#app?.pid;
  }

  get end(): SessionEnd | undefined {
    return this.#end;
  }

  get activeId(): string | undefined {
    return this.#active?.id;
  }

  surfaces(): readonly Surface[] {
    return this.#targets.all();
  }

  async refresh(): Promise<void> {
    await readAgain(this, () => this.#targets.refresh(this.#connection));
  }

  async connected(): Promise<void> {
    while (this.#connection.isClosed && !this.#end) await this.#recovery.done;
    if (this.#end) throw new StageError(notRunning(this.id, this.#end));
  }

  active(): Surface {
    // The first window of an app may open after its launch.
    const surface = (this.#active ??= this.surfaces()[0]);
    if (!surface)
      throw new StageError(fail('SURFACE_CLOSED', {}, { effect: 'none', message: 'The app has no window' }));
    if (surface.isClosed) throw goneError(surface.id, 'closed');
    return surface;
  }

  switchTo(surfaceId: string): Surface {
    const surface = this.#targets.find(surfaceId);
    const available = this.surfaces().map(({ id }) => id);
    if (!surface)
      throw new StageError(fail('SURFACE_NOT_FOUND', { surface_id: surfaceId, available }, { effect: 'none' }));
    if (surface.isClosed) throw goneError(surface.id, 'closed');
    this.#active = surface;
    return surface;
  }

  async stop({ timeoutMs }: { readonly timeoutMs: number }): Promise<{ readonly escalated: boolean }> {
    if (this.#connection.isClosed && !this.#end) await this.#recovery.done;
    this.#isStopping = true;
    // An app in development does not end while a debugger of its main process is connected.
    this.#main?.close();
    try {
      await this.#connection.session().send('Browser.close', undefined, { timeoutMs });
    } catch (error) {
      // Any other error means that the app is ending already.
      if (error instanceof CdpTimeoutError) return await this.#escalate(timeoutMs);
    }
    const gone: Promise<unknown> = this.#app?.exited ?? this.#connection.closed;
    if (!(await isSettledWithin(gone, timeoutMs))) return this.#escalate(timeoutMs);
    await this.kill();
    return { escalated: false };
  }

  async kill(): Promise<void> {
    this.#isStopping = true;
    await this.#app?.kill();
    this.#connection.close();
    await this.ended;
  }

  async detach(): Promise<void> {
    if (this.#app)
      throw new StageError(
        fail('TRANSPORT_UNSUPPORTED', { capability: 'detach', transport: this.transport }, { effect: 'none' }),
      );
    await this.kill();
  }

  /** Kills an app that does not close. An app that others have started is theirs to kill. */
  async #escalate(timeoutMs: number): Promise<{ readonly escalated: boolean }> {
    if (!this.#app) {
      this.#isStopping = false;
      throw new CdpTimeoutError('Browser.close', timeoutMs);
    }
    await this.kill();
    return { escalated: true };
  }

  async #openMain(inspector: string, handshakeMs: number | undefined): Promise<void> {
    const connection = await CdpConnection.open(inspector, handshakeMs);
    this.#main = connection;
    await this.console.follow(connection.session(), 'main');
    await leaveAtExit(connection);
  }

  async #watch(): Promise<SessionEnd> {
    const exited = this.#app?.exited.then(() => true);
    for (;;) {
      const lost = this.#connection.closed.then(() => false);
      if (await Promise.race([lost, ...(exited ? [exited] : [])])) break;
      // A connection mostly ends because the app does.
      this.#main?.close();
      if (exited && (await isSettledWithin(exited, exitMs))) break;
      if (this.#isStopping) break;
      if (!(await this.#reconnect()) || this.#isStopping) break;
      this.#recovery.end();
      this.#recovery = createRecovery();
    }
    this.#connection.close();
    this.#main?.close();
    this.#end = await this.#describeEnd();
    this.#recovery.end();
    // Ends the processes that the app has started, and an app that cannot be reached any more.
    await this.#app?.kill();
    return this.#end;
  }

  async #reconnect(): Promise<boolean> {
    const found = await reconnect(this.#addresses, this.#app);
    if (!found) return false;
    const { connection, addresses } = found;
    try {
      await this.#targets.start(connection);
      if (addresses.inspector !== undefined) await this.#openMain(addresses.inspector, undefined);
    } catch {
      connection.close();
      return false;
    }
    // A window of the app that was restarted takes the place of the one that calls worked on.
    if (this.#active?.isClosed && addresses.devtools !== this.#addresses.devtools) {
      this.#active = await this.#targets.first(windowMs, new AbortController().signal);
      if (this.#active) await waitUntilLoaded(this.#active, windowMs);
    }
    this.#addresses = addresses;
    this.#connection = connection;
    return true;
  }

  async #describeEnd(): Promise<SessionEnd> {
    const outputTail = this.#app?.outputTail();
    const output = outputTail ? { outputTail } : {};
    const isOver = this.#app && (await isSettledWithin(this.#app.exited, 0));
    if (!this.#app || !isOver) {
      const reason = this.#isStopping ? 'stopped' : 'disconnected';
      return { reason, endedAt: new Date().toISOString(), ...output };
    }
    const { exitCode, signal, at } = await this.#app.exited;
    const reason = this.#isStopping ? 'stopped' : signal === undefined && exitCode === 0 ? 'exited' : 'crashed';
    return {
      reason,
      endedAt: at,
      ...(exitCode !== undefined && { exitCode }),
      ...(signal !== undefined && { signal }),
      ...output,
    };
  }
}

const createRecovery = (): { readonly done: Promise<void>; readonly end: () => void } => {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
};
