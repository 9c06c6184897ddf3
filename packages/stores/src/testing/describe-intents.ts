import { fail } from '@recourse/contract';
import { driveAdmissions } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

const request = {
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  retentionMs: 60_000,
  idempotent: false,
};
const unknown = fail('INTERNAL_TIMEOUT', { operation: 'close_ticket', timeout_ms: 5 }, { effect: 'unknown' });

/** How a durable store lists and resolves calls whose effect is unknown. */
export const describeIntents = (name: string, open: OpenStores): void => {
  describe(`intents: ${name}`, () => {
    const start = opener(open);

    it('lists calls that run or are lost, and resolves only lost ones, once', async () => {
      const { stores } = await start();
      const claim = async (key: string): Promise<string> => {
        const claimed = await driveAdmissions(stores).claim({ ...request, key });
        if (claimed.state !== 'claimed') throw new Error(`Not claimed: ${claimed.state}`);
        return claimed.id;
      };
      const [running, absent, applied] = [await claim('running'), await claim('absent'), await claim('applied')];
      for (const id of [absent, applied]) await driveAdmissions(stores).settle(id, unknown);
      expect((await stores.intents.list()).map(({ id, state, ended }) => [id, state, ended])).toEqual([
        [running, 'in_flight', false],
        [absent, 'lost', true],
        [applied, 'lost', true],
      ]);
      expect(await stores.intents.find(absent)).toMatchObject({ principal: 'ada', operation: 'close_ticket' });
      expect(await stores.intents.find('999999')).toBeUndefined();
      expect(await stores.intents.resolve(running, 'absent')).toBe('in_flight');
      expect(await stores.intents.resolve('999999', 'absent')).toBe('unknown');
      expect(await stores.intents.resolve(absent, 'absent')).toBe('resolved');
      expect(await stores.intents.resolve(applied, 'applied')).toBe('resolved');
      expect(await stores.intents.resolve(applied, 'absent')).toBe('settled');
      expect(await driveAdmissions(stores).claim({ ...request, key: 'absent' })).toMatchObject({ state: 'claimed' });
      expect(await driveAdmissions(stores).claim({ ...request, key: 'applied' })).toMatchObject({
        state: 'stored',
        outcome: { code: 'CONFLICT_ALREADY_APPLIED', effect: 'applied' },
      });
    });
  });
};
