import { driveAdmissions } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

const minute = 60_000;
const rule = { metric: 'closes', count: 'attempts', windowMs: minute, pause: 2, stop: 3 } as const;
const { pause: _pause, ...unpaused } = rule;
const request = { principal: 'ada', operation: 'close_ticket', key: '', rule };
const usage = { principal: 'ada', operation: 'close_ticket', metric: 'closes', key: '', windowMs: minute };

/** Runs the suite that every quota listing must pass. */
export const describeUsage = (name: string, open: OpenStores): void => {
  describe(`usage: ${name}`, () => {
    const start = opener(open);

    it('says who has called what how often, and when there is room again', async () => {
      const { stores, clock } = await start();
      expect(await stores.usage.list()).toEqual([]);
      const first = clock.now();
      await driveAdmissions(stores).reserve(request);
      clock.advance(1000);
      await driveAdmissions(stores).reserve(request);
      await driveAdmissions(stores).reserve({ ...request, key: 'T-1' });
      expect(await stores.usage.list()).toEqual([
        { ...usage, calls: 2, resets_at: first + minute },
        { ...usage, key: 'T-1', calls: 1, resets_at: clock.now() + minute },
      ]);
    });

    it('lists by principal, operation and metric, and of one principal alone', async () => {
      const { stores } = await start();
      await driveAdmissions(stores).reserve({ ...request, principal: 'eve' });
      await driveAdmissions(stores).reserve({ ...request, rule: { ...rule, metric: 'calls' } });
      await driveAdmissions(stores).reserve(request);
      await driveAdmissions(stores).reserve({ ...request, principal: 'Zoe' });
      const named = (await stores.usage.list()).map(({ principal, metric }) => `${principal} ${metric}`);
      expect(named).toEqual(['Zoe closes', 'ada calls', 'ada closes', 'eve closes']);
      expect(await stores.usage.list({ principal: 'eve' })).toMatchObject([{ principal: 'eve', calls: 1 }]);
      expect(await stores.usage.list({ principal: 'nobody' })).toEqual([]);
    });

    it('counts no call that was refused, given back, or has left the window', async () => {
      const { stores, clock } = await start();
      const counted = { ...request, rule: unpaused };
      for (const _ of [1, 2, 3]) await driveAdmissions(stores).reserve(counted);
      expect(await driveAdmissions(stores).reserve(counted)).toMatchObject({ over: 'stop' });
      const { id } = await driveAdmissions(stores).reserve({ ...request, principal: 'eve' });
      await driveAdmissions(stores).giveBack(id);
      expect(await stores.usage.list()).toMatchObject([{ principal: 'ada', calls: 3 }]);
      clock.advance(minute);
      expect(await stores.usage.list()).toEqual([]);
    });

    it('says until when a confirmed pause is lifted', async () => {
      const { stores, clock } = await start();
      const first = clock.now();
      for (const _ of [1, 2]) await driveAdmissions(stores).reserve(request);
      clock.advance(1000);
      await driveAdmissions(stores).grant(request, clock.now() + minute);
      const [listed] = await stores.usage.list();
      expect(listed).toEqual({ ...usage, calls: 3, resets_at: first + minute, granted_until: first + minute });
      clock.advance(minute);
      expect(await stores.usage.list()).toEqual([]);
    });

    it('shows a lifted pause even if no call counts', async () => {
      const { stores, clock } = await start();
      const drive = driveAdmissions(stores);
      const quota = { ...request, rule: { ...rule, pause: 0 } };
      const { id } = await drive.grant(quota, clock.now() + minute);
      await drive.giveBack(id);
      expect(await stores.usage.list()).toEqual([{ ...usage, calls: 0, granted_until: clock.now() + minute }]);
    });

    it('lists a thousand at most', async () => {
      const { stores } = await start();
      const keys = Array.from({ length: 1001 }, (_, number) => String(number));
      await stores.admissions.admit({ quotas: keys.map((key) => ({ ...request, key })), boundMs: minute });
      expect(await stores.usage.list()).toHaveLength(1000);
    });
  });
};
