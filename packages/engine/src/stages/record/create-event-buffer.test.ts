import { describe, expect, it } from 'vitest';
import type { CallEvent, EventSink } from './call-event.ts';
import { createEventBuffer } from './create-event-buffer.ts';
import type { EventBuffer } from './event-buffer.ts';
import { createMemorySink } from './memory-sink.ts';
import { createFakeSchedule } from './testing/fake-schedule.ts';

const event = (id: string): CallEvent => ({
  event_id: id,
  ts: '2026-01-01T00:00:00.000Z',
  type: 'TOOL_CALL_FINISHED',
  trace_id: '1'.repeat(32),
  span_id: '1'.repeat(16),
  subject: null,
  principal: null,
  tool: 'find_ticket',
  code: null,
  effect: null,
  elapsed_ms: 1,
  data: {},
});
const ids = (events: readonly CallEvent[]): readonly string[] => events.map(({ event_id }) => event_id);

/** A sink that fails so many times, or forever, and then keeps what it gets. */
const failingSink = (times: number): { readonly sink: EventSink; readonly kept: CallEvent[]; attempts: number } => {
  const state = {
    kept: [] as CallEvent[],
    attempts: 0,
    sink: {
      deliver: (events: readonly CallEvent[]): Promise<void> => {
        state.attempts += 1;
        if (state.attempts <= times) throw new Error('no disk');
        state.kept.push(...events);
        return Promise.resolve();
      },
    },
  };
  return state;
};

