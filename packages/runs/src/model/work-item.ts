import type { RunFailure } from './run-failure.ts';

export type WorkerKind = 'step' | 'gate' | 'report' | 'fixer' | 'publication';

export type WorkItemStatus = 'queued' | 'running' | 'finished' | 'failed';

/** One execution of a step, gate, fixer or publication, for one scope. */
export interface WorkItem {
  readonly id: string;
  /** The number of the event that queued it. */
  readonly queued_event: number;
  readonly kind: WorkerKind;
  readonly worker: string;
  /** A section, a page, a gate or an issue; `-` if the worker has one scope only. */
  readonly scope: string;
  readonly attempt: number;
  /** Digest of everything that the result depends on. A finished item is not repeated while it stays the same. */
  readonly inputs_hash: string;
  readonly status: WorkItemStatus;
  readonly queued_at: string;
  readonly started_at?: string;
  readonly finished_at?: string;
  /** Keys of the artifacts that it wrote. */
  readonly outputs?: readonly string[];
  readonly error?: RunFailure;
}

export const onlyScope = '-';

/** The id of an item, as the contract of runs spells it. */
export const workItemId = (runId: string, worker: string, attempt: number, scope: string): string =>
  `${runId}:${worker}:${attempt}:${scope}`;
