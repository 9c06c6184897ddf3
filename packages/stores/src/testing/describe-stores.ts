import {
  describeAdmissions,
  describeCells,
  describeQuotas,
  describeReplays,
  describeTasks,
  describeTokens,
} from '@recourse/testkit';
import { defaultLeaseMs } from '../settings/store-settings.ts';
import { describeApprovals } from './describe-approvals.ts';
import { describeEvents } from './describe-events.ts';
import { describeIntents } from './describe-intents.ts';
import { describeKeys } from './describe-keys.ts';
import { describeRuns } from './describe-runs.ts';
import { describeReopening } from './describe-reopening.ts';
import { describeSweep } from './describe-sweep.ts';
import { describeUsage } from './describe-usage.ts';
import type { OpenStores } from './opened-stores.ts';

const most = 20;
const grace = { decided_by: 'grace', via: 'key' } as const;

/** Everything that a set of stores keeps to, whatever it is built on. */
export const describeStores = (name: string, open: OpenStores): void => {
  describeTokens(name, async (clock) => {
    const { stores, close } = await open(clock, { tokens: most });
    const { approvals } = stores;
    const decisions = {
      approve: async (token: string) => void (await approvals.approve(token, grace)),
      deny: async (token: string, by?: { decided_by?: string; reason?: string }) =>
        void (await approvals.deny(token, { ...grace, ...by })),
    };
    return { port: stores, decisions, most, close };
  });
  // Windows are dropped when they have emptied, not at a number of them: a bound on them would forget calls that count.
  describeQuotas(name, async (clock) => {
    const { stores, close } = await open(clock);
    return { port: stores, most, close };
  });
  describeReplays(
    name,
    async (clock) => {
      const { stores, close } = await open(clock, { outcomes: most });
      return { port: stores, most, close };
    },
    name === 'memory' ? {} : { leaseMs: defaultLeaseMs },
  );
  describeAdmissions(name, async (clock) => {
    const { stores, close } = await open(clock);
    const recorded = async () => (await stores.events.read()).map(({ event_id }) => event_id);
    return { port: stores, recorded, close };
  });
  describeCells(name, async (clock) => {
    const { stores, close } = await open(clock);
    return { port: stores.cells, close };
  });
  describeTasks(
    name,
    async (clock) => {
      const { stores, close } = await open(clock);
      if (!stores.tasks) throw new Error('A store with a key keeps tasks');
      return { port: stores.tasks, close };
    },
    name === 'memory' ? {} : { leaseMs: defaultLeaseMs },
  );
  describeApprovals(name, open);
  if (name !== 'memory') {
    describeIntents(name, open);
    describeRuns(name, open);
  }
  describeReopening(name, open);
  describeKeys(name, open);
  describeEvents(name, open);
  describeSweep(name, open);
  describeUsage(name, open);
};
