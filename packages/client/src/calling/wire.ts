import type { DialectName } from '@recourse/contract';
import type { ToolRequest } from '../strategies/strategy.ts';

/** How calls reach a server, and what is known of it. The one seam to whatever client there is. */
export interface Wire {
  /** Sends one call, and waits no longer than this for its answer. */
  call(request: ToolRequest, timeoutMs: number): Promise<unknown>;
  /** Tells servers apart in the store of keys. */
  readonly server: string;
  /** Whether the server announces the contract: then it keeps to idempotency keys, and to tokens in `_meta`. */
  readonly announced: boolean;
  readonly dialect: DialectName | undefined;
  /** Whether a tool only reads; undefined where the tools have not been listed. */
  readsFor(tool: string): boolean | undefined;
  /** The same, after listing the tools where that has not been done and can be in time. What nobody knows writes. */
  isRead(tool: string, withinMs: number): Promise<boolean>;
  /** What is gone when the connection is; absent where every call has its own. */
  readonly connection?: object | undefined;
  /** Connects anew, where the caller has said how. */
  readonly reconnect: (() => Promise<void>) | undefined;
}
