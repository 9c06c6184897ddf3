import { fail, isFailure, succeed, warn } from '@recourse/contract';
import type { Failure, Outcome, Warning } from '@recourse/contract';
import type { Claim, ClaimRequest, Replays } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

const leaseMs = 30_000;
const retentionMs = 24 * 60 * 60 * 1000;

const claimRequest = (more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  principal: 'ada',
  operation: 'close_ticket',
  key: 'key-1',
  digest: 'digest-of-7',
  leaseMs,
  retentionMs,
  idempotent: false,
  ...more,
});

const quotaWarning: Warning = warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'closes', current: 3, warn_threshold: 2 });
const success: Outcome = succeed({ id: 7, closed: true, tags: ['ü'] }, [quotaWarning]);
const failure: Failure = fail('INTERNAL_TIMEOUT', { operation: 'close_ticket', timeout_ms: 5 }, { effect: 'unknown' });

/** The id of a claim that must have been given. */
const idOf = (claim: Claim): string => {
  if (claim.state !== 'claimed') throw new Error(`Expected a claim, got '${claim.state}'`);
  return claim.id;
};

/** What every store of idempotency keys keeps to. Call it in a test file, once for each adapter. */
export const describeReplays = (name: string, open: Open<Replays>): void => {
  describe(`replays: ${name}`, () => {
    const start = opener(open);

    it('gives a key to one caller, however many ask at the same moment', async () => {
      const { port } = await start();
      const claims = await atOnce(50, () => port.claim(claimRequest()));
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'in_flight')).toHaveLength(49);
    });

    it('says since when a call is running, and how long its lease lasts at most', async () => {
      const { port, clock } = await start();
      const startedAt = clock.now();
      await port.claim(claimRequest());
      clock.advance(1000);
      const retryAfterMs = leaseMs - 1000;
      expect(await port.claim(claimRequest())).toEqual({ state: 'in_flight', started_at: startedAt, retryAfterMs });
    });

    it('answers with a stored success, warnings included', async () => {
      const { port } = await start();
      await port.settle(idOf(await port.claim(claimRequest())), success);
      expect(await port.claim(claimRequest())).toEqual({ state: 'stored', outcome: success });
    });

    it('answers with a stored failure, which is still one of ours', async () => {
      const { port } = await start();
      await port.settle(idOf(await port.claim(claimRequest())), failure);
      const claim = await port.claim(claimRequest());
      expect(claim).toMatchObject({ state: 'stored', outcome: { ...failure } });
      expect(claim.state === 'stored' && isFailure(claim.outcome)).toBe(true);
    });

    it('finds other arguments under a known key, while the call runs and after it has ended', async () => {
      const { port, clock } = await start();
      const conflict = { state: 'conflict', first_used_at: clock.now() };
      const id = idOf(await port.claim(claimRequest()));
      clock.advance(1000);
      expect(await port.claim(claimRequest({ digest: 'digest-of-8' }))).toEqual(conflict);
      await port.settle(id, success);
      expect(await port.claim(claimRequest({ digest: 'digest-of-8' }))).toEqual(conflict);
    });

    it.each<[string, Partial<ClaimRequest>]>([
      ['caller', { principal: 'eve' }],
      ['operation', { operation: 'erase_all' }],
      ['key', { key: 'key-2' }],
    ])('keeps the keys of another %s apart', async (_, other) => {
      const { port } = await start();
      await port.settle(idOf(await port.claim(claimRequest())), success);
      expect(await port.claim(claimRequest(other))).toMatchObject({ state: 'claimed' });
    });

    it('forgets a call that is released, arguments included', async () => {
      const { port } = await start();
      await port.release(idOf(await port.claim(claimRequest())));
      expect(await port.claim(claimRequest({ digest: 'digest-of-8' }))).toMatchObject({ state: 'claimed' });
    });

    it('gives a key again, to one caller, when its first call never began', async () => {
      const { port, clock } = await start();
      await port.claim(claimRequest());
      clock.advance(leaseMs);
      const claims = await atOnce(20, () => port.claim(claimRequest()));
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'in_flight')).toHaveLength(19);
    });

    it('never gives a key again when its call began and was lost', async () => {
      const { port, clock } = await start();
      const id = idOf(await port.claim(claimRequest()));
      clock.advance(1000);
      const startedAt = clock.now();
      await port.begin(id, leaseMs);
      clock.advance(leaseMs);
      const lost = { state: 'lost', started_at: startedAt };
      expect(await atOnce(5, () => port.claim(claimRequest()))).toEqual(Array.from({ length: 5 }, () => lost));
    });

    it('gives it again when the call may be made twice', async () => {
      const { port, clock } = await start();
      const request = claimRequest({ idempotent: true });
      await port.begin(idOf(await port.claim(request)), leaseMs);
      clock.advance(leaseMs);
      expect(await port.claim(request)).toMatchObject({ state: 'claimed' });
    });

    it('keeps a call alive whose lease is renewed', async () => {
      const { port, clock } = await start();
      const id = idOf(await port.claim(claimRequest()));
      await port.begin(id, leaseMs);
      for (let times = 0; times < 5; times += 1) {
        clock.advance(leaseMs - 1);
        await port.renew(id, leaseMs);
      }
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'in_flight', retryAfterMs: leaseMs });
    });

    it('takes the outcome of a call that was thought lost', async () => {
      const { port, clock } = await start();
      const id = idOf(await port.claim(claimRequest()));
      await port.begin(id, leaseMs);
      clock.advance(leaseMs);
      await port.settle(id, success);
      expect(await port.claim(claimRequest())).toEqual({ state: 'stored', outcome: success });
    });

    it('lets nobody settle or release a key that another has taken over', async () => {
      const { port, clock } = await start();
      const late = idOf(await port.claim(claimRequest()));
      clock.advance(leaseMs);
      await port.claim(claimRequest());
      await port.settle(late, success);
      await port.release(late);
      await port.renew(late, 10 * leaseMs);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'in_flight', retryAfterMs: leaseMs });
    });

    it('keeps an outcome as long as it was asked to, from its end on', async () => {
      const { port, clock } = await start();
      const id = idOf(await port.claim(claimRequest()));
      clock.advance(1000);
      await port.settle(id, success);
      clock.advance(retentionMs - 1);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'stored' });
      clock.advance(1);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'claimed' });
    });

    it('does not grow without end: the oldest outcome goes first, and never a call that runs', async ({ skip }) => {
      const { port, most } = await start();
      if (most === undefined) {
        skip('the adapter has no bound');
        return;
      }
      const running = claimRequest({ key: 'running' });
      await port.claim(running);
      for (let index = 0; index <= most; index += 1) {
        await port.settle(idOf(await port.claim(claimRequest({ key: `key ${index}` }))), success);
      }
      expect(await port.claim(claimRequest({ key: `key ${most}` }))).toMatchObject({ state: 'stored' });
      expect(await port.claim(claimRequest({ key: 'key 0' }))).toMatchObject({ state: 'claimed' });
      expect(await port.claim(running)).toMatchObject({ state: 'in_flight' });
    });
  });
};
