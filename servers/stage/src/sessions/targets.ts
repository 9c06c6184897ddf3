import type { Protocol } from 'devtools-protocol';
import type { CdpConnection, CdpSession } from '../cdp/connection.ts';
import { watchRenderer } from './renderer.ts';
import type { FrameSession, Surface } from '../surface.ts';

type TargetInfo = Protocol.Target.TargetInfo;

/** Types of targets that people see. */
const shown: ReadonlySet<string> = new Set(['page', 'webview']);

interface TrackedSurface extends Surface {
  isClosed: boolean;
  url: string;
  title: string;
  readonly frameSessions: Map<string, FrameSession>;
}

/** Keeps the surfaces of an app up to date: windows, pages and webviews come and go. */
export class Targets {
  readonly #connection: CdpConnection;
  readonly #kind: 'window' | 'page';
  readonly #surfaces = new Map<string, TrackedSurface>();
  readonly #closed: TrackedSurface[] = [];
  #last = 0;
  #arrival: (() => void)[] = [];

  readonly #onSurface: (surface: Surface) => void;

  constructor(connection: CdpConnection, kind: 'window' | 'page', onSurface: (surface: Surface) => void) {
    this.#connection = connection;
    this.#kind = kind;
    this.#onSurface = onSurface;
  }

  /** Attaches to every target that is there, and to those that come. */
  async start(): Promise<void> {
    const browser = this.#connection.session();
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => this.#attached(sessionId, targetInfo));
    browser.on('Target.targetInfoChanged', ({ targetInfo }) => this.#changed(targetInfo));
    browser.on('Target.targetDestroyed', ({ targetId }) => this.#destroyed(targetId));
    await browser.send('Target.setDiscoverTargets', { discover: true });
    await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  }

  /** The open surfaces, oldest first. */
  all(): readonly Surface[] {
    return [...this.#surfaces.values()];
  }

  /** A surface by its id, also one that is closed. */
  find(id: string): Surface | undefined {
    return [...this.#surfaces.values(), ...this.#closed].find((surface) => surface.id === id);
  }

  /** Resolves when there is a surface. */
  async first(signal: AbortSignal): Promise<Surface> {
    for (;;) {
      const [surface] = this.#surfaces.values();
      if (surface) return surface;
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#arrival.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  #attached(sessionId: string, { targetId, type, url, title }: TargetInfo): void {
    if (!shown.has(type) || this.#surfaces.has(targetId)) return;
    this.#last += 1;
    const id = `s${this.#last}`;
    const session = watchRenderer(this.#connection.session(sessionId), id);
    const frameSessions = new Map<string, FrameSession>();
    const top: FrameSession = { frameId: targetId, session, parentFrameId: undefined };
    const surface: TrackedSurface = {
      id,
      kind: type === 'webview' ? 'webview' : this.#kind,
      targetId,
      session,
      url,
      title,
      isClosed: false,
      frameSessions,
      frames: () => [top, ...frameSessions.values()],
    };
    this.#surfaces.set(targetId, surface);
    void this.#followFrames(surface, session);
    this.#onSurface(surface);
    for (const arrive of this.#arrival.splice(0)) arrive();
  }

  /** Frames of other sites are targets below their page, at any depth. */
  async #followFrames(surface: TrackedSurface, session: CdpSession): Promise<void> {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type !== 'iframe') return;
      const child = watchRenderer(this.#connection.session(sessionId), surface.id);
      const { targetId: frameId, parentFrameId } = targetInfo;
      surface.frameSessions.set(sessionId, { frameId, session: child, parentFrameId });
      void this.#followFrames(surface, child);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => surface.frameSessions.delete(sessionId));
    // A target that ends in this moment is removed by its own event.
    await session
      .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
      .catch(() => undefined);
  }

  #changed({ targetId, url, title }: TargetInfo): void {
    const surface = this.#surfaces.get(targetId);
    if (surface) Object.assign(surface, { url, title });
  }

  #destroyed(targetId: string): void {
    const surface = this.#surfaces.get(targetId);
    if (!surface) return;
    surface.isClosed = true;
    this.#surfaces.delete(targetId);
    this.#closed.push(surface);
  }
}
