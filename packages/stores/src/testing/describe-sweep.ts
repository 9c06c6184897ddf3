import { succeed } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';
import { issueToken, question } from './issue-token.ts';

const minute = 60_000;
const hour = 60 * minute;
const rule = { metric: 'closes', count: 'attempts', windowMs: minute, stop: 2 } as const;
const reservation = { principal: 'ada', operation: 'close_ticket', key: '', rule };
const claim = {
  principal: 'ada',
  operation: 'close_ticket',
  key: 'key-1',
  digest: 'digest-of-7',
  boundMs: 3_600_000,
  retentionMs: hour,
  idempotent: false,
};

/** What sweeping leaves alone, whatever the store. */
export const describeSweep = (name: string, open: OpenStores): void => {
  describe(`sweeping: ${name}`, () => {
    const start = opener(open);

    it('drops no token, call or outcome that still counts', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, { ...question, expires_at: clock.now() + minute });
      await stores.quotas.reserve(reservation);
      const claimed = await stores.replays.claim(claim);
      await stores.replays.settle(claimed.state === 'claimed' ? claimed.id : '', succeed({ id: 7 }));
      clock.advance(minute - 1);
      await stores.sweep();
      expect(await stores.replays.claim(claim)).toMatchObject({ state: 'stored' });
      expect(await stores.quotas.reserve(reservation)).toMatchObject({ current: 2 });
      const redeem = {
        token,
        principal: 'ada',
        operation: 'close_ticket',
        digest: 'd',
        begin: { boundMs: minute },
      } as const;
      expect(await stores.tokens.redeem({ ...redeem, source: 'token', grade: 'any' })).toMatchObject({
        state: 'redeemed',
      });
    });

    it('takes a swept call out of the count of its window', async () => {
      const { stores, clock } = await start();
      await stores.quotas.reserve(reservation);
      clock.advance(minute / 2);
      await stores.quotas.reserve(reservation);
      clock.advance(minute / 2);
      await stores.sweep();
      await stores.sweep();
      expect(await stores.quotas.reserve(reservation)).toMatchObject({ current: 2, over: 'none' });
      expect(await stores.quotas.reserve(reservation)).toMatchObject({ over: 'stop' });
    });

    it('counts right when far more calls have left the window than one reservation drops', async () => {
      const { stores, clock } = await start();
      const { stop: _, ...endless } = rule;
      await Promise.all(Array.from({ length: 501 }, () => stores.quotas.reserve({ ...reservation, rule: endless })));
      clock.advance(minute / 2);
      await stores.quotas.reserve({ ...reservation, rule: endless });
      clock.advance(minute / 2);
      for (const current of [2, 3, 4, 5]) {
        expect(await stores.quotas.reserve({ ...reservation, rule: endless })).toMatchObject({ current });
      }
    });

    it('never drops a call that began and whose effect is unknown', async () => {
      const { stores, clock } = await start();
      const claimed = await stores.replays.claim(claim);
      await stores.replays.begin(claimed.state === 'claimed' ? claimed.id : '');
      clock.advance(1000 * hour);
      await stores.sweep();
      expect(await stores.replays.claim(claim)).toMatchObject({ state: 'lost' });
    });
  });
};
