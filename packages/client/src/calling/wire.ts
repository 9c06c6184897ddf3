import type { DialectName, Failure } from '@recourse/contract';
import type { ToolRequest } from '../strategies/strategy.ts';

/** How calls reach a server, and what is known about it. The only interface to the wrapped client. */
export interface Wire {
  /** Sends one call, and waits this long for its answer; while the server reports progress, up to `longestMs`. */
  call(request: ToolRequest, timeoutMs: number, longestMs: number): Promise<unknown>;
  /** Distinguishes servers in the store of keys. */
  readonly server: string;
  /** Whether the server announces the contract: then it keeps to idempotency keys, and to tokens in `_meta`. */
  readonly announced: boolean;
  readonly dialect: DialectName | undefined;
  /** Whether a tool only reads; undefined if the tools have not been listed. */
  readsFor(tool: string): boolean | undefined;
  /**
   * The same, after listing the tools if that has not been done and there is time. An unknown tool counts as a write.
   */
  isRead(tool: string, withinMs: number): Promise<boolean>;
  /**
   * Why a call must fail, by the server's own list of tools; undefined if it may succeed. Absent, or undefined, for
   * servers of the contract, which say it themselves.
   */
  refuse?(request: ToolRequest, withinMs: number): Promise<Failure | undefined> | undefined;
  /** The connection whose loss affects all calls; absent if every call has its own. */
  readonly connection?: object | undefined;
  /** Reconnects, if the caller has provided a function for it. */
  readonly reconnect: (() => Promise<void>) | undefined;
}
