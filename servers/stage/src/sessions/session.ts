import type { CdpSession } from '../cdp/connection.ts';
import type { Surface } from '../surface.ts';
import type { ConsoleLog } from './console-log.ts';
import type { Dialogs } from './dialogs.ts';

/** How a session reaches its app. */
export type TransportName = 'electron' | 'packaged' | 'attached' | 'page';

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
  readonly pid: number | undefined;
  /** Undefined while the app runs. */
  readonly end: SessionEnd | undefined;
  readonly console: ConsoleLog;
  readonly dialogs: Dialogs;
  /** The main process of an app in development; undefined for other sessions. */
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
  /** Ends the whole process tree at once. */
  kill(): Promise<void>;
  /** Leaves an app that was running before. */
  detach(): Promise<void>;
}
