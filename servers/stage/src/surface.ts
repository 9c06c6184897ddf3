import type { CdpSession } from './cdp/connection.ts';

/** A frame of a surface. A frame of another site lives in another process and has a session of its own. */
export interface FrameSession {
  readonly frameId: string;
  readonly session: CdpSession;
  /** The frame that shows it, in another session; undefined for the top frame. */
  readonly parentFrameId: string | undefined;
}

/** Something that can be seen and used by itself: a window of the app, a page, or a webview inside one. */
export interface Surface {
  /** Unique in the session, and never used again. */
  readonly id: string;
  readonly kind: 'window' | 'page' | 'webview' | 'other';
  readonly targetId: string;
  readonly url: string;
  readonly title: string;
  readonly session: CdpSession;
  /** The top frame first, then every frame that has its own process. */
  frames(): readonly FrameSession[];
  readonly isClosed: boolean;
  /** Its renderer has crashed, and has not been seen alive since. */
  readonly isCrashed?: boolean;
}
