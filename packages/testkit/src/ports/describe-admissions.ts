import { fail, succeed } from '@recourse/contract';
import type { CallEvent } from '@recourse/engine/events';
import type { AdmissionRequest, ReservationRequest } from '@recourse/engine/store-ports';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../create-clock.ts';
import { driveAdmissions } from './drive-admissions.ts';
import type { AdmissionState } from './drive-admissions.ts';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

const hourMs = 60 * 60 * 1000;
const whose = { principal: 'ada', operation: 'close_ticket', digest: 'digest-of-7' };
const claim = { ...whose, key: 'key-1', retentionMs: hourMs, idempotent: false };
const none = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
const unknown = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown' });
const done = succeed({ closed: true });

const quota = (metric: string, more: Partial<ReservationRequest['rule']> = {}): ReservationRequest => ({
  principal: 'ada',
  operation: 'close_ticket',
  key: '',
  rule: { metric, count: 'attempts', windowMs: hourMs, stop: 2, ...more },
});

const event = (event_id: string): CallEvent => ({
  event_id,
  ts: '2026-01-28T12:00:00.000Z',
  type: 'TOOL_CALL_STARTED',
  trace_id: 'a'.repeat(32),
  span_id: 'b'.repeat(16),
  subject: null,
  principal: 'ada',
  tool: 'close_ticket',
  code: null,
  effect: null,
  elapsed_ms: null,
  data: {},
});

const confirmation = (token?: string, more: Partial<NonNullable<AdmissionRequest['confirmation']>> = {}) => ({
  ...whose,
  required: true,
  ...(token !== undefined && { token }),
  source: 'token' as const,
  grade: 'any' as const,
  ...more,
});

