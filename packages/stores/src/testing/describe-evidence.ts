import { setTimeout as pause } from 'node:timers/promises';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventVerification } from '../evidence/verification.ts';
import { linkOf } from '../evidence/link.ts';
import type { Stores } from '../stores.ts';
import { eventOf } from './describe-events.ts';
import { startProcess } from './start-process.ts';
import type { StoreProcess } from './start-process.ts';

/** A store whose tables a test changes behind its back. */
interface TamperedStore {
  readonly stores: Stores;
  /** The settings with which another process opens the same store. */
  readonly settings: object;
  /** Opens the store again, with other keys or bounds if given. */
  reopen(more?: { readonly key?: string; readonly most?: { readonly events: number } }): Promise<Stores>;
  verify(key?: string, anchor?: { position: number; link: string }): Promise<EventVerification>;
  /** Runs SQL on the tables `events`, `chain` and `seals`. */
  run(sql: string): Promise<void>;
  /** Moves the base of the chain to a position, without the key. */
  moveBase(position: number): Promise<void>;
  /** Relinks all events from the base on and moves the marks along, as an attacker without the key would. */
  relink(): Promise<void>;
  readonly close: () => Promise<void>;
}

export type OpenTampered = (most?: number) => Promise<TamperedStore>;

/** The key that a tampered store is sealed with. */
export const firstKey = 'ab'.repeat(32);
const secondKey = 'cd'.repeat(32);
const kills = repetitions({ atLeast: 1, full: 10 });

/** Computes links as a store does, for a test that forges them. */
export const relinked = (
  link: string,
  events: readonly { readonly position: number; readonly digest: string }[],
): readonly string[] => {
  let last = link;
  return events.map(({ position, digest }) => (last = linkOf(last, position, digest)));
};

