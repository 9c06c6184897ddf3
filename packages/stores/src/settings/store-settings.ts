import path from 'node:path';

/** The file of SQLite, from the working directory. */
export const defaultFile = path.join('.recourse', 'state.db');

export const defaultSchema = 'recourse';

/** The environment variable with the address of PostgreSQL, and its password. */
export const databaseVariable = 'RECOURSE_DATABASE_URL';

/** Settings of every store. */
interface CommonSettings {
  /** The clock to go by. PostgreSQL defaults to the clock of its machine, so that many machines agree. */
  readonly now?: () => number;
  /** How often expired rows are swept in the background; 0 for never. */
  readonly sweepEveryMs?: number;
  readonly most?: Partial<Bounds>;
  /** How long the claims of a silent process count as running. A thread renews the lease three times as often. */
  readonly leaseMs?: number;
  /** How long a call waits to be admitted. A busy store lets as many wait as it admits in an eighth of that time. */
  readonly admissionMs?: number;
}

export const defaultLeaseMs = 10_000;

export const defaultAdmissionMs = 2000;

/** How long PostgreSQL may work on one statement. */
export const defaultStatementMs = 2000;

/** How much is kept at most; what is oldest goes first. Calls that run and calls that count are never dropped. */
export interface Bounds {
  readonly tokens: number;
  readonly outcomes: number;
  readonly events: number;
}

export const defaultBounds: Bounds = { tokens: 100_000, outcomes: 1_000_000, events: 1_000_000 };

/** Ended tasks beyond this number are dropped, oldest first. */
export const mostTasks = 100_000;

export const defaultSweepEveryMs = 60_000;

/** The key that held arguments and stored outcomes are sealed with: 32 bytes in base64 or hex. */
interface SealingSettings {
  readonly key?: string;
  /** False if `key` is not the installation's, so that it must not sign the chain of events. */
  readonly signs?: boolean;
}

export interface MemorySettings extends CommonSettings {
  readonly kind: 'memory';
}

export interface SqliteSettings extends CommonSettings, SealingSettings {
  readonly kind: 'sqlite';
  /** Defaults to `.recourse/state.db`. */
  readonly file?: string;
  /** `normal` survives a killed process, `full` also a loss of power, at the price of a disk flush for each commit. */
  readonly synchronous?: 'normal' | 'full';
  /** How long one attempt to get the write lock may hold up the event loop. */
  readonly busyMs?: number;
  /** How long a decision waits for the write lock, attempt after attempt, before the store counts as unavailable. */
  readonly waitMs?: number;
  /** After this time a group of decisions is committed, and the rest waits for the next one. */
  readonly groupMs?: number;
}

export interface PostgresSettings extends CommonSettings, SealingSettings {
  readonly kind: 'postgres';
  /** Defaults to the variable `RECOURSE_DATABASE_URL`. */
  readonly url?: string;
  readonly schema?: string;
  readonly connections?: number;
  readonly connectMs?: number;
  readonly statementMs?: number;
}

export type StoreSettings = MemorySettings | SqliteSettings | PostgresSettings;

export type Environment = Readonly<Record<string, string | undefined>>;
