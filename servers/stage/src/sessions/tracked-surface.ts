import type { CdpSession } from '../cdp/connection.ts';
import type { FrameSession, Surface } from '../surface.ts';

/** A surface as `Targets` keeps it up to date. A new connection to the app replaces its sessions. */
export class TrackedSurface implements Surface {
  readonly id: string;
  kind: Surface['kind'];
  readonly targetId: string;
  url = '';
  title = '';
  isClosed = false;
  isCrashed = false;
  sessionId = '';
  session: CdpSession;
  /** Frames of other sites, by the ids of their sessions. */
  readonly frameSessions = new Map<string, FrameSession>();

  constructor({ id, kind, targetId }: Pick<Surface, 'id' | 'kind' | 'targetId'>) {
    this.id = id;
    this.kind = kind;
    this.targetId = targetId;
    this.session = unattached;
  }

  frames(): readonly FrameSession[] {
    return [
      { frameId: this.targetId, session: this.session, parentFrameId: undefined },
      ...this.frameSessions.values(),
    ];
  }
}

/** The session of a surface until it is attached, which is at once. */
const unattached: CdpSession = {
  on: () => () => undefined,
  send: () => Promise.reject(new Error('The surface is not attached')),
};
