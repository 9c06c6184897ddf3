import type { CdpConnection } from '../cdp/connection.ts';
import type { MainProcess } from '../inspector/main-process.ts';

/** The connections to an app. */
export interface Connected {
  readonly connection: CdpConnection;
  /** The main process; undefined if it cannot be reached. */
  readonly main: MainProcess | undefined;
  /** Differs if the app was restarted. */
  readonly address: string;
}

/** How a session reaches its app. */
export interface Route {
  /** The process of an app that was running before; undefined if it is not known. */
  readonly pid?: number;
  open(timeoutMs?: number): Promise<Connected>;
  /** Connects again after the connection was lost. Undefined if the app cannot be reached any more. */
  openAgain(): Promise<Connected | undefined>;
  /** Whether the process of the app ends within this time. Absent if only the connection tells. */
  endsWithin?(timeoutMs: number): Promise<boolean>;
}
