import type { JsonObject } from '@recourse/contract';

/** The owner of a task. The task of another principal, or of another server on the same store, is unknown. */
export interface TaskScope {
  readonly server: string;
  readonly principal: string;
}

/** A call that continues as a task. */
export interface NewTask extends TaskScope {
  readonly tool: string;
  /** The idempotency key of the call. */
  readonly key?: string;
  /** Digest of the arguments as they were sent. */
  readonly digest: string;
  readonly ttlMs: number;
  /** The data that the front door keeps with the task. Stores seal it. */
  readonly state: JsonObject;
}

/** A task as it is in the store. */
export interface StoredTask {
  readonly id: string;
  readonly tool: string;
  readonly digest: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly ttlMs: number;
  /** Grows with every change. */
  readonly version: number;
  /** An ended task is never changed again. */
  readonly ended: boolean;
  readonly state: JsonObject;
  /**
   * There only if the task has not ended and its process is proven gone or has let its lease end: the time of its last
   * sign of life.
   */
  readonly silent_since?: number;
}

/** A change of a task. */
export interface TaskChange {
  readonly state: JsonObject;
  /** No further change follows. */
  readonly ended?: boolean;
  /** From now on its idempotency key leads to no task: the rules for keys decide about the next call. */
  readonly freesKey?: boolean;
}

/** Keeps tasks until their time to live is over. They can be read and changed through any process. */
export interface Tasks {
  /** Creates a task of this process. A task that had the same key before gives it up. */
  create(task: NewTask): Promise<StoredTask>;
  find(scope: TaskScope, id: string): Promise<StoredTask | undefined>;
  findByKey(scope: TaskScope, tool: string, key: string): Promise<StoredTask | undefined>;
  /** Changes a task if it is still the one that was read; otherwise undefined. */
  change(task: StoredTask, change: TaskChange): Promise<StoredTask | undefined>;
}
