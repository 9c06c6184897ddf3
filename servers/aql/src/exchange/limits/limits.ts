import { changeFailure } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { isLimited, readRateLimit, readRetryAfterMs } from '@recourse/upstream';
import type { UpstreamAnswer } from '@recourse/upstream';
import type { AdapterOperation, ApiLimit } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import type { Closed, Standing } from './announced-limit.ts';
import type { LimitMemory } from './limit-memory.ts';
import { ownHeaders } from './own-headers.ts';
import { coversOperation } from './scope.ts';

/** A place that was taken under every limit of an operation. */
interface Place {
  /** The request has ended; with an answer, its headers are remembered. */
  end(answer?: UpstreamAnswer): void;
}

export interface Limits {
  /** Why a request of this operation would exceed a limit. */
  hold(operation: AdapterOperation): Failure | undefined;
  /** The state of every known limit: those of the file by what they cover, the others by name. */
  standing(): Readonly<Record<string, Standing>>;
  /** Adds to a refusal by a limit what the file says about that limit and the upstream did not. */
  complete(operation: AdapterOperation, failure: Failure): Failure;
  /** Takes a place for one request, under all limits at once or under none. */
  take(operation: AdapterOperation): Place | Failure;
}

/**
 * The limits of one API: those that its file names are counted and never exceeded, those that its answers announce
 * are remembered. A pool that the upstream names holds the operations that were seen in it.
 */
export const createLimits = (
  rules: readonly ApiLimit[],
  { memory, fail, now }: { readonly memory: LimitMemory; readonly fail: FailWith; readonly now: () => number },
): Limits => {
  const counted = rules.map((rule) => ({ rule, ...memory.ruleOf(rule) }));
  const covering = (operation: AdapterOperation) => counted.filter(({ rule }) => coversOperation(rule, operation));

  const refuse = (closed: Closed, window: ApiLimit['window'] | undefined, at: number): Failure => {
    const details: JsonObject = {
      limit: closed.limit,
      remaining: 0,
      window: closed.window ?? window,
      resets_at: new Date(closed.until).toISOString(),
      retry_after_seconds: Math.max(1, Math.ceil((closed.until - at) / 1000)),
    };
    return fail('RATE_LIMIT_EXCEEDED', details, { message: 'API rate limit would be exceeded', effect: 'none' });
  };

  const hold = (operation: AdapterOperation): Failure | undefined => {
    const at = now();
    const limiting = covering(operation);
    for (const { rule, sent, announced } of limiting) {
      const full = sent.count(at) >= rule.limit;
      const closed = full ? { limit: rule.limit, until: sent.freeAt(at), window: rule.window } : announced.closed(at);
      if (closed) return refuse({ ...closed, limit: closed.limit ?? rule.limit }, rule.window, at);
    }
    const closed = memory.poolOf(operation.name).closed(at);
    return closed && refuse(closed, limiting[0]?.rule.window, at);
  };

  const learn = (operation: AdapterOperation, answer: UpstreamAnswer): void => {
    const at = now();
    const own = covering(operation).filter(({ rule }) => rule.remainingHeader !== undefined);
    for (const { rule, announced } of own) announced.learn(readRateLimit(ownHeaders(rule, answer.headers), at), at);
    // A file that says which headers a limit has says with it whom they are about.
    const { name = '', ...stand } = own.length > 0 ? {} : readRateLimit(answer.headers, at);
    if (name !== '') memory.assign(operation.name, name);
    const pool = memory.poolOf(operation.name);
    pool.learn(stand, at);
    const waitMs = isLimited(answer) ? readRetryAfterMs(answer.headers, at) : undefined;
    if (waitMs !== undefined) pool.block(at + waitMs);
  };

  const standing = (): Readonly<Record<string, Standing>> => {
    const at = now();
    const ofFile = counted.map(({ rule, sent, announced }): readonly [string, Standing] => {
      const left = Math.max(0, rule.limit - sent.count(at));
      const said = announced.standing(at);
      const remaining = Math.min(left, said?.remaining ?? left);
      // Without an announcement, the first request that leaves the window makes room.
      const resets_at = new Date(Math.max(at, sent.freeAt(at))).toISOString();
      return [nameOf(rule), { limit: rule.limit, window: rule.window, resets_at, ...said, remaining }];
    });
    const ofPools = [...memory.pools()].flatMap(([name, announced]) => {
      const said = announced.standing(at);
      return said ? [[name || 'announced', said] as const] : [];
    });
    return Object.fromEntries([...ofPools, ...ofFile]);
  };

  const complete = (operation: AdapterOperation, failure: Failure): Failure => {
    const [first] = failure.code === 'RATE_LIMIT_EXCEEDED' ? covering(operation) : [];
    if (!first || failure.details?.['limit'] !== undefined) return failure;
    const { limit, window } = first.rule;
    return changeFailure(failure, { details: { limit, window, ...failure.details } });
  };

  return {
    hold,
    standing,
    complete,
    take: (operation) => {
      const held = hold(operation);
      if (held) return held;
      const at = now();
      const limiting = covering(operation);
      const taken = [memory.poolOf(operation.name), ...limiting.map(({ announced }) => announced)];
      for (const { sent } of limiting) sent.add(at);
      for (const announced of taken) announced.began();
      return {
        end: (answer) => {
          for (const announced of taken) announced.ended();
          if (answer) learn(operation, answer);
        },
      };
    },
  };
};

const nameOf = ({ scope, endpoint, category }: ApiLimit): string => endpoint ?? category ?? scope;
