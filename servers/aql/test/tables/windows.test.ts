import { createClock } from '@recourse/testkit';
import type { Clock } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import type { HttpDoor } from '../world/http-door.ts';
import { openTable } from './table.ts';

const table = openTable();
const hour = 3_600_000;
const threshold = 3;
const thresholds = ['warn', 'pause', 'stop'] as const;
type Threshold = (typeof thresholds)[number];
const codes = {
  warn: 'RATE_LIMIT_QUOTA_WARNING',
  pause: 'RATE_LIMIT_QUOTA_PAUSE',
  stop: 'RATE_LIMIT_QUOTA_EXHAUSTED',
} as const;

const begin = (at: Threshold, clock: Clock): HttpDoor => {
  const none = { warn: undefined, pause: undefined, stop: undefined };
  const quota = { metric: 'requests_per_hour', windowMs: hour, ...none, [at]: threshold };
  return table.begin({ quotas: [quota] }, { server: { now: clock.now } });
};

/** The result of a call: the code of its failure or of its warning, or 'none'. */
const meet = async (door: HttpDoor): Promise<string> => {
  const answer = await door.ask('mcp_aql_read', { operation: 'list_items' });
  return answer.success ? (answer.warnings?.[0]?.code ?? 'none') : answer.error.code;
};

describe.each(thresholds)('a quota with %s', (at) => {
  // The call that reaches `warn` carries the warning; the call after `pause` or `stop` is held.
  const free = at === 'warn' ? threshold - 1 : threshold;
  it.each([
    [-1, 'none'],
    [0, 'none'],
    [1, codes[at]],
  ])('after its last free call %i: %s', async (offset, code) => {
    const door = begin(at, createClock());
    for (let call = 1; call < free + offset; call += 1) expect(await meet(door)).toBe('none');
    expect(await meet(door)).toBe(code);
    const refused = code === codes.pause || code === codes.stop;
    expect(table.shop.seen).toHaveLength(free + offset - (refused ? 1 : 0));
  });

  it.each([
    [-1, codes[at]],
    [0, 'none'],
    [1, 'none'],
  ])('at the end of its window %i ms: %s', async (offset, code) => {
    const clock = createClock();
    const door = begin(at, clock);
    for (let call = 1; call <= free; call += 1) expect(await meet(door)).toBe('none');
    clock.advance(hour + offset);
    expect(await meet(door)).toBe(code);
  });
});

it('says when to come back so that it is true', async () => {
  const clock = createClock();
  const door = begin('stop', clock);
  for (let call = 1; call <= threshold; call += 1) {
    await meet(door);
    clock.advance(60_000);
  }
  const { error } = await door.ask('mcp_aql_read', { operation: 'list_items' });
  const resetsAt = Date.parse(error.details.resets_at);
  expect(resetsAt - clock.now()).toBe(error.details.retry_after_seconds * 1000);
  clock.advance(resetsAt - clock.now() - 1);
  expect(await meet(door)).toBe(codes.stop);
  clock.advance(1);
  expect(await meet(door)).toBe('none');
  expect(await meet(door)).toBe(codes.stop);
});
