import { CdpTimeoutError } from '../cdp/cdp-errors.ts';
import { CdpConnection } from '../cdp/connection.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { fail, StageError } from '../failing.ts';
import type { RunningApp } from '../apps/running-app.ts';
import type { Surface } from '../surface.ts';
import type { Session, SessionEnd, TransportName } from './session.ts';
import { ConsoleLog } from './console-log.ts';
import { Dialogs } from './dialogs.ts';
import { Targets } from './targets.ts';
import { waitUntilLoaded } from './wait-until-loaded.ts';

export interface AppSessionOptions {
  readonly id: string;
  readonly transport: TransportName;
  /** The address of the browser's debugger. */
  readonly devtools: string;
  /** The app, if it was started here: the session owns it then. */
  readonly app?: RunningApp;
  readonly handshakeMs?: number;
  /** How long to wait for the first window to load its page. Not at all unless given. */
  readonly loadMs?: number;
}

/** A session with an app over its debugging port. */
export class AppSession implements Session {
  readonly id: string;
  readonly transport: TransportName;
  readonly #app: RunningApp | undefined;
  readonly #connection: CdpConnection;
  readonly #targets: Targets;
  readonly console = new ConsoleLog();
  readonly dialogs = new Dialogs();
  #main: CdpConnection | undefined;
  #end: SessionEnd | undefined;
  #active: Surface | undefined;
  #isStopping = false;
  /** Resolves when the app has ended or the connection is lost. */
  readonly ended: Promise<SessionEnd>;

  private constructor({ id, transport, app }: AppSessionOptions, connection: CdpConnection) {
    this.id = id;
    this.transport = transport;
    this.#app = app;
    this.#connection = connection;
    this.#targets = new Targets(connection, transport === 'page' ? 'page' : 'window', (surface) => {
      void this.console.follow(surface.session, 'page', surface.id);
      void this.dialogs.follow(surface.session, surface.id);
    });
    this.ended = this.#watch();
  }

  /** Connects to an app. An app that was started for the session is ended if that fails. */
  static async open(options: AppSessionOptions, signal: AbortSignal): Promise<AppSession> {
    try {
      const connection = await CdpConnection.open(options.devtools, options.handshakeMs);
      const session = new AppSession(options, connection);
      if (options.app?.inspector !== undefined) await session.#openMain(options.app.inspector);
      await session.#targets.start();
      session.#active = await session.#targets.first(signal);
      if (options.loadMs !== undefined) await waitUntilLoaded(session.#active, options.loadMs);
      return session;
    } catch (error) {
      await options.app?.kill();
      throw error;
    }
  }

  /** The main process of an app in development; undefined for other sessions. */
  get main(): CdpSession | undefined {
    return this.#main?.session();
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

  active(): Surface {
    const surface = this.#active;
    if (surface && !surface.isClosed) return surface;
    const details = surface ? { surface_id: surface.id } : {};
    throw new StageError(fail('SURFACE_CLOSED', details, { effect: 'none' }));
  }

  switchTo(surfaceId: string): Surface {
    const surface = this.#targets.find(surfaceId);
    const available = this.surfaces().map(({ id }) => id);
    if (!surface)
      throw new StageError(fail('SURFACE_NOT_FOUND', { surface_id: surfaceId, available }, { effect: 'none' }));
    if (surface.isClosed) throw new StageError(fail('SURFACE_CLOSED', { surface_id: surfaceId }, { effect: 'none' }));
    this.#active = surface;
    return surface;
  }

  async stop({ timeoutMs }: { readonly timeoutMs: number }): Promise<{ readonly escalated: boolean }> {
    this.#isStopping = true;
    // An app in development does not end while a debugger of its main process is connected.
    this.#main?.close();
    try {
      await this.#connection.session().send('Browser.close', undefined, { timeoutMs });
    } catch (error) {
      if (error instanceof CdpTimeoutError) {
        await this.kill();
        return { escalated: true };
      }
    }
    const isLate = await this.#isLate(timeoutMs);
    await this.kill();
    return { escalated: isLate };
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
    this.#isStopping = true;
    this.#connection.close();
    await this.ended;
  }

  async #openMain(inspector: string): Promise<void> {
    this.#main = await CdpConnection.open(inspector);
    await this.console.follow(this.#main.session(), 'main');
  }

  /** Whether the app is still there after this time. */
  async #isLate(timeoutMs: number): Promise<boolean> {
    if (!this.#app) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), timeoutMs);
    });
    const isLate = await Promise.race([late, this.#app.exited.then(() => false)]);
    clearTimeout(timer);
    return isLate;
  }

  async #watch(): Promise<SessionEnd> {
    const exit = this.#app?.exited;
    const end = await Promise.race([
      this.#connection.closed.then(() => this.#lostConnection()),
      ...(exit ? [exit.then(() => this.#appEnded())] : []),
    ]);
    this.#end = end;
    this.#connection.close();
    this.#main?.close();
    return end;
  }

  /** A connection mostly ends because the app has: wait a moment for its exit status. */
  async #lostConnection(): Promise<SessionEnd> {
    this.#main?.close();
    if (this.#app && !(await this.#isLate(exitMs))) return this.#appEnded();
    return { reason: this.#isStopping ? 'stopped' : 'disconnected', endedAt: new Date().toISOString() };
  }

  async #appEnded(): Promise<SessionEnd> {
    const { exitCode, signal, at } = (await this.#app?.exited) ?? { at: new Date().toISOString() };
    const reason = this.#isStopping ? 'stopped' : signal === undefined && exitCode === 0 ? 'exited' : 'crashed';
    const outputTail = this.#app?.outputTail();
    return {
      reason,
      endedAt: at,
      ...(exitCode !== undefined && { exitCode }),
      ...(signal !== undefined && { signal }),
      ...(outputTail && { outputTail }),
    };
  }
}

/** How long an app whose connection has ended may take to end itself. */
const exitMs = 500;
