import type { CdpSession } from '../cdp/connection.ts';
import type { Surface } from '../surface.ts';
import type { ConsoleLog } from './console-log.ts';
import type { Dialogs } from './dialogs.ts';

/** How a session reaches its app. */
export const transportNames = ['electron', 'packaged', 'attached', 'injected', 'page'] as const;
export type TransportName = (typeof transportNames)[number];

/** The transports that can reach the main process of an app. A packaged app needs `instrumentNative` for that. */
export const mainProcessTransports: readonly TransportName[] = ['electron', 'packaged', 'injected'];

/** Why a session has no app any more. */
export interface SessionEnd {
  readonly reason: 'exited' | 'crashed' | 'stopped' | 'disconnected';
  readonly exitCode?: number;
  readonly signal?: string;
  readonly endedAt: string;
  /** The last lines that the app wrote, without secrets. */
  readonly outputTail?: string;
}

/** A running app or page, and everything that belongs to it. */
export interface Session {
  readonly id: string;
  readonly transport: TransportName;
  /** The main process, where it is known. */
  readonly pid: number | undefined;
  /** Whether the app was started by the session, which may kill it then. */
  readonly isOwned: boolean;
  /** Whether the first window has loaded its page in the time that the session was opened with. */
  readonly isReady: boolean;
  /** Undefined while the app runs. */
  readonly end: SessionEnd | undefined;
  readonly console: ConsoleLog;
  readonly dialogs: Dialogs;
  /** The main process of the app; undefined if it cannot be reached. */
  readonly main: CdpSession | undefined;
  surfaces(): readonly Surface[];
  /** Asks the app what its surfaces are and what they show now: it does not report every change. */
  refresh(): Promise<void>;
  /** Waits while a lost connection is re-established. Throws NOT_RUNNING if the app is gone. */
  connected(): Promise<void>;
  /** The id of the surface that calls work on; it may be closed. */
  readonly activeId: string | undefined;
  /** The surface that calls work on unless they name another. Throws SURFACE_CLOSED. */
  active(): Surface;
  switchTo(surfaceId: string): Surface;
  /** Ends the app: asks it, and kills its whole process tree when it does not answer in time. */
  stop(options: { readonly timeoutMs: number }): Promise<{ readonly escalated: boolean }>;
  /** Ends the whole process tree at once. Throws TRANSPORT_UNSUPPORTED for an app that was running before. */
  kill(): Promise<void>;
  /** Leaves an app that was running before, as it was. Throws TRANSPORT_UNSUPPORTED for any other. */
  detach(): Promise<void>;
}
