import { setTimeout as pause } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { repetitions } from '@recourse/testkit/repetitions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStores } from '../open-stores.ts';
import { longMs, sharer } from './shared-stores.ts';
import type { OpenShared } from './shared-stores.ts';

const burst = repetitions({ atLeast: 2500, full: 10_000 });
const caller = { transport: 'in-process', local: true } as const;

/** How a store behaves when more calls come at once than it can admit in time. */
export const describeOverload = (name: string, open: OpenShared): void => {
  describe(`overload: ${name}`, () => {
    const { share } = sharer(open);

    it(
      'refuses what it cannot admit before anything is written, ends what has begun, and serves all that come back',
      async () => {
        const { settings } = await share();
        const stores = await openStores({ ...settings, admissionMs: 300 }, {});
        onTestFinished(() => stores.close());
        const events = createEventBuffer(stores.events);
        const made = new Map<string, number>();
        const server = createServer({
          name: 'payments',
          tools: [
            defineTool({
              name: 'pay',
              description: 'Pays.',
              input: { type: 'object', properties: {}, additionalProperties: false },
              operation: 'command',
              danger: 'reversible',
              errors: [],
              run: async ({ idempotency_key: key = '' }) => {
                made.set(key, (made.get(key) ?? 0) + 1);
                await pause(5);
                return { paid: true };
              },
            }),
          ],
          stores,
          record: { events },
        });
        let refusals = 0;
        const claim = { principal: 'local', operation: 'pay', digest: 'd', retentionMs: 1, idempotent: false };
        /** A caller that comes back when it was told to, until it is served. */
        const pay = async (idempotency_key: string): Promise<void> => {
          for (;;) {
            const outcome = await server.call({ tool: 'pay', arguments: {}, meta: { idempotency_key }, caller });
            if (outcome.ok) return;
            expect(outcome).toMatchObject({ code: 'RATE_LIMIT_CONCURRENCY', retryable: true, effect: 'none' });
            expect(outcome.retry_after_ms).toBeGreaterThan(0);
            expect(made.has(idempotency_key)).toBe(false);
            refusals += 1;
            // One look is enough to see what every refusal leaves behind.
            if (refusals === 1) {
              expect(await stores.admissions.find({ ...claim, key: idempotency_key })).toBeUndefined();
            }
            await pause(outcome.retry_after_ms);
          }
        };
        await Promise.all(Array.from({ length: burst }, (_, index) => pay(`key ${index}`)));
        expect(refusals).toBeGreaterThan(0);
        expect(made.size).toBe(burst);
        expect(Math.max(...made.values())).toBe(1);
        expect(await stores.intents.list()).toEqual([]);
        expect(await events.close(60_000)).toBe(0);
        expect(events.counts()).toMatchObject({ dropped: 0, failed_deliveries: 0 });
      },
      longMs,
    );
  });
};
