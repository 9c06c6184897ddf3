import type { Outcome } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import type { QuotaRule, Tool } from '@recourse/engine';
import type { ReservationRequest } from '@recourse/engine/store-ports';
import { describe, expect, it } from 'vitest';
import { driveAdmissions } from './drive-admissions.ts';
import type { AdmissionState } from './drive-admissions.ts';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

const windowMs = 60_000;

const requestWith = (rule: Partial<QuotaRule>, more: Partial<ReservationRequest> = {}): ReservationRequest => ({
  principal: 'ada',
  operation: 'close_ticket',
  key: '',
  rule: { metric: 'closes', count: 'attempts', windowMs, ...rule },
  ...more,
});

/** Tests that every quota store must pass. Call it in a test file, once for each adapter. */
export const describeQuotas = (name: string, open: Open<AdmissionState>): void => {
  describe(`quotas: ${name}`, () => {
    const opened = opener(open);
    const start = async () => {
      const { port, ...rest } = await opened();
      return { ...rest, state: port, port: driveAdmissions(port) };
    };

    it('counts calls up to the stop threshold, and reports when the next call is possible', async () => {
      const { port, clock } = await start();
      const request = requestWith({ stop: 2 });
      const first = clock.now();
      expect(await port.reserve(request)).toMatchObject({ current: 1, over: 'none', resets_at: first + windowMs });
      clock.advance(1000);
      expect(await port.reserve(request)).toMatchObject({ current: 2, over: 'none', resets_at: first + windowMs });
      expect(await port.reserve(request)).toMatchObject({ current: 2, over: 'stop', resets_at: first + windowMs });
    });

    it('admits exactly as many concurrent calls as the quota allows', async () => {
      const { port } = await start();
      const reservations = await atOnce(50, () => port.reserve(requestWith({ stop: 10 })));
      const admitted = reservations.filter(({ over }) => over !== 'stop');
      expect(admitted).toHaveLength(10);
      expect(new Set(admitted.map(({ id }) => id)).size).toBe(10);
    });

    it('counts in a sliding window, which each call leaves at its own time', async () => {
      const { port, clock } = await start();
      const request = requestWith({ stop: 2 });
      await port.reserve(request);
      clock.advance(windowMs / 2);
      await port.reserve(request);
      clock.advance(windowMs / 2 - 1);
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
      clock.advance(1);
      expect(await port.reserve(request)).toMatchObject({ current: 2, over: 'none' });
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
    });

    it('reports the highest threshold that a call exceeds', async () => {
      const { port, clock } = await start();
      const request = requestWith({ warn: 2, pause: 3, stop: 4 });
      const overs = [];
      for (let call = 0; call < 5; call += 1) overs.push((await port.reserve(request)).over);
      // A call that is paused is not counted.
      expect(overs).toEqual(['none', 'warn', 'warn', 'pause', 'pause']);
      await port.grant(request, clock.now() + windowMs);
      expect(await port.reserve(request)).toMatchObject({ current: 4, over: 'stop' });
    });

    it('counts the operations of one scope together, and lifts their pause together', async () => {
      const { port, state, clock } = await start();
      const rule = { metric: 'requests_per_minute', count: 'attempts', windowMs, pause: 2, stop: 4 } as const;
      const tool = (toolName: string, quota: QuotaRule): Tool =>
        defineTool({
          name: toolName,
          description: 'Acts.',
          input: { type: 'object', additionalProperties: false },
          operation: 'command',
          danger: 'reversible',
          errors: [],
          quotas: [quota],
          run: () => ({ done: true }),
        });
      const scope = 'shop';
      const tools = [tool('buy', { ...rule, scope }), tool('sell', { ...rule, scope }), tool('shop', rule)];
      const server = createServer({ name: 'shop', tools, stores: state, now: clock.now });
      const call = async (toolName: string, confirmation_token?: string): Promise<Outcome> =>
        server.call({
          tool: toolName,
          arguments: {},
          caller: { transport: 'in-process', local: true },
          ...(confirmation_token !== undefined && { meta: { confirmation_token } }),
        });
      const states: string[] = [];
      for (const toolName of ['buy', 'sell', 'buy']) {
        const outcome = await call(toolName);
        states.push(outcome.ok ? 'ok' : outcome.code);
      }
      expect(states).toEqual(['ok', 'ok', 'RATE_LIMIT_QUOTA_PAUSE']);
      const paused = await call('sell');
      const token = paused.ok ? '' : String(paused.details?.['confirmation_token']);
      expect(await call('sell', token)).toMatchObject({ ok: true });
      expect(await call('buy')).toMatchObject({ ok: true });
      expect(await call('sell')).toMatchObject({ code: 'RATE_LIMIT_QUOTA_EXHAUSTED', details: { current: 4 } });
      // An operation with the name of the scope, and another principal, are counted separately.
      expect(await call('shop')).toMatchObject({ ok: true });
      expect(await port.reserve(requestWith(rule, { principal: 'eve', operation: `scope ${scope}` }))).toMatchObject({
        current: 1,
      });
    });

    it.each<[string, Partial<ReservationRequest>]>([
      ['caller', { principal: 'eve' }],
      ['operation', { operation: 'erase_all' }],
      ['key', { key: 'octocat/hello' }],
      ['metric', requestWith({ metric: 'others', stop: 1 })],
    ])('counts another %s separately', async (_, other) => {
      const { port } = await start();
      const request = requestWith({ stop: 1 });
      await port.reserve(request);
      expect(await port.reserve({ ...request, ...other })).toMatchObject({ current: 1, over: 'none' });
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
    });

    it('gives back the quota of a call only once', async () => {
      const { port } = await start();
      const request = requestWith({ stop: 2 });
      const first = await port.reserve(request);
      await port.reserve(request);
      await port.giveBack(first.id);
      await port.giveBack(first.id);
      await port.giveBack('unknown');
      expect(await port.reserve(request)).toMatchObject({ current: 2, over: 'none' });
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
    });

    it('gives back nothing for a call that the quota refused', async () => {
      const { port } = await start();
      const request = requestWith({ stop: 1 });
      const { id } = await port.reserve(request);
      await port.giveBack((await port.reserve(request)).id);
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
      await port.giveBack(id);
      expect(await port.reserve(request)).toMatchObject({ over: 'none' });
    });

    it('lifts a pause after a grant, until the window ends', async () => {
      const { port, clock } = await start();
      const request = requestWith({ pause: 1 });
      await port.reserve(request);
      clock.advance(1000);
      expect(await port.reserve(request)).toMatchObject({ over: 'pause' });
      await port.grant(request, clock.now() + windowMs);
      // The first call has left the window, and with it the grant; the others still count.
      clock.advance(windowMs - 1000);
      expect(await port.reserve(request)).toMatchObject({ current: 2, over: 'pause' });
    });

    it('keeps the stop threshold despite a grant, and limits the grant to the caller who got it', async () => {
      const { port, clock } = await start();
      const request = requestWith({ pause: 1, stop: 2 });
      const other = { ...request, principal: 'eve' };
      await port.reserve(request);
      await port.reserve(other);
      await port.grant(request, clock.now() + windowMs);
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
      expect(await port.reserve(other)).toMatchObject({ over: 'pause' });
    });

    it('does not grow without bound, and never forgets a call that still counts', async ({ skip }) => {
      const { port, clock, most } = await start();
      if (most === undefined) {
        skip('the adapter has no size limit');
        return;
      }
      const request = requestWith({ stop: 1 });
      await atOnce(most * 2, (index) => port.reserve({ ...request, key: `old ${index}` }));
      clock.advance(windowMs);
      await port.reserve(request);
      await atOnce(most * 2, (index) => port.reserve({ ...request, key: `new ${index}` }));
      expect(await port.reserve(request)).toMatchObject({ over: 'stop' });
      expect(await port.reserve({ ...request, key: 'new 0' })).toMatchObject({ over: 'stop' });
      expect(await port.reserve({ ...request, key: `new ${most * 2 - 1}` })).toMatchObject({ over: 'stop' });
    });
  });
};
