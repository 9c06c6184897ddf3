import { createHash } from 'node:crypto';
import type { Failure } from '@recourse/contract';
import type { End } from '../calling/end.ts';
import { canonical } from '../canonical.ts';
import { confirmationTokenMetaKey } from '../meta-keys.ts';
import { isFault } from '../reading/is-fault.ts';
import { defaultLimits, fits } from '../reading/limits.ts';
import type { Reading, Source } from '../reading/reading.ts';
import type { ToolRequest } from '../strategies/strategy.ts';

export interface LoopGuardOptions {
  /** How many equal calls in a row may end in the same failure; defaults to 3. */
  readonly calls?: number;
  /** How many seconds after the last of them an equal call is not sent; defaults to 30. */
  readonly seconds?: number;
  /** Tools that are meant to be called again until something has happened; their calls are never held back. */
  readonly polls?: readonly string[];
}

/**
 * A call that would continue a loop: the failure that it would get again, how often it did, and how long it is held
 * back.
 */
export interface Loop {
  readonly failure: Failure;
  readonly calls: number;
  readonly blockedForMs: number;
}

/** Detects a caller that repeatedly makes the same hopeless call, as models do. */
export interface LoopGuard {
  /** The loop that a call would continue; undefined if it may be sent. */
  find(request: ToolRequest): Loop | undefined;
  /** Records the end of a call. It counts only if no repetition can fix the failure. */
  ended(request: ToolRequest, end: End, reading: Reading): void;
  succeeded(request: ToolRequest): void;
  /** Something may have changed, so a call that failed may succeed now. */
  lift(): void;
}

interface Kept {
  readonly sameness: string;
  readonly failure: Failure;
  readonly calls: number;
  readonly at: number;
}

const mostCalls = 100;

/**
 * Remembers the calls that failed recently, by a digest of tool and arguments, and the last failure of each. It never
 * holds a call up for long: what another call, a new list of tools or a new connection may have changed is forgotten,
 * and so is everything that has rested.
 */
export const createLoopGuard = (options: LoopGuardOptions & { readonly now: () => number }): LoopGuard => {
  const { calls: most = 3, seconds = 30, polls = [], now } = options;
  if (!(most >= 1)) throw new RangeError("'calls' of the loop guard must be at least 1");
  if (!(seconds > 0)) throw new RangeError("'seconds' of the loop guard must be more than 0");
  const blockMs = seconds * 1_000;
  const kept = new Map<string, Kept>();
  return {
    find: (request) => {
      const found = kept.size === 0 ? undefined : kept.get(digestOf(request));
      if (!found || found.calls < most) return undefined;
      const blockedForMs = found.at + blockMs - now();
      return blockedForMs > 0 ? { failure: found.failure, calls: found.calls, blockedForMs } : undefined;
    },
    ended: (request, end, reading) => {
      if (most === Infinity || polls.includes(request.name) || !isHopeless(end, reading)) return;
      const { failure } = reading;
      const id = digestOf(request);
      const before = kept.get(id);
      const sameness = [end, failure.namespace, failure.code, failure.message].join(' ');
      const inARow = before?.sameness === sameness && now() - before.at < blockMs ? before.calls : 0;
      kept.delete(id);
      kept.set(id, { sameness, failure: small(failure), calls: inARow + 1, at: now() });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostCalls) break;
        kept.delete(oldest);
      }
    },
    succeeded: (request) => {
      if (kept.size > 0) kept.delete(digestOf(request));
    },
    lift: () => {
      if (kept.size > 0) kept.clear();
    },
  };
};

const hopelessEnds: ReadonlySet<End> = new Set(['handed_over', 'needs_person', 'denied', 'gave_up_loop']);
/** It is not known whether a failure that a tool describes in words goes away. */
const tellingSources: ReadonlySet<Source> = new Set(['contract', 'dialect', 'protocol']);

const isHopeless = (end: End, reading: Reading): boolean => {
  const { effect, retryable, recovery, retry_after_ms: retryAfterMs } = reading.failure;
  // The server says when to come back, so a caller that does is not in a loop.
  if (retryAfterMs !== undefined) return false;
  if (!hopelessEnds.has(end) || !tellingSources.has(reading.source) || effect !== 'none' || retryable) return false;
  // A server in trouble may come out of it; how often it is called until then is the circuit breaker's business.
  if (isFault(reading)) return false;
  // A question has a new token each time, and the caller has to answer it.
  return recovery !== 'retry' && recovery !== 'wait' && (recovery !== 'confirm' || end === 'denied');
};

/** With a confirmation that the caller brings, the same call is another one. */
const digestOf = ({ name, arguments: args, _meta: meta }: ToolRequest): string =>
  createHash('sha256')
    .update(canonical([name, args, meta?.[confirmationTokenMetaKey]]))
    .digest('base64url');

/** Many failures are kept, so large ones are not. */
const small = (failure: Failure): Failure => {
  if (fits(failure, { ...defaultLimits, characters: 8_192, values: 200 })) return failure;
  const { details: _, next_actions: _actions, similar: _similar, ...rest } = failure;
  return rest;
};