/** Tests that a store makes changes of its events evident. */
export const describeEvidence = (name: string, open: OpenTampered): void => {
  describe(`evidence: ${name}`, () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });
    const start = async (events = 0, most?: number): Promise<TamperedStore> => {
      const store = await open(most);
      closing.push(store.close);
      await deliver(store.stores, 0, events);
      return store;
    };
    const deliver = async (stores: Stores, from: number, to: number): Promise<void> => {
      const all = Array.from({ length: to - from }, (_, index) => eventOf(from + index));
      for (let at = 0; at < all.length; at += 500) await stores.events.deliver(all.slice(at, at + 500));
    };
    /** Seals what is left, as a process does when it ends. */
    const sealed = async (events: number): Promise<TamperedStore> => {
      const store = await start(events);
      await store.stores.close();
      return store;
    };

    it('finds a new chain and one of many events intact', async () => {
      const store = await start();
      expect(await store.verify()).toMatchObject({ ok: true, events: 0, unsealed: 0, lost: 0 });
      await deliver(store.stores, 0, 2500);
      // Delivered again: the confirmation may have got lost.
      await store.stores.events.deliver([eventOf(2499), eventOf(2500), eventOf(2500)]);
      expect(await store.verify()).toMatchObject({ ok: true, events: 2501, head: { position: 2501 } });
      await store.stores.close();
      expect(await store.verify()).toMatchObject({ ok: true, unsealed: 0, sealed_since: expect.any(String) });
    });

    it('names an event that was changed', async () => {
      const store = await sealed(20);
      await store.run("UPDATE events SET principal = 'mallory' WHERE position = 7");
      expect(await store.verify()).toMatchObject({
        ok: false,
        broken: { position: 7, problem: 'the event was changed, or an earlier event was removed' },
      });
    });

    it('names events that were deleted from the middle', async () => {
      const store = await sealed(20);
      await store.run('DELETE FROM events WHERE position BETWEEN 5 AND 8');
      expect(await store.verify()).toMatchObject({
        broken: { position: 5, problem: 'events 5 to 8 are missing' },
      });
    });

    it('names events that were deleted from the tail, with the marks set back', async () => {
      const store = await sealed(20);
      await store.run('DELETE FROM events WHERE position > 15');
      expect(await store.verify()).toMatchObject({ broken: { position: 16 } });
      await store.relink();
      expect(await store.verify()).toMatchObject({
        broken: { position: 16, problem: 'events 16 to 20 are missing' },
      });
      const again = await store.reopen();
      await deliver(again, 100, 110);
      await again.close();
      expect(await store.verify()).toMatchObject({ ok: false });
    });

    it('names an event whose process was removed from the record', async () => {
      const store = await start();
      for (let number = 0; number < 30; number += 1) {
        await store.stores.events.deliver([eventOf(number, { trace_id: String(number % 3).repeat(32) })]);
      }
      await store.stores.close();
      await store.run("DELETE FROM events WHERE trace_id = '11111111111111111111111111111111'");
      expect(await store.verify()).toMatchObject({ broken: { position: 2, problem: 'event 2 is missing' } });
    });

    it('finds a changed event after all hashes were recomputed', async () => {
      const store = await sealed(2500);
      await store.run("UPDATE events SET principal = 'mallory' WHERE position = 7");
      await store.relink();
      const { broken } = await store.verify();
      expect(broken).toEqual({
        position: expect.any(Number),
        problem: 'the events up to this point do not match seal 1',
      });
      expect(broken?.position).toBeLessThanOrEqual(1500);
    });

    it('does not seal a forged chain when it continues', async () => {
      const store = await sealed(20);
      await store.run("UPDATE events SET principal = 'mallory' WHERE position = 7");
      await store.relink();
      const again = await store.reopen();
      await deliver(again, 100, 1700);
      await again.close();
      expect(await store.verify()).toMatchObject({
        broken: { position: 20, problem: 'the events up to this point do not match the newest seal' },
      });
    });

    it.each([
      ['a seal on record', 'DELETE FROM seals WHERE number = 1', 'seal 1 is missing'],
      ['the last seal on record', 'DELETE FROM seals WHERE number = 2', 'seal 2 is missing'],
      ['the newest seal', "DELETE FROM chain WHERE kind = 'head'", 'the newest seal is missing'],
      ['every seal', "DELETE FROM chain WHERE kind <> 'tail'", 'the recorded beginning or end of the chain is missing'],
    ])('notices that %s was deleted', async (_, sql, problem) => {
      const store = await sealed(2500);
      await store.run(sql);
      expect(await store.verify()).toMatchObject({ ok: false, broken: { problem } });
      const again = await store.reopen();
      await deliver(again, 3000, 3010);
      await again.close();
      expect(await store.verify()).toMatchObject({ ok: false });
    });

    it('notices that a seal was changed', async () => {
      const store = await sealed(1200);
      await store.run('UPDATE seals SET at = at + 1');
      expect(await store.verify()).toMatchObject({ broken: { problem: 'seal 1 is not genuine' } });
    });

    it('notices events that were inserted', async () => {
      const store = await sealed(20);
      await store.run('UPDATE events SET position = 0 WHERE position = 1');
      expect(await store.verify()).toMatchObject({
        broken: { position: 0, problem: 'an event precedes the beginning of the chain' },
      });
    });

    it('stays intact when events are dropped because of the bound, and says up to where', async () => {
      const store = await start(0, 1000);
      await deliver(store.stores, 0, 4000);
      const { dropped_to = 0, ...verified } = await store.verify();
      expect(verified).toMatchObject({ ok: true, lost: 0 });
      expect(dropped_to).toBeGreaterThanOrEqual(3000);
      expect(dropped_to + verified.events).toBe(4000);
      expect(verified.events).toBeLessThanOrEqual(1000);
    });

    it('notices events that were dropped without the key', async () => {
      const store = await sealed(2500);
      await store.run('DELETE FROM events WHERE position <= 1000');
      await store.moveBase(1000);
      expect(await store.verify()).toMatchObject({
        broken: { position: 1000, problem: 'the seal at the beginning of the chain is not genuine' },
      });
    });

    it('counts the events that servers could not keep', async () => {
      const store = await start();
      await store.stores.events.deliver([
        eventOf(1),
        eventOf(2, { data: { lost: 12 } }),
        eventOf(3, { data: { lost: 3 } }),
      ]);
      expect(await store.verify()).toMatchObject({ ok: true, lost: 15 });
    });

    it('accepts both keys while one replaces the other, and the new one alone afterwards', async () => {
      const store = await sealed(1500);
      const both = await store.reopen({ key: `${secondKey},${firstKey}` });
      await deliver(both, 1500, 3000);
      await both.close();
      expect(await store.verify(`${secondKey},${firstKey}`)).toMatchObject({ ok: true, unchecked_seals: 0 });
      expect(await store.verify(secondKey)).toMatchObject({ ok: true, unchecked_seals: 1 });
      expect(await store.verify(firstKey)).toMatchObject({
        broken: { problem: expect.stringContaining('a key that is not available') },
      });
    });

    it('shows with an earlier head that the chain was set back', async () => {
      const store = await sealed(20);
      const { head } = await store.verify();
      expect(await store.verify(firstKey, head)).toMatchObject({ ok: true });
      const problem = 'the chain does not contain the given head';
      expect(await store.verify(firstKey, { ...head, link: 'ab'.repeat(32) })).toMatchObject({
        broken: { position: 20, problem },
      });
      expect(await store.verify(firstKey, { ...head, position: 30 })).toMatchObject({
        broken: { position: 30, problem },
      });
    });

    it('stays intact while four processes append and one is killed', async () => {
      const store = await start();
      for (let round = 0; round < kills; round += 1) {
        const recorded = new Set<string>();
        const workers: StoreProcess[] = [];
        const busy: Promise<void>[] = [];
        for (let process = 0; process < 4; process += 1) {
          const worker = await startProcess('store-process.mjs', store.settings);
          closing.push(worker.kill);
          workers.push(worker);
          busy.push(
            new Promise((resolve) => {
              let count = 0;
              worker.hear({ task: 'record', lanes: 4 }, ({ which }) => {
                recorded.add(which);
                if ((count += 1) === 100) resolve();
              });
            }),
          );
        }
        await Promise.all(busy);
        await workers[0]?.kill();
        await pause(50);
        expect(await store.verify()).toMatchObject({ ok: true });
        for (const worker of workers) await worker.kill();
        const verified = await store.verify();
        expect(verified).toMatchObject({ ok: true });
        expect(verified.events).toBeGreaterThanOrEqual(recorded.size);
      }
    });
  });
};
