import type { CallEvent } from '@recourse/engine/events';
import { describe, expect, it } from 'vitest';
import type { NewRun, RunChange } from '../ports/runs.ts';
import type { Stores } from '../stores.ts';
import { eventOf } from './describe-events.ts';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

const runOf = (id: string, more: Partial<NewRun> = {}): NewRun => ({
  id,
  pipeline: 'page',
  principal: 'ada',
  key: null,
  config: '{}',
  config_hash: 'c',
  trace_id: 't',
  ...more,
});
const changeOf = (more: Partial<RunChange> = {}): RunChange => ({
  events: [],
  head: 'h',
  state: 'CREATED',
  operation: 'run',
  ...more,
});
const storeOf = ({ runs }: Stores) => {
  if (!runs) throw new Error('The store keeps no runs');
  return runs;
};

/** The suite of every store that keeps runs. */
export const describeRuns = (name: string, open: OpenStores): void => {
  describe(`runs: ${name}`, () => {
    const start = opener(open);
    let numbers = 0;
    const events = (count: number): readonly CallEvent[] =>
      Array.from({ length: count }, () => eventOf((numbers += 1)));

    it('creates a run once for each key, and returns the first one', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      expect(await runs.create(runOf('one', { key: 'k' }), changeOf())).toMatchObject({
        created: true,
        run: { id: 'one' },
      });
      expect(await runs.create(runOf('two', { key: 'k' }), changeOf())).toMatchObject({
        created: false,
        run: { id: 'one' },
      });
      expect(await runs.create(runOf('three'), changeOf())).toMatchObject({ created: true });
      expect(await runs.find('two')).toBeUndefined();
    });

    it('lists runs newest first, by pipeline, principal and state, page by page', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      for (const id of ['a', 'b', 'c', 'd']) {
        await runs.create(
          runOf(id, { pipeline: id < 'c' ? 'page' : 'book', principal: id === 'c' ? 'bob' : 'ada' }),
          changeOf({ state: id === 'b' ? 'DONE' : 'CREATED' }),
        );
      }
      const ids = async (query: Parameters<typeof runs.list>[0]) => (await runs.list(query)).map(({ id }) => id);
      expect(await ids({})).toEqual(['d', 'c', 'b', 'a']);
      expect(await ids({ pipeline: 'page' })).toEqual(['b', 'a']);
      expect(await ids({ state: 'CREATED', limit: 2 })).toEqual(['d', 'c']);
      expect(await ids({ state: 'CREATED', before: 'c' })).toEqual(['a']);
      expect(await ids({ principal: 'ada', pipeline: 'book' })).toEqual(['d']);
      expect(await ids({ principal: 'ada', before: 'd' })).toEqual(['b', 'a']);
      expect(await ids({ principal: 'nobody' })).toEqual([]);
      expect(await ids({ before: 'nothing' })).toEqual([]);
    });

    it('appends events, artifacts and the snapshot together, in the log of all events', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      await runs.create(runOf('one'), changeOf({ events: events(2) }));
      await runs.create(runOf('other'), changeOf({ events: events(1) }));
      const content = { sha256: 'aa', bytes: Buffer.from([0, 255, 7]) };
      const change = changeOf({
        events: events(3),
        head: 'h2',
        state: 'DONE',
        operation: null,
        snapshot: '{}',
        artifacts: [content],
      });
      expect(await runs.append('one', { last_event: 2, fence: 0 }, change)).toBe(true);
      expect(await runs.find('one')).toMatchObject({
        last_event: 5,
        head: 'h2',
        state: 'DONE',
        operation: null,
        snapshot: '{}',
        snapshot_event: 5,
      });
      expect(await runs.events('one')).toHaveLength(5);
      expect((await runs.events('one', { after: 1, limit: 2 })).map(({ event_id }) => event_id)).toEqual(
        (await runs.events('one')).slice(1, 3).map(({ event_id }) => event_id),
      );
      expect(await stores.events.read()).toHaveLength(6);
      expect(Buffer.from((await runs.artifact('aa')) ?? []).equals(content.bytes)).toBe(true);
      expect(await runs.artifact('bb')).toBeUndefined();
    });

    it('refuses a write that is based on an older version or an older owner, and writes nothing', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      await runs.create(runOf('one'), changeOf({ events: events(1) }));
      const [claimed] = await runs.claim(['page'], 1);
      expect(claimed).toMatchObject({ id: 'one', fence: 1 });
      const change = changeOf({ events: events(1), artifacts: [{ sha256: 'aa', bytes: Buffer.from('x') }] });
      expect(await runs.append('one', { last_event: 1, fence: 0 }, change)).toBe(false);
      expect(await runs.append('one', { last_event: 0, fence: 1 }, change)).toBe(false);
      expect(await runs.append('none', { last_event: 0, fence: 0 }, change)).toBe(false);
      expect([await runs.events('one'), await runs.artifact('aa')]).toEqual([
        expect.objectContaining({ length: 1 }),
        undefined,
      ]);
      expect(await runs.append('one', { last_event: 1, fence: 1 }, change)).toBe(true);
    });

    it('takes a run from its owner: the next write of the owner is refused', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      await runs.create(runOf('one'), changeOf({ events: events(1) }));
      await runs.claim(['page'], 1);
      expect(await runs.fences(['one', 'none'])).toEqual(new Map([['one', 1]]));
      const end = changeOf({ events: events(1), state: 'CANCELLED', operation: null, finished: true });
      expect(await runs.seize('one', { last_event: 1, fence: 1 }, end)).toBe(true);
      expect(await runs.fences(['one'])).toEqual(new Map([['one', 2]]));
      expect(await runs.append('one', { last_event: 2, fence: 1 }, changeOf({ events: events(1) }))).toBe(false);
      expect(await runs.find('one')).toMatchObject({
        state: 'CANCELLED',
        owner: null,
        finished_at: expect.any(Number),
      });
    });

    it('gives each run to one owner, and again after it was given back', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      for (const id of ['a', 'b', 'c']) await runs.create(runOf(id), changeOf({ events: events(1) }));
      await runs.create(runOf('idle'), changeOf({ operation: null }));
      const claims = await Promise.all([runs.claim(['page'], 2), runs.claim(['page'], 2), runs.claim(['book'], 2)]);
      const [one = [], other = [], ofBooks] = claims.map((claimed) => claimed.map(({ id }) => id));
      // Two connections of a server may overtake each other.
      expect([[...one, ...other].sort(), one.length * other.length, ofBooks]).toEqual([['a', 'b', 'c'], 2, []]);
      expect(await runs.claim(['page'], 9)).toEqual([]);
      await runs.release('b', 7);
      expect(await runs.claim(['page'], 9)).toEqual([]);
      await runs.release('b', 1);
      expect(await runs.claim(['page'], 9)).toMatchObject([{ id: 'b', fence: 3 }]);
    });

    it('takes runs of its pipelines in turns, the oldest operation first', async () => {
      const { stores, clock } = await start();
      const runs = storeOf(stores);
      for (const [id, pipeline] of [
        ['a', 'page'],
        ['b', 'page'],
        ['c', 'page'],
        ['d', 'book'],
        ['e', 'other'],
      ] as const) {
        await runs.create(runOf(id, { pipeline }), changeOf());
        clock.advance(1);
      }
      const ids = async (most: number) => (await runs.claim(['page', 'book'], most)).map(({ id }) => id);
      expect(await ids(3)).toEqual(['a', 'd', 'b']);
      expect(await ids(3)).toEqual(['c']);
    });

    it('keeps the time of an operation that continues, and changes it with the next one', async () => {
      const { stores, clock } = await start();
      const runs = storeOf(stores);
      const created = clock.now();
      await runs.create(runOf('one'), changeOf());
      clock.advance(1000);
      await runs.append('one', { last_event: 0, fence: 0 }, changeOf({ events: events(1), state: 'WORKING' }));
      expect(await runs.find('one')).toMatchObject({ operation_since: created, updated_at: created + 1000 });
      await runs.append('one', { last_event: 1, fence: 0 }, changeOf({ operation: 'publish' }));
      expect(await runs.find('one')).toMatchObject({ operation: 'publish', operation_since: created + 1000 });
    });

    it('keeps text that no column could hold as it is', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      const [first] = events(1);
      if (!first) throw new Error('There is no event');
      const data = { payload: { text: 'a\u0000b\ud800 "\\u0000"' } };
      await runs.create(
        runOf('one', { principal: 'a\u0000' }),
        changeOf({ events: [{ ...first, data }], snapshot: JSON.stringify(data) }),
      );
      expect(await runs.events('one')).toMatchObject([{ data }]);
      expect((await runs.find('one'))?.snapshot).toBe(JSON.stringify(data));
    });

    it('remembers how far a follower of the log has come', async () => {
      const { stores } = await start();
      const runs = storeOf(stores);
      expect(await runs.cursor('sink')).toBe(0);
      await runs.moveCursor('sink', 7);
      await runs.moveCursor('sink', 9);
      await runs.moveCursor('sink', 8);
      expect([await runs.cursor('sink'), await runs.cursor('other')]).toEqual([9, 0]);
    });

    it('removes finished runs that ended before a time, oldest first', async () => {
      const { stores, clock } = await start();
      const runs = storeOf(stores);
      for (const id of ['a', 'b', 'open']) {
        const isOpen = id === 'open';
        await runs.create(runOf(id), changeOf());
        const shared = { sha256: 'shared', bytes: Buffer.from('s') };
        const change = {
          operation: isOpen ? 'run' : null,
          finished: !isOpen,
          artifacts: [shared, { sha256: id, bytes: Buffer.from(id) }],
        };
        await runs.append(id, { last_event: 0, fence: 0 }, changeOf(change));
        clock.advance(1000);
      }
      expect(await runs.prune(clock.now() + 1, 1)).toBe(1);
      expect([await runs.find('a'), await runs.artifact('a')]).toEqual([undefined, undefined]);
      expect(await runs.artifact('shared')).toBeDefined();
      expect(await runs.prune(clock.now() + 1, 10)).toBe(1);
      expect((await runs.list()).map(({ id }) => id)).toEqual(['open']);
    });
  });
};
