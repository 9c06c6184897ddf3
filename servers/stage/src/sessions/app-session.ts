import { CdpClosedError, CdpTimeoutError } from '../cdp/cdp-errors.ts';
import type { CdpConnection, CdpSession } from '../cdp/connection.ts';
import { fail, StageError } from '../failing.ts';
import type { MainProcess } from '../inspector/main-process.ts';
import type { RunningApp } from '../apps/running-app.ts';
import type { Surface } from '../surface.ts';
import { ConsoleLog } from './console-log.ts';
import { Dialogs } from './dialogs.ts';
import { notRunning } from './not-running.ts';
import { readAgain } from './read-again.ts';
import { goneError } from './renderer.ts';
import type { Connected, Route } from './route.ts';
import type { Session, SessionEnd, TransportName } from './session.ts';
import { Targets } from './targets.ts';
import { waitUntilLoaded } from './wait-until-loaded.ts';
import { isSettledWithin } from './within.ts';

export interface AppSessionOptions {
  readonly id: string;
  readonly transport: TransportName;
  readonly route: Route;
  /** The app, if it was started here: the session owns it then. */
  readonly app?: RunningApp;
  /** How long each step of connecting may take. */
  readonly handshakeMs?: number;
  /** How long to wait for the first window to open and to load its page. An app may have none. */
  readonly readyMs: number;
  /** Loads the first page of a browser that was started without one, in the surface that opened in time, if any. */
  readonly firstPage?: {
    readonly timeoutMs: number;
    readonly load: (surface: Surface | undefined, signal: AbortSignal) => Promise<void>;
  };
}

/** How long a window of an app that was restarted may take to open, and to load its page. */
const windowMs = 3000;

/** How long an app whose connection has ended may take to end itself. */
const exitMs = 500;

/** A session with an app, over any route. */
export class AppSession implements Session {
  readonly id: string;
  readonly transport: TransportName;
  readonly console = new ConsoleLog();
  readonly dialogs = new Dialogs();
  /** Resolves when the app has ended, or the connection is lost for good. */
  readonly ended: Promise<SessionEnd>;
  readonly #app: RunningApp | undefined;
  readonly #route: Route;
  readonly #targets: Targets;
  #address: string;
  #connection: CdpConnection;
  #main: MainProcess | undefined;
  #isReady = false;
  #end: SessionEnd | undefined;
  #active: Surface | undefined;
  #isStopping = false;
  /** Resolves when a lost connection is back, or the session has ended. */
  #recovery = createRecovery();

