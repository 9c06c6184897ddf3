/** A call whose effect is not known yet: its handler runs, its process is silent, or its outcome says so. */
export interface Intent {
  /** The number of its claim. */
  readonly id: string;
  readonly principal: string;
  readonly operation: string;
  /** `in_flight` while the owner renews its lease; `lost` once nothing is known. */
  readonly state: 'in_flight' | 'lost';
  /** True if the handler cannot run any more: it ended, or its process is proven dead. */
  readonly ended: boolean;
  readonly started_at: number;
  readonly last_heard_at: number;
}

/** The result of a resolution. Only `resolved` changed anything. */
export type ResolveResult = 'resolved' | 'in_flight' | 'settled' | 'unknown';

/** Lists calls whose effect is unknown, and records a person's decision about them. */
export interface Intents {
  /** Oldest first, at most a thousand. */
  list(): Promise<readonly Intent[]>;
  find(id: string): Promise<Intent | undefined>;
  /**
   * Settles a lost call by a person's statement. `applied`: the key returns CONFLICT_ALREADY_APPLIED. `absent`: the key
   * is free and the call can be made again.
   */
  resolve(id: string, effect: 'applied' | 'absent'): Promise<ResolveResult>;
}

export const mostListedIntents = 1000;
