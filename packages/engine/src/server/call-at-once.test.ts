import { succeed } from '@recourse/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { request } from '../testing/tickets.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import { defineTool } from '../tool/define-tool.ts';
import { callAtOnce } from './call-at-once.ts';
import { createServer } from './create-server.ts';

const serve = (run: () => object, quotas: readonly QuotaRule[] = []) => {
  const tool = defineTool({
    name: 'work',
    description: 'Works.',
    input: z.strictObject({}),
    operation: 'query',
    danger: 'safe',
    errors: [],
    quotas,
    run: run as never,
  });
  return createServer({ name: 's', tools: [tool] });
};

it('returns the outcome itself once the pipeline is loaded, and a promise until then', async () => {
  const server = serve(() => ({ done: true }));
  const first = callAtOnce(server, request('work'));
  expect(first).toBeInstanceOf(Promise);
  expect(await first).toEqual(succeed({ done: true }));
  expect(callAtOnce(server, request('work'))).toEqual(succeed({ done: true }));
  expect(callAtOnce(server, request('wrk'))).toMatchObject({ code: 'NOT_FOUND_OPERATION' });
});

it('counts a call in the memory of the process without a promise', async () => {
  const server = serve(() => ({ done: true }), [{ metric: 'calls', count: 'attempts', windowMs: 60_000, stop: 2 }]);
  await server.call(request('work'));
  expect(callAtOnce(server, request('work'))).toEqual(succeed({ done: true }));
  expect(callAtOnce(server, request('work'))).toMatchObject({ code: 'RATE_LIMIT_QUOTA_EXHAUSTED' });
});

it('returns a promise of a handler that waits', async () => {
  const server = serve(async () => ({ done: true }));
  await server.call(request('work'));
  const answer = callAtOnce(server, request('work'));
  expect(answer).toBeInstanceOf(Promise);
  expect(await answer).toEqual(succeed({ done: true }));
});

it('asks a server that wraps another, or whose call was replaced, with its own call', async () => {
  const server = serve(() => ({ done: true }));
  await server.call(request('work'));
  const call = (): Promise<never> => Promise.resolve(succeed({ wrapped: true }) as never);
  expect(await callAtOnce({ ...server, call }, request('work'))).toEqual(succeed({ wrapped: true }));
  Object.assign(server, { call });
  expect(await callAtOnce(server, request('work'))).toEqual(succeed({ wrapped: true }));
});
