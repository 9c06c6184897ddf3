import { createHash } from 'node:crypto';
import type { Failure } from '@recourse/contract';
import { UpstreamError } from '@recourse/upstream';
import type { UpstreamAnswer } from '@recourse/upstream';
import { refusedLocally } from '../classify/limits.ts';
import { bucketOf } from './bucket-of.ts';
import type { Bucket } from './bucket-of.ts';
import { endOf, parseBudget, renderBudget } from './budget-state.ts';
import type { BudgetState } from './budget-state.ts';
import { decide } from './decide.ts';
import type { Decision, Pace } from './decide.ts';
import { learn } from './learn.ts';
import type { SharedCells } from './shared-cells.ts';

export interface BudgetOptions {
  readonly cells: SharedCells;
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly pace: Pace | undefined;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A request that asks to be sent. */
export interface BudgetRequest {
  readonly route: string;
  readonly writes: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly timeLeft: () => number;
}

/** A request that may be sent. Its answer, or that there was none, must be recorded. */
export interface Ticket {
  readonly bucket: Bucket;
  readonly probes: boolean;
}

/**
 * Others wait so long for the answer of a request that finds out about a limit, or less if its call ends before; then
 * one of them sends the next. It records every end, so only a process that was killed keeps the others waiting.
 */
const longestProbeMs = 30_000;
const firstPollMs = 50;
const longestPollMs = 500;
/** Attempts to record an answer in a state that other processes change too. */
const mostAttempts = 50;
const keptMs = 60_000;

/**
 * The limits of one credential, shared by all processes through a store. A request that GitHub would refuse is refused
 * here, until the reset; writes are spaced out. The store holds a digest of the credential, never the credential.
 */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #name: string;
  /** The state as this process knew it last. */
  #own: BudgetState = parseBudget(undefined);
  #reading: ReturnType<SharedCells['get']> | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    const digest = createHash('sha256').update(JSON.stringify([options.baseUrl, options.token ?? null]));
    this.#name = `github-budget:${digest.digest('base64url')}`;
  }

  /** Waits until the request may be sent, or refuses it. Throws if the time of its call is up before that. */
  async enter(request: BudgetRequest): Promise<Ticket | Failure> {
    const bucket = bucketOf(request.route);
    const endMs = performance.now() + request.timeLeft();
    for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * 1.5, longestPollMs)) {
      const decision = await this.#decide(bucket, request);
      if (decision !== 'lost' && decision.kind === 'refused') {
        const { by, limit } = decision;
        return refusedLocally({ name: by, until: decision.until, limit }, this.#options.now());
      }
      if (decision !== 'lost' && decision.kind === 'send') {
        if (decision.waitMs > 0) await this.#pause(decision.waitMs, request);
        return { bucket, probes: decision.probes };
      }
      if (Math.min(request.timeLeft(), endMs - performance.now()) <= pollMs) throw new UpstreamError('connect_timeout');
      // Not all at the same moment: those that lost against each other would lose again.
      await this.#pause(pollMs * (0.5 + Math.random() / 2), request);
    }
  }

  /** Records what an answer says about the limits; undefined if there was none. */
  async leave(ticket: Ticket, answer: UpstreamAnswer | undefined): Promise<void> {
    const change = (state: BudgetState): BudgetState | undefined =>
      learn(state, { ...ticket, answer, now: this.#options.now() });
    // Most answers change nothing, whatever the stored state is.
    if (change(parseBudget(undefined)) === undefined) return;
    for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
      const done = await this.#change((state) => ({ next: change(state), value: true }));
      if (done !== 'lost') return;
    }
  }

  async #pause(ms: number, { signal }: BudgetRequest): Promise<void> {
    try {
      await this.#options.sleep(ms, signal);
    } catch (cause) {
      throw signal?.aborted ? new UpstreamError('aborted', { sent: false }) : cause;
    }
  }

  async #decide(bucket: Bucket, { writes, timeLeft }: BudgetRequest): Promise<Decision | 'lost'> {
    const { now, pace } = this.#options;
    return this.#change((state) => {
      const left = timeLeft();
      const planned = { bucket, now: now(), patienceMs: left / 2, probeMs: Math.min(left, longestProbeMs) };
      const decision = decide(state, { ...planned, ...(writes && { pace }) });
      return { next: decision.kind === 'send' ? decision.next : undefined, value: decision };
    });
  }

  /**
   * Reads, decides and writes in one step; `lost` if another process was faster. While the store fails, this process
   * continues with what it knew last.
   */
  async #change<Value>(
    plan: (state: BudgetState) => { readonly next: BudgetState | undefined; readonly value: Value },
  ): Promise<Value | 'lost'> {
    const { cells, now } = this.#options;
    try {
      const cell = await this.#read();
      this.#own = parseBudget(cell?.value);
      const { next, value } = plan(this.#own);
      if (!next) return value;
      const ttlMs = Math.max(0, endOf(next) - now()) + keptMs;
      const change = { value: renderBudget(next, now()), version: cell?.version ?? 0, ttlMs };
      if (!(await cells.set(this.#name, change))) return 'lost';
      this.#own = next;
      return value;
    } catch {
      const { next, value } = plan(this.#own);
      this.#own = next ?? this.#own;
      return value;
    }
  }

  /** Calls that look at the same moment share one reading: a version that is out of date loses, and looks again. */
  #read(): ReturnType<SharedCells['get']> {
    this.#reading ??= this.#options.cells.get(this.#name).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }
}
