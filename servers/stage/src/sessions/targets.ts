import { withinTime } from '@recourse/engine/within-time';
import type { Protocol } from 'devtools-protocol';
import type { CdpConnection, CdpSession } from '../cdp/connection.ts';
import type { Surface } from '../surface.ts';
import { watchRenderer } from './renderer.ts';
import { targetTitle } from './target-title.ts';
import { TrackedSurface } from './tracked-surface.ts';

type TargetInfo = Protocol.Target.TargetInfo;

/** Types of targets that people see. */
const shown: ReadonlySet<string> = new Set(['page', 'webview']);

/** Closed surfaces are remembered, so that a call that names one is told so. */
const mostClosed = 200;

/** Keeps the surfaces of an app up to date: windows, pages and webviews come and go. */
export class Targets {
  readonly #kind: 'window' | 'page';
  readonly #onSurface: (surface: Surface) => void;
  readonly #surfaces = new Map<string, TrackedSurface>();
  readonly #closed: TrackedSurface[] = [];
  #last = 0;
  #arrival: (() => void)[] = [];

  /** `onSurface` is called for each surface, and again after a new connection. */
  constructor(kind: 'window' | 'page', onSurface: (surface: Surface) => void) {
    this.#kind = kind;
    this.#onSurface = onSurface;
  }

  /**
   * Attaches to every target that is there, and to those that come. After a new connection, surfaces that are still
   * there keep their ids.
   */
  async start(connection: CdpConnection, timeoutMs?: number): Promise<void> {
    const bound = timeoutMs === undefined ? {} : { timeoutMs };
    const browser = connection.session();
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) =>
      this.#attached(connection, sessionId, targetInfo),
    );
    browser.on('Target.targetInfoChanged', ({ targetInfo }) => this.#changed(targetInfo));
    browser.on('Target.targetDestroyed', ({ targetId }) => this.#destroyed(connection, targetId));
    browser.on('Target.targetCrashed', ({ targetId }) => this.#crashed(connection, targetId));
    const automatic = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await Promise.all([
      browser.send('Target.setDiscoverTargets', { discover: true }, bound),
      browser.send('Target.setAutoAttach', automatic, bound),
      this.refresh(connection, timeoutMs),
    ]);
  }

  /**
   * Reads the kinds, addresses and titles of all surfaces, and finds out which were closed. Events may be late, there is
   * none for a new title, and a webview is a page like any other until it is attached to its window.
   */
  async refresh(connection: CdpConnection, timeoutMs?: number): Promise<void> {
    const bound = timeoutMs === undefined ? {} : { timeoutMs };
    const { targetInfos } = await connection.session().send('Target.getTargets', undefined, bound);
    for (const info of targetInfos) this.#changed(info);
    const present = new Set(targetInfos.map(({ targetId }) => targetId));
    for (const targetId of this.#surfaces.keys()) if (!present.has(targetId)) this.#destroyed(connection, targetId);
  }

  /** The open surfaces, oldest first. */
  all(): readonly Surface[] {
    return [...this.#surfaces.values()];
  }

  /** A surface by its id, also one that is closed. */
  find(id: string): Surface | undefined {
    return [...this.#surfaces.values(), ...this.#closed].find((surface) => surface.id === id);
  }

  /** Resolves with the first window or page. After the time with any surface or undefined: an app may have no window. */
  async first(timeoutMs: number, signal: AbortSignal): Promise<Surface | undefined> {
    return withinTime(timeoutMs, signal, async (bound) => {
      for (;;) {
        const surfaces = this.all();
        const surface = surfaces.find(({ kind }) => kind !== 'webview');
        signal.throwIfAborted();
        if (surface || bound.aborted) return surface ?? surfaces[0];
        await new Promise<void>((resolve) => {
          this.#arrival.push(resolve);
          bound.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    });
  }

  #attached(connection: CdpConnection, sessionId: string, { targetId, type, url, title }: TargetInfo): void {
    if (!shown.has(type)) return;
    const surface = this.#surfaces.get(targetId) ?? this.#create(targetId, type);
    surface.session = watchRenderer(connection.session(sessionId), surface.id);
    surface.sessionId = sessionId;
    surface.url = url;
    surface.title = targetTitle({ title, url });
    surface.frameSessions.clear();
    void this.#followFrames(connection, surface, surface.session);
    this.#onSurface(surface);
    for (const arrive of this.#arrival.splice(0)) arrive();
  }

  #create(targetId: string, type: string): TrackedSurface {
    this.#last += 1;
    const surface = new TrackedSurface({ id: `s${this.#last}`, kind: this.#kindOf(type), targetId });
    this.#surfaces.set(targetId, surface);
    return surface;
  }

  /** Frames of other sites are targets below their page, at any depth. */
  async #followFrames(connection: CdpConnection, surface: TrackedSurface, session: CdpSession): Promise<void> {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type !== 'iframe') return;
      const child = watchRenderer(connection.session(sessionId), surface.id);
      const { targetId: frameId, parentFrameId } = targetInfo;
      surface.frameSessions.set(sessionId, { frameId, session: child, parentFrameId });
      void this.#followFrames(connection, surface, child);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => surface.frameSessions.delete(sessionId));
    // A target that ends in this moment is removed by its own event.
    await Promise.allSettled([
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }),
      // A window that a page opens in Electron waits anyway, and its opener waits for it.
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  #changed({ targetId, type, url, title }: TargetInfo): void {
    const surface = this.#surfaces.get(targetId);
    if (surface) Object.assign(surface, { kind: this.#kindOf(type), url, title: targetTitle({ title, url }) });
  }

  #kindOf(type: string): Surface['kind'] {
    return type === 'webview' ? 'webview' : this.#kind;
  }

  #crashed(connection: CdpConnection, targetId: string): void {
    for (const surface of this.#surfaces.values()) {
      if (surface.targetId === targetId) {
        surface.isCrashed = true;
        connection.rejectCalls(surface.sessionId, 'crashed');
      }
      for (const [sessionId, { frameId }] of surface.frameSessions)
        if (frameId === targetId) connection.rejectCalls(sessionId, 'crashed');
    }
  }

  #destroyed(connection: CdpConnection, targetId: string): void {
    const surface = this.#surfaces.get(targetId);
    if (!surface) return;
    surface.isClosed = true;
    connection.endSession(surface.sessionId);
    this.#surfaces.delete(targetId);
    this.#closed.push(surface);
    if (this.#closed.length > mostClosed) this.#closed.shift();
  }
}
