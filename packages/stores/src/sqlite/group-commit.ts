import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { fewestPlaces } from '../limiting/admission-limit.ts';
import type { AdmissionLimit } from '../limiting/admission-limit.ts';
import type { Connection } from './connection.ts';
import { explainFailure, isBusy } from './failures.ts';
import { Transaction } from './transaction.ts';

export interface GroupCommitOptions {
  readonly waitMs: number;
  readonly groupMs: number;
  /** Told of every commit. */
  readonly onCommit?: () => void;
}

interface Job {
  readonly run: (transaction: Transaction) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly until: number;
  /** For a call that is to begin: how long it waits for a commit that others got. */
  readonly limit: AdmissionLimit | undefined;
  readonly since: number;
}

const shortestPauseMs = 1;
const longestPauseMs = 10;

/**
 * Commits together what is decided in one turn of the event loop; a decision is answered only once it is committed.
 * The driver is synchronous, so the write lock is never waited for longer than the connection's busy timeout: after
 * that the event loop continues, and the group tries again later.
 */
export class GroupCommit {
  readonly #connection: Connection;
  readonly #options: GroupCommitOptions;
  #jobs: Job[] = [];
  #isScheduled = false;
  #pauseMs = 0;
  #isEnded = false;

  constructor(connection: Connection, options: GroupCommitOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Runs a decision within a transaction. It may run more than once, and only its last run counts. */
  write<Result>(run: (transaction: Transaction) => Result, limit?: AdmissionLimit): Promise<Result> {
    if (this.#isEnded) return Promise.reject(closed());
    return new Promise<Result>((resolve, reject) => {
      const since = performance.now();
      const until = since + this.#options.waitMs;
      this.#jobs.push({ run, resolve: (value) => resolve(value as Result), reject, until, limit, since });
      if (!this.#isScheduled) this.#schedule();
    });
  }

  #schedule(): void {
    this.#isScheduled = true;
    const attempt = (): void => {
      this.#isScheduled = false;
      if (this.#jobs.length > 0) this.#attempt();
      if (this.#jobs.length > 0 && !this.#isScheduled) this.#schedule();
    };
    if (this.#pauseMs === 0) setImmediate(attempt);
    else setTimeout(attempt, this.#pauseMs * (0.5 + Math.random()));
  }

  #attempt(): void {
    const waiting = this.#jobs;
    this.#jobs = [];
    try {
      this.#connection.run('BEGIN IMMEDIATE');
      this.#pauseMs = 0;
    } catch (error) {
      this.#postpone(waiting, error);
      return;
    }
    const jobs = inOrder(waiting);
    const transaction = new Transaction();
    const answers: unknown[] = [];
    const endsBy = performance.now() + this.#options.groupMs;
    let running: Job | undefined;
    try {
      for (const job of jobs) {
        running = job;
        answers.push(job.run(transaction));
        if (performance.now() > endsBy) break;
      }
      running = undefined;
      transaction.flush();
      this.#connection.run('COMMIT');
    } catch (error) {
      this.#rollback();
      this.#fail(jobs, running, error);
      return;
    }
    if (answers.length < jobs.length) this.#jobs = [...jobs.slice(answers.length), ...this.#jobs];
    this.#options.onCommit?.();
    for (const [index, answer] of answers.entries()) jobs[index]?.resolve(answer);
  }

  /** A file that fails does so for all; a decision with a bug must not take the others of its group with it. */
  #fail(jobs: readonly Job[], culprit: Job | undefined, error: unknown): void {
    const explained = explainFailure(error, this.#connection.file);
    if (isBusy(error)) this.#postpone(jobs, error);
    else if (!culprit || explained instanceof StoreUnavailableError) for (const job of jobs) job.reject(explained);
    else {
      this.#jobs = [...jobs.filter((job) => job !== culprit), ...this.#jobs];
      culprit.reject(explained);
    }
  }

  #postpone(jobs: readonly Job[], error: unknown): void {
    const now = performance.now();
    const isWaiting = (job: Job): boolean => isBusy(error) && job.until > now;
    const late = jobs.filter((job) => !isWaiting(job));
    this.#jobs = [...jobs.filter(isWaiting), ...this.#jobs];
    this.#pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, this.#pauseMs * 2));
    for (const job of late) job.reject(explainFailure(error, this.#connection.file));
  }

  #rollback(): void {
    try {
      this.#connection.rollback();
    } catch {
      // SQLite has already rolled back; the first error is the one to report.
    }
  }

  /**
   * Rejects new decisions, and waits until those that were asked for before are committed or have failed. No decision
   * waits longer than `waitMs`.
   */
  async end(): Promise<void> {
    this.#isEnded = true;
    while (this.#jobs.length > 0) await setTimeoutPromise(shortestPauseMs);
  }
}

/**
 * Calls that have begun come first, so that new ones never keep them from ending. New calls that have waited too long
 * are refused: their callers repeat them later.
 */
const inOrder = (jobs: readonly Job[]): readonly Job[] => {
  if (!jobs.some(({ limit }) => limit)) return jobs;
  const now = performance.now();
  const admissions = jobs.filter(({ limit }) => limit);
  const isLate = ({ limit, since }: Job, place: number): boolean =>
    limit !== undefined && place >= fewestPlaces && now - since > limit.waitMs;
  for (const job of admissions.filter(isLate)) job.reject(job.limit?.refusal());
  return [...jobs.filter(({ limit }) => !limit), ...admissions.filter((job, place) => !isLate(job, place))];
};

const closed = (): Error => new StoreUnavailableError('SQLite', { cause: new Error('The store was closed') });