  private constructor({ id, transport, app, route }: AppSessionOptions, { connection, address, main }: Connected) {
    this.id = id;
    this.transport = transport;
    this.#app = app;
    this.#route = route;
    this.#address = address;
    this.#connection = connection;
    this.#main = main;
    this.#targets = new Targets(transport === 'page' ? 'page' : 'window', (surface) => {
      void this.console.follow(surface.session, 'page', surface.id);
      void this.dialogs.follow(surface.session, surface.id);
    });
    this.ended = this.#watch();
  }

  /** Connects to an app. An app that was started for the session is ended if that fails. */
  static async open(options: AppSessionOptions, signal: AbortSignal): Promise<AppSession> {
    const { app, route, handshakeMs } = options;
    let session: AppSession | undefined;
    try {
      signal.throwIfAborted();
      session = new AppSession(options, await route.open(handshakeMs));
      await Promise.all([session.#followMain(), session.#openWindows(options, signal)]);
      signal.throwIfAborted();
      if (app && (await isSettledWithin(app.exited, 0))) throw new CdpClosedError('the app has exited');
      return session;
    } catch (error) {
      const hasExited = error instanceof CdpClosedError && app && (await isSettledWithin(app.exited, exitMs));
      await (session ? session.#leave() : app?.kill());
      throw hasExited ? await app.endError(await app.exited) : error;
    }
  }

  get main(): CdpSession | undefined {
    return this.#main?.isClosed === false ? this.#main.session : undefined;
  }

  get isOwned(): boolean {
    return this.#app !== undefined;
  }

  get pid(): number | undefined {
    return this.#app?.pid ?? this.#route.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
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
    if (this.#app) this.#main?.close();
    try {
      await this.#connection.session().send('Browser.close', undefined, { timeoutMs });
    } catch (error) {
      // Any other error means that the app is ending already.
      if (error instanceof CdpTimeoutError) return await this.#escalate(timeoutMs);
    }
    if (!(await this.#endsWithin(timeoutMs))) return this.#escalate(timeoutMs);
    await this.#leave();
    return { escalated: false };
  }

  async kill(): Promise<void> {
    if (!this.#app) throw this.#unsupported('force_kill');
    await this.#leave();
  }

  async detach(): Promise<void> {
    if (this.#app) throw this.#unsupported('detach');
    await this.#leave();
  }

  #unsupported(capability: string): StageError {
    return new StageError(fail('TRANSPORT_UNSUPPORTED', { capability, transport: this.transport }, { effect: 'none' }));
  }

  /** Ends the session: kills an app that was started for it, and leaves any other as it was. */
  async #leave(): Promise<void> {
    this.#isStopping = true;
    await this.#app?.kill();
    await this.#leaveMain();
    this.#connection.close();
    await this.ended;
  }

  /** Undoes what was changed in the main process of an app that continues. */
  async #leaveMain(): Promise<void> {
    if (this.#app) this.#main?.close();
    else await this.#main?.release();
  }

  async #endsWithin(timeoutMs: number): Promise<boolean> {
    if (!this.#app && this.#route.endsWithin) return this.#route.endsWithin(timeoutMs);
    return isSettledWithin(this.#app?.exited ?? this.#connection.closed, timeoutMs);
  }

  /** Kills an app that does not close. An app that others have started is theirs to kill. */
  async #escalate(timeoutMs: number): Promise<{ readonly escalated: boolean }> {
    if (!this.#app) {
      this.#isStopping = false;
      throw new CdpTimeoutError('Browser.close', timeoutMs);
    }
    await this.#leave();
    return { escalated: true };
  }

  /** Records the console of the main process and answers its dialogs. */
  async #followMain(): Promise<void> {
    if (!this.#main) return;
    await this.console.follow(this.#main.session, 'main');
    await this.dialogs.followNative(this.#main);
  }

  async #openWindows(options: AppSessionOptions, signal: AbortSignal): Promise<void> {
    const { handshakeMs, readyMs, firstPage } = options;
    await this.#targets.start(this.#connection, handshakeMs);
    if (firstPage) await firstPage.load(await this.#targets.first(firstPage.timeoutMs, signal), signal);
    await this.#awaitWindow(readyMs, signal);
  }

  /** Waits until the first window has loaded its page. */
  async #awaitWindow(readyMs: number, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + readyMs;
    const left = (): number => Math.max(0, deadline - Date.now());
    this.#active = await this.#targets.first(left(), signal);
    if (!this.#active) return;
    this.#isReady = await waitUntilLoaded(this.#active, left());
    await this.#targets.refresh(this.#connection);
    // A webview can be attached before its window, and only now is it known to be one.
    if (this.#active.kind === 'webview') this.#active = await this.#targets.first(left(), signal);
  }

  async #watch(): Promise<SessionEnd> {
    const exited = this.#app?.exited.then(() => true);
    for (;;) {
      const lost = this.#connection.closed.then(() => false);
      if (await Promise.race([lost, ...(exited ? [exited] : [])])) break;
      // A connection mostly ends because the app does.
      this.#main?.close();
      if (exited && (await isSettledWithin(exited, exitMs))) break;
      if (this.#isStopping) {
        // An app that is stopped ends by itself or is killed; how it ended is known only then.
        await exited;
        break;
      }
      if (!(await this.#reconnect()) || this.#isStopping) break;
      this.#recovery.end();
      this.#recovery = createRecovery();
    }
    await this.#leaveMain();
    this.#connection.close();
    this.#end = await this.#describeEnd();
    this.#recovery.end();
    // Ends the processes that the app has started, and an app that cannot be reached any more.
    await this.#app?.kill();
    return this.#end;
  }

  async #reconnect(): Promise<boolean> {
    const found = await this.#route.openAgain();
    if (!found) return false;
    const { connection, address, main } = found;
    this.#main = main;
    try {
      await this.#followMain();
      await this.#targets.start(connection);
    } catch {
      await this.#leaveMain();
      connection.close();
      return false;
    }
    // A window of the app that was restarted takes the place of the one that calls worked on.
    if (this.#active?.isClosed && address !== this.#address) {
      this.#active = await this.#targets.first(windowMs, new AbortController().signal);
      if (this.#active) await waitUntilLoaded(this.#active, windowMs);
    }
    this.#address = address;
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
