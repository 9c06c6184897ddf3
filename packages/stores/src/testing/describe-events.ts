import type { CallEvent } from '@recourse/engine/events';
import { describe, expect, it } from 'vitest';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

/** An event that differs from others in its number. */
export const eventOf = (number: number, more: Partial<CallEvent> = {}): CallEvent => ({
  event_id: `event-${number}`,
  ts: new Date(Date.UTC(2026, 0, 1) + number).toISOString(),
  type: 'TOOL_CALL_FAILED',
  trace_id: 'a'.repeat(32),
  span_id: 'b'.repeat(16),
  subject: 'ticket:7',
  principal: 'ada',
  tool: 'close_ticket',
  code: 'NOT_FOUND_RESOURCE',
  effect: 'none',
  elapsed_ms: 1.25,
  data: { reason: 'ü \u0000', nested: { list: [1, null, true] } },
  ...more,
});

const numbers = (events: readonly CallEvent[]) => events.map(({ event_id }) => Number(event_id.slice(6)));
const many = (count: number) => Array.from({ length: count }, (_, number) => eventOf(number));

/** Runs the suite that every event log must pass. */
export const describeEvents = (name: string, open: OpenStores): void => {
  describe(`events: ${name}`, () => {
    const start = opener(open);

    it('gives back what was delivered, in order, every field of it', async () => {
      const { stores } = await start();
      const bare = eventOf(1, { subject: null, principal: null, code: null, effect: null, elapsed_ms: null, data: {} });
      await stores.events.deliver([eventOf(0), bare]);
      const [first, second] = await stores.events.read();
      expect(first).toEqual({ ...eventOf(0), position: first?.position });
      expect(second).toEqual({ ...bare, position: second?.position });
      expect(second?.position).toBeGreaterThan(first?.position ?? Infinity);
    });

    it('keeps an event once, however often it comes', async () => {
      const { stores } = await start();
      await stores.events.deliver(many(3));
      await Promise.all([stores.events.deliver(many(5)), stores.events.deliver(many(5))]);
      expect(numbers(await stores.events.read())).toEqual([0, 1, 2, 3, 4]);
    });

    it('takes no event and very many', async () => {
      const { stores } = await start();
      await stores.events.deliver([]);
      await stores.events.deliver(many(1234));
      expect(numbers(await stores.events.read({ after: 0, limit: 2000 }))).toEqual(many(1234).map((_, index) => index));
    });

    it('reads the last ones, or continues after a place', async () => {
      const { stores } = await start();
      await stores.events.deliver(many(10));
      const last = await stores.events.read({ limit: 3 });
      expect(numbers(last)).toEqual([7, 8, 9]);
      expect(await stores.events.read({ after: last.at(-1)?.position ?? 0 })).toEqual([]);
      const [first] = await stores.events.read({ limit: 10 });
      expect(numbers(await stores.events.read({ after: first?.position ?? 0, limit: 2 }))).toEqual([1, 2]);
    });

    it('finds events by code, tool, principal and time', async () => {
      const { stores } = await start();
      const others = [eventOf(1, { code: 'INTERNAL_ERROR' }), eventOf(2, { tool: 'erase_all' })];
      await stores.events.deliver([eventOf(0), ...others, eventOf(3, { principal: 'eve' })]);
      expect(numbers(await stores.events.read({ code: 'INTERNAL_ERROR' }))).toEqual([1]);
      expect(numbers(await stores.events.read({ tool: 'erase_all' }))).toEqual([2]);
      expect(numbers(await stores.events.read({ principal: 'eve' }))).toEqual([3]);
      expect(numbers(await stores.events.read({ since: eventOf(2).ts, code: 'NOT_FOUND_RESOURCE' }))).toEqual([2, 3]);
    });

    it('does not grow without end: the oldest event goes first', async () => {
      const { stores } = await start({ events: 10 });
      for (const event of many(25)) await stores.events.deliver([event]);
      expect(numbers(await stores.events.read())).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    });
  });
};