/** The transactions around a handler, as every store makes them. Call it in a test file, once for each adapter. */
export const describeAdmissions = (
  name: string,
  open: Open<AdmissionState, { readonly recorded: () => Promise<readonly string[]> }>,
): void => {
  describe(`admissions: ${name}`, () => {
    const opened = opener(open);
    const start = async () => {
      const { port, ...rest } = await opened();
      return { ...rest, ...port, drive: driveAdmissions(port) };
    };
    const issue = async ({ tokens }: AdmissionState, clock: Clock): Promise<string> => {
      const expires_at = clock.now() + hourMs;
      const asked = await tokens.ask({ ...whose, prefix: 'conf', expires_at, reasons: [], shared: false });
      if (asked.state !== 'asked') throw new Error(asked.state);
      return asked.token;
    };

    /** Expects that a call which needs all of it can begin: nothing of it was taken. */
    const expectUntouched = async (state: AdmissionState, token: string, key = claim): Promise<void> => {
      const admitted = await state.admissions.admit({
        claim: key,
        quotas: [quota('one'), quota('two')],
        confirmation: confirmation(token),
        boundMs: hourMs,
      });
      expect(admitted).toMatchObject({ state: 'admitted', reservations: [{ current: 1 }, { current: 1 }] });
    };

    it('takes the key, quotas and confirmation, and records the events, in one transaction', async () => {
      const { clock, recorded, ...state } = await start();
      const token = await issue(state, clock);
      const request = {
        claim,
        quotas: [quota('one'), quota('two')],
        confirmation: confirmation(token),
        boundMs: hourMs,
        events: [event('began')],
      };
      const admitted = await state.admissions.admit(request);
      expect(admitted).toMatchObject({
        state: 'admitted',
        claim: expect.any(String),
        confirmation: expect.any(String),
        reservations: [{ current: 1 }, { current: 1 }],
        recorded: true,
      });
      expect(await recorded()).toEqual(['began']);
      expect(await state.admissions.admit(request)).toMatchObject({ state: 'key', key: { state: 'in_flight' } });
      const { claim: _, ...unkeyed } = request;
      expect(await state.admissions.admit(unkeyed)).toMatchObject({ state: 'refused', refusal: { state: 'used' } });
      expect(await recorded()).toEqual(['began']);
    });

    it('claims nothing if the idempotency key was used before', async () => {
      const { clock, recorded, ...state } = await start();
      const token = await issue(state, clock);
      await state.drive.claim(claim);
      const refused = await state.admissions.admit({
        claim,
        quotas: [quota('one'), quota('two')],
        confirmation: confirmation(token),
        boundMs: hourMs,
        events: [event('refused')],
      });
      expect(refused).toMatchObject({ state: 'key' });
      expect(await recorded()).toEqual([]);
      await expectUntouched(state, token, { ...claim, key: 'key-2' });
    });

    it('claims nothing if any quota refuses the call', async () => {
      const { clock, recorded, ...state } = await start();
      const token = await issue(state, clock);
      const full = quota('full', { stop: 0 });
      const refused = await state.admissions.admit({
        claim,
        quotas: [quota('one'), full, quota('two')],
        confirmation: confirmation(token),
        boundMs: hourMs,
        events: [event('refused')],
      });
      expect(refused).toMatchObject({ state: 'stopped', quota: 1, standing: { current: 0, over: 'stop' } });
      expect(await recorded()).toEqual([]);
      await expectUntouched(state, token);
    });

    it.each<[string, Partial<NonNullable<AdmissionRequest['confirmation']>>, string]>([
      ['unknown', { token: 'conf_x' }, 'invalid'],
      ['issued for another call', { digest: 'digest-of-8' }, 'mismatch'],
      ['not approved by a person', { grade: 'person' }, 'waiting'],
    ])('claims nothing if the token is %s', async (_, more, state) => {
      const { clock, recorded, ...ports } = await start();
      const token = await issue(ports, clock);
      const refused = await ports.admissions.admit({
        claim,
        quotas: [quota('one'), quota('two')],
        confirmation: confirmation(token, more),
        boundMs: hourMs,
        events: [event('refused')],
      });
      expect(refused).toMatchObject({ state: 'refused', refusal: { state } });
      expect(await recorded()).toEqual([]);
      await expectUntouched(ports, token);
    });

    it('claims nothing if a required confirmation is missing', async () => {
      const { clock, recorded, ...state } = await start();
      const token = await issue(state, clock);
      const refused = await state.admissions.admit({
        claim,
        quotas: [quota('one'), quota('two')],
        confirmation: confirmation(),
        boundMs: hourMs,
        events: [event('refused')],
      });
      expect(refused).toMatchObject({ state: 'unconfirmed' });
      expect(await recorded()).toEqual([]);
      await expectUntouched(state, token);
    });

    it('does not use up a token that the call does not need', async () => {
      const { clock, recorded: _, ...state } = await start();
      const token = await issue(state, clock);
      const admitted = await state.admissions.admit({
        quotas: [quota('one', { pause: 1 })],
        confirmation: confirmation(token, { required: false }),
        boundMs: hourMs,
      });
      expect(admitted).toMatchObject({ state: 'admitted' });
      expect(admitted).not.toHaveProperty('confirmation');
      expect(await state.drive.redeem(confirmation(token) as never)).toMatchObject({ state: 'redeemed' });
    });

    it('counts a call twice if two of its quotas share a window', async () => {
      const { admissions } = await start();
      const twice = [quota('same', { stop: 2 }), quota('same', { stop: 1 })];
      expect(await admissions.admit({ quotas: twice, boundMs: hourMs })).toMatchObject({ state: 'stopped', quota: 1 });
      const admitted = await admissions.admit({ quotas: [twice[0], twice[0]] as never, boundMs: hourMs });
      expect(admitted).toMatchObject({ reservations: [{ current: 1 }, { current: 2 }] });
    });

    it('admits exactly as many concurrent calls as keys and quotas allow', async () => {
      const { admissions, recorded } = await start();
      const keys = ['a', 'b', 'c', 'd', 'e'];
      const admitted = await atOnce(50, async (index) =>
        admissions.admit({
          claim: { ...claim, key: keys[index % keys.length] ?? '' },
          quotas: [quota('few', { stop: 3 })],
          boundMs: hourMs,
          events: [event(`event ${index}`)],
        }),
      );
      expect(admitted.filter(({ state }) => state === 'admitted')).toHaveLength(3);
      expect(new Set(admitted.map(({ state }) => state))).toEqual(new Set(['admitted', 'key', 'stopped']));
      expect(await recorded()).toHaveLength(3);
    });

    it('ends a call in one transaction: settles its key, restores its quota and confirmation, and records the event', async () => {
      const { clock, recorded, ...state } = await start();
      const token = await issue(state, clock);
      const request = { claim, quotas: [quota('one')], confirmation: confirmation(token), boundMs: hourMs };
      const first = await state.admissions.admit(request);
      if (first.state !== 'admitted') throw new Error(first.state);
      const giveBack = first.reservations.map(({ id }) => id);
      const { claim: id = '', confirmation: used = '' } = first;
      const ending = { claim: id, confirmation: used, outcome: none, giveBack, events: [event('ended')] };
      expect(await state.admissions.end(ending)).toEqual({ settled: true, restored: true, recorded: true });
      expect(await recorded()).toEqual(['ended']);
      // A store that lost the answer is told again.
      expect(await state.admissions.end(ending)).toMatchObject({ restored: false, recorded: true });
      expect(await recorded()).toEqual(['ended']);
      const again = await state.admissions.admit(request);
      expect(again).toMatchObject({ state: 'admitted', reservations: [{ current: 1 }] });
      if (again.state !== 'admitted' || again.claim === undefined) throw new Error(again.state);
      expect(await state.admissions.end({ claim: again.claim, outcome: done, giveBack: [] })).toMatchObject({
        settled: true,
        restored: false,
      });
      expect(await state.admissions.find(claim)).toEqual({ state: 'stored', outcome: done });
    });

    it('claims a confirmed call that has no key, and reports when it started if its effect is unknown', async () => {
      const { clock, recorded: _, ...state } = await start();
      const token = await issue(state, clock);
      const request = { quotas: [], confirmation: confirmation(token), boundMs: 60_000 };
      const startedAt = clock.now();
      const admitted = await state.admissions.admit(request);
      if (admitted.state !== 'admitted' || admitted.claim === undefined) throw new Error(admitted.state);
      expect(await state.admissions.owns(admitted.claim)).toBe(true);
      expect(await state.admissions.admit(request)).toEqual({
        state: 'refused',
        refusal: { state: 'used', consumed_at: startedAt },
        standings: [],
      });
      await state.admissions.end({ claim: admitted.claim, outcome: unknown, giveBack: [] });
      expect(await state.admissions.admit(request)).toMatchObject({
        refusal: { state: 'used', lost: { started_at: startedAt } },
      });
    });

    it('looks up a key without claiming it', async () => {
      const { admissions, drive } = await start();
      expect(await admissions.find(claim)).toBeUndefined();
      expect(await drive.claim(claim)).toMatchObject({ state: 'claimed' });
      expect(await admissions.find(claim)).toMatchObject({ state: 'in_flight' });
      expect(await admissions.find({ ...claim, digest: 'digest-of-8' })).toMatchObject({ state: 'conflict' });
    });
  });
};
