import type { Environment, StoreSettings } from '../settings/store-settings.ts';

/** The condition of a store, as an operator needs it. Examining a store changes nothing in it. */
export interface StoreExamination {
  readonly rows: {
    readonly tokens: number;
    readonly outcomes: number;
    /** Calls that quotas count. */
    readonly calls: number;
    readonly keys: number;
    readonly events: number;
    /** Handlers that ended after their key was reopened: their effects may have happened twice. */
    readonly duplicates: number;
  };
  /** In ISO 8601; absent if there is no event. */
  readonly oldest_event?: string;
  readonly bytes: number;
  /** Free space on the disk that holds the file. */
  readonly freeBytes?: number;
  /** Why nothing can be written; absent if it can. */
  readonly notWritable?: string;
  /** Where the key is from that held calls and outcomes are sealed with. */
  readonly key: 'environment' | 'file' | 'none';
  /** Rows that are still needed: those that this key opens, and those that it does not. */
  readonly sealed: { readonly readable: number; readonly unreadable: number };
}

/** Examines a store that `findStore` has found, and whose version this program knows. */
export const examineStore = async (
  settings: Exclude<StoreSettings, { kind: 'memory' }>,
  environment: Environment,
): Promise<StoreExamination> =>
  settings.kind === 'sqlite'
    ? (await import('../sqlite/examine.ts')).examineSqlite(settings, environment)
    : (await import('../postgres/examine.ts')).examinePostgres(settings, environment);
