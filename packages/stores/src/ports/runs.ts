import type { CallEvent } from '@recourse/engine/events';

/** One run as its row says, without its snapshot. Times are milliseconds since 1970. */
export interface RunRow {
  readonly id: string;
  readonly pipeline: string;
  readonly principal: string;
  /** The pinned configuration, as canonical JSON. */
  readonly config: string;
  readonly config_hash: string;
  readonly trace_id: string;
  readonly state: string;
  /** The operation that is queued or in progress; null while the run waits or has ended. */
  readonly operation: string | null;
  readonly operation_since: number | null;
  /** The process that works on the run. Its lease decides whether another may take it over. */
  readonly owner: number | null;
  /** Grows with every owner. A write with an older number is refused. */
  readonly fence: number;
  /** The number of the newest event, and its hash in the chain of the run. */
  readonly last_event: number;
  readonly head: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly finished_at: number | null;
}

/** The newest snapshot. It is a cache: events after `snapshot_event` are applied to it. */
export interface RunWithSnapshot extends RunRow {
  readonly snapshot: string | null;
  readonly snapshot_event: number;
}

/** The content of an artifact under its SHA-256, in lower-case hexadecimal digits. */
export interface StoredArtifact {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** The changes of one write. Everything in it is committed together, events first. */
export interface RunChange {
  /** Numbered without gaps after `last_event`. */
  readonly events: readonly CallEvent[];
  readonly head: string;
  readonly state: string;
  /** Null ends the operation and gives the run back. */
  readonly operation: string | null;
  readonly finished?: boolean;
  readonly snapshot?: string;
  readonly artifacts?: readonly StoredArtifact[];
}

export interface NewRun {
  readonly id: string;
  readonly pipeline: string;
  readonly principal: string;
  /** Digest of principal, pipeline and idempotency key; null for a run without a key. */
  readonly key: string | null;
  readonly config: string;
  readonly config_hash: string;
  readonly trace_id: string;
}

/** The state of a run that a write is based on. */
export interface RunVersion {
  readonly last_event: number;
  readonly fence: number;
}

export interface RunQuery {
  readonly pipeline?: string;
  /** Only runs that this principal started. */
  readonly principal?: string;
  readonly state?: string;
  /** Only runs that were created before this one: how a reader turns the page. */
  readonly before?: string;
  /** The most to return, newest first; defaults to 100. */
  readonly limit?: number;
}

export interface RunEventQuery {
  /** Only events with a greater number. */
  readonly after?: number;
  readonly limit?: number;
}

/** Keeps runs: their rows, their events in the store's own log, and their artifacts. */
export interface RunStore {
  /** Creates a run, or returns the one that has its key. */
  create(run: NewRun, change: RunChange): Promise<{ readonly created: boolean; readonly run: RunRow }>;
  find(id: string): Promise<RunWithSnapshot | undefined>;
  list(query?: RunQuery): Promise<readonly RunRow[]>;
  /** Oldest first. Events that the log has dropped are missing. */
  events(id: string, query?: RunEventQuery): Promise<readonly CallEvent[]>;
  artifact(sha256: string): Promise<Uint8Array | undefined>;
  /** Writes a change if the run is still at that version; else returns false and writes nothing. */
  append(id: string, version: RunVersion, change: RunChange): Promise<boolean>;
  /** The same, and takes the run from its owner: the owner's next write is refused. */
  seize(id: string, version: RunVersion, change: RunChange): Promise<boolean>;
  /**
   * Takes runs whose operation waits or whose owner is silent or proven dead, oldest first. Pipelines take turns, in
   * the given order.
   */
  claim(pipelines: readonly string[], most: number): Promise<readonly RunRow[]>;
  /** Gives a run back, so that another process can take it at once. */
  release(id: string, fence: number): Promise<void>;
  /** The fences of runs: how an owner learns that it has lost one. */
  fences(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Removes finished runs that ended before a time, with the artifacts that no other run has. At most `most`. */
  prune(before: number, most: number): Promise<number>;
  /** The place in the event log that a follower of this name has reached; 0 for a new one. */
  cursor(name: string): Promise<number>;
  moveCursor(name: string, position: number): Promise<void>;
}

export const defaultRunLimit = 100;
