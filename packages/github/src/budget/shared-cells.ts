import type { JsonObject } from '@recourse/contract';

/** Where processes that use the same credential share what they know about its limits. The engine's `Cells` are one. */
export interface SharedCells {
  get(name: string): Promise<{ readonly value: JsonObject; readonly version: number } | undefined>;
  /** Replaces a value if its version is still this one, 0 for none; resolves to false otherwise. */
  set(
    name: string,
    change: { readonly value: JsonObject; readonly version: number; readonly ttlMs: number },
  ): Promise<boolean>;
}
