import type { JsonObject } from '@recourse/contract';
import type { QuotaRule } from '@recourse/engine';
import { registry } from '../codes.ts';
import { targetKey } from './target.ts';

const windowMs = 300_000;
const mostCalls = 5;

/**
 * Five calls in five minutes for one pull request, across all callers and all ways to name it. Every attempt counts
 * except dry runs.
 */
export const commentLimit = (environment: Readonly<Record<string, string | undefined>>): readonly QuotaRule[] => [
  {
    metric: 'comments_per_pull_request',
    everybody: true,
    key: (args: JsonObject) => (args['dryRun'] === true ? undefined : targetKey(args, environment)),
    count: 'attempts',
    windowMs,
    stop: mostCalls,
    refusal: {
      code: 'OP_RATE_LIMITED',
      fail: ({ key, limit, resetsAt, retryAfterSeconds }) =>
        registry.fail('OP_RATE_LIMITED', {
          limit,
          remaining: 0,
          window_seconds: windowMs / 1000,
          target: key,
          resets_at: new Date(resetsAt).toISOString(),
          retry_after_seconds: retryAfterSeconds,
        }),
    },
  },
];
