import { succeed } from '@recourse/contract';
import { driveAdmissions } from '@recourse/testkit';
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
  retentionMs: hour,
  idempotent: false,
};

/** Runs the suite about rows that sweeping must keep, for every store. */
export const describeSweep = (name: string, open: OpenStores): void => {
  describe(`sweeping: ${name}`, () => {
    const start = opener(open);

    it('drops no token, call or outcome that still counts', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, { ...question, expires_at: clock.now() + minute });
      await driveAdmissions(stores).reserve(reservation);
      const claimed = await driveAdmissions(stores).claim(claim);
      await driveAdmissions(stores).settle(claimed.state === 'claimed' ? claimed.id : '', succeed({ id: 7 }));
      clock.advance(minute - 1);
      await stores.sweep();
      expect(await driveAdmissions(stores).claim(claim)).toMatchObject({ state: 'stored' });
      expect(await driveAdmissions(stores).reserve(reservation)).toMatchObject({ current: 2 });
      const redeem = {
        token,
        principal: 'ada',
        operation: 'close_ticket',
        digest: 'd',
      } as const;
      expect(await driveAdmissions(stores).redeem({ ...redeem, source: 'token', grade: 'any' })).toMatchObject({
        state: 'redeemed',
      });
    });

    it('takes a swept call out of the count of its window', async () => {
      const { stores, clock } = await start();
      await driveAdmissions(stores).reserve(reservation);
      clock.advance(minute / 2);
      await driveAdmissions(stores).reserve(reservation);
      clock.advance(minute / 2);
      await stores.sweep();
      await stores.sweep();
      expect(await driveAdmissions(stores).reserve(reservation)).toMatchObject({ current: 2, over: 'none' });
      expect(await driveAdmissions(stores).reserve(reservation)).toMatchObject({ over: 'stop' });
    });

    it('counts right when far more calls have left the window than one reservation drops', async () => {
      const { stores, clock } = await start();
      const { stop: _, ...endless } = rule;
      await Promise.all(
        Array.from({ length: 501 }, () => driveAdmissions(stores).reserve({ ...reservation, rule: endless })),
      );
      clock.advance(minute / 2);
      await driveAdmissions(stores).reserve({ ...reservation, rule: endless });
      clock.advance(minute / 2);
      for (const current of [2, 3, 4, 5]) {
        expect(await driveAdmissions(stores).reserve({ ...reservation, rule: endless })).toMatchObject({ current });
      }
    });

    it('never drops a call that began and whose effect is unknown', async () => {
      const { stores, clock } = await start();
      await driveAdmissions(stores).claim(claim);
      clock.advance(1000 * hour);
      await stores.sweep();
      expect(await driveAdmissions(stores).claim(claim)).toMatchObject({ state: 'lost' });
    });
  });
};