describe('the event buffer', () => {
  it('never calls the sink while an event is pushed', () => {
    const time = createFakeSchedule();
    const { sink, ...state } = failingSink(Infinity);
    const buffer = createEventBuffer(sink, { schedule: time.schedule, batch: 1 });
    buffer.push(() => event('a'));
    expect(state.attempts).toBe(0);
    expect(time.pending()).toEqual([0]);
  });

  it('gathers events and delivers them in order, in batches', async () => {
    const time = createFakeSchedule();
    const sizes: number[] = [];
    const memory = createMemorySink();
    const sink: EventSink = { deliver: (events) => (sizes.push(events.length), memory.deliver(events)) };
    const buffer = createEventBuffer(sink, { schedule: time.schedule, batch: 2, gatherMs: 50 });
    for (const id of ['a', 'b', 'c']) buffer.push(() => event(id));
    await time.advance(100);
    expect(sizes).toEqual([2, 1]);
    expect(ids(memory.take())).toEqual(['a', 'b', 'c']);
    expect(buffer.counts()).toEqual({ waiting: 0, delivered: 3, dropped: 0, failed_deliveries: 0 });
  });

  it('keeps events while the sink is dead and delivers them with growing delays', async () => {
    const time = createFakeSchedule();
    const state = failingSink(3);
    const causes: unknown[] = [];
    const buffer = createEventBuffer(state.sink, {
      schedule: time.schedule,
      retryMs: 100,
      longestRetryMs: 250,
      onFailedDelivery: (cause) => {
        causes.push(cause);
        throw new Error('no log either');
      },
    });
    buffer.push(() => event('a'));
    await time.advance(50);
    expect(time.pending()).toEqual([100]);
    buffer.push(() => event('b'));
    await time.advance(100);
    expect(time.pending()).toEqual([200]);
    await time.advance(200);
    expect(time.pending()).toEqual([250]);
    await time.advance(300);
    expect(ids(state.kept)).toEqual(['a', 'b']);
    expect(causes).toHaveLength(3);
    expect(buffer.counts()).toMatchObject({ delivered: 2, failed_deliveries: 3, waiting: 0 });
  });

  it('gives up a delivery that takes too long and delivers the same events again', async () => {
    const time = createFakeSchedule();
    const memory = createMemorySink();
    let attempts = 0;
    const sink: EventSink = {
      deliver: (events) => ((attempts += 1) === 1 ? new Promise(() => undefined) : memory.deliver(events)),
    };
    const buffer = createEventBuffer(sink, { schedule: time.schedule, deliveryMs: 1000, retryMs: 10 });
    buffer.push(() => event('a'));
    await time.advance(2000);
    expect(ids(memory.take())).toEqual(['a']);
    expect(buffer.counts()).toMatchObject({ delivered: 1, failed_deliveries: 1 });
  });

  it('drops the oldest beyond its capacity, and the next event says how many', async () => {
    const time = createFakeSchedule();
    const memory = createMemorySink();
    const buffer = createEventBuffer(memory, { schedule: time.schedule, capacity: 3 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) buffer.push(() => event(id));
    await time.advance(100);
    const kept = memory.take();
    expect(ids(kept)).toEqual(['c', 'd', 'e']);
    expect(kept.map(({ data }) => data)).toEqual([{ lost: 2 }, {}, {}]);
    expect(buffer.counts()).toMatchObject({ dropped: 2, delivered: 3 });
    buffer.push(() => event('f'));
    await time.advance(100);
    expect(memory.take().map(({ data }) => data)).toEqual([{}]);
  });

  it('counts the batch under way against the capacity', async () => {
    const time = createFakeSchedule();
    const buffer = createEventBuffer(failingSink(Infinity).sink, { schedule: time.schedule, capacity: 3, batch: 2 });
    for (const id of ['a', 'b']) buffer.push(() => event(id));
    await time.advance(0);
    for (const id of ['c', 'd', 'e']) buffer.push(() => event(id));
    expect(buffer.counts()).toMatchObject({ waiting: 3, dropped: 2 });
  });

  it('flushes at once, whatever it waits for', async () => {
    const time = createFakeSchedule();
    const state = failingSink(1);
    const buffer = createEventBuffer(state.sink, { schedule: time.schedule, retryMs: 60_000 });
    buffer.push(() => event('a'));
    await time.advance(50);
    expect(time.pending()).toEqual([60_000]);
    expect(await buffer.flush()).toBe(0);
    expect(ids(state.kept)).toEqual(['a']);
    expect(time.pending()).toEqual([]);
  });

  it('closes within its bound although the sink is dead, and says what was left', async () => {
    const time = createFakeSchedule();
    const buffer = createEventBuffer(failingSink(Infinity).sink, { schedule: time.schedule });
    buffer.push(() => event('a'));
    const closed = buffer.close(1000);
    await time.advance(1000);
    expect(await closed).toBe(1);
    expect(time.pending()).toEqual([]);
    buffer.push(() => event('b'));
    expect(buffer.counts()).toMatchObject({ waiting: 1, dropped: 1 });
    expect(await buffer.close()).toBe(1);
  });

  it('loses only the event that cannot be written out', async () => {
    const time = createFakeSchedule();
    const memory = createMemorySink();
    const buffer = createEventBuffer(memory, { schedule: time.schedule });
    buffer.push(() => {
      throw new Error('unreadable');
    });
    buffer.push(() => event('b'));
    await time.advance(100);
    expect(memory.take()).toEqual([{ ...event('b'), data: { lost: 1 } }]);
    expect(await buffer.flush()).toBe(0);
  });
});

describe('answers that wait for their events', () => {
  /** A durable sink whose deliveries end when the test says so. */
  const durableSink = () => {
    const underWay: { readonly ids: readonly string[]; keep: () => void; fail: () => void }[] = [];
    const sink: EventSink = {
      durable: true,
      deliver: (events) =>
        new Promise((resolve, reject) => {
          underWay.push({ ids: ids(events), keep: resolve, fail: () => reject(new Error('no disk')) });
        }),
    };
    return { sink, underWay };
  };
  /** Pushes an event and waits for it as a call would; says when the wait is over. */
  const answering = (buffer: EventBuffer, id: string): { isDone: boolean } => {
    const state = { isDone: false };
    buffer.push(() => event(id));
    void (buffer.kept() ?? Promise.resolve()).then(() => (state.isDone = true));
    return state;
  };

  it('need not wait for a sink that ends with the process, or for nothing', () => {
    const buffer = createEventBuffer(createMemorySink());
    buffer.push(() => event('a'));
    expect(buffer.kept()).toBeUndefined();
    expect(createEventBuffer(durableSink().sink).kept()).toBeUndefined();
  });

  it('share a delivery: those that come while one is under way are the next', async () => {
    const time = createFakeSchedule();
    const { sink, underWay } = durableSink();
    const buffer = createEventBuffer(sink, { schedule: time.schedule, gatherMs: 50 });
    const [one, two] = [answering(buffer, 'a'), answering(buffer, 'b')];
    await time.advance(0);
    const three = answering(buffer, 'c');
    await time.advance(0);
    expect(underWay.map((delivery) => delivery.ids)).toEqual([['a', 'b']]);
    expect([one.isDone, two.isDone]).toEqual([false, false]);
    underWay[0]?.keep();
    await time.advance(0);
    expect([one.isDone, two.isDone, three.isDone]).toEqual([true, true, false]);
    expect(underWay[1]?.ids).toEqual(['c']);
    underWay[1]?.keep();
    await time.advance(0);
    expect(three.isDone).toBe(true);
    expect(time.pending()).toEqual([]);
  });

  it('go when the sink fails, and do not wait until it works again', async () => {
    const time = createFakeSchedule();
    const { sink, underWay } = durableSink();
    const buffer = createEventBuffer(sink, { schedule: time.schedule, retryMs: 100 });
    const one = answering(buffer, 'a');
    await time.advance(0);
    underWay[0]?.fail();
    await time.advance(0);
    expect(one.isDone).toBe(true);
    buffer.push(() => event('b'));
    expect(buffer.kept()).toBeUndefined();
    await time.advance(100);
    underWay[1]?.keep();
    await time.advance(50);
    underWay[2]?.keep();
    await time.advance(0);
    expect(underWay.map((delivery) => delivery.ids)).toEqual([['a'], ['a'], ['b']]);
    const after = answering(buffer, 'c');
    await time.advance(0);
    expect(after.isDone).toBe(false);
    underWay[3]?.keep();
    await time.advance(0);
    expect(after.isDone).toBe(true);
    expect(buffer.counts()).toMatchObject({ delivered: 3, dropped: 0 });
  });

  it('go after their time when the sink is slow, and do not wait until it has kept something', async () => {
    const time = createFakeSchedule();
    const { sink, underWay } = durableSink();
    const buffer = createEventBuffer(sink, { schedule: time.schedule, answerMs: 1000 });
    const one = answering(buffer, 'a');
    await time.advance(999);
    expect(one.isDone).toBe(false);
    await time.advance(1);
    expect(one.isDone).toBe(true);
    buffer.push(() => event('b'));
    expect(buffer.kept()).toBeUndefined();
    underWay[0]?.keep();
    await time.advance(0);
    expect(buffer.kept()).toBeInstanceOf(Promise);
    expect(buffer.counts()).toMatchObject({ delivered: 1, waiting: 1, failed_deliveries: 0 });
  });

  it('go when the buffer closes, and what comes later waits for nothing', async () => {
    const time = createFakeSchedule();
    const buffer = createEventBuffer(durableSink().sink, { schedule: time.schedule, answerMs: 60_000 });
    const one = answering(buffer, 'a');
    const closed = buffer.close(10);
    await time.advance(10);
    expect(await closed).toBe(1);
    await time.advance(0);
    expect(one.isDone).toBe(true);
    buffer.push(() => event('b'));
    expect(buffer.kept()).toBeUndefined();
    expect(time.pending().filter((delay) => delay === 60_000)).toEqual([]);
  });
});

describe('the memory sink', () => {
  it('keeps the last events only', async () => {
    const sink = createMemorySink(2);
    await sink.deliver([event('a'), event('b'), event('c')]);
    expect(ids(sink.take())).toEqual(['b', 'c']);
    expect(sink.take()).toEqual([]);
  });
});
