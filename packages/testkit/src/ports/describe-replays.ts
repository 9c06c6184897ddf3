import { fail, isFailure, succeed, warn } from '@recourse/contract';
import type { Failure, Outcome, Warning } from '@recourse/contract';
import type { ClaimRequest } from '@recourse/engine/store-ports';
import { describe, expect, it } from 'vitest';
import { driveAdmissions } from './drive-admissions.ts';
import type { AdmissionDriver, AdmissionState } from './drive-admissions.ts';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

const retentionMs = 24 * 60 * 60 * 1000;

const claimRequest = (more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  principal: 'ada',
  operation: 'close_ticket',
  key: 'key-1',
  digest: 'digest-of-7',
  retentionMs,
  idempotent: false,
  ...more,
});

const quotaWarning: Warning = warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'closes', current: 3, warn_threshold: 2 });
const success: Outcome = succeed({ id: 7, closed: true, tags: ['ü'] }, [quotaWarning]);
const failure: Failure = fail('CONFLICT_VERSION_MISMATCH', {}, { effect: 'partial' });
const unknown: Failure = fail('INTERNAL_TIMEOUT', { operation: 'close_ticket', timeout_ms: 5 }, { effect: 'unknown' });

/** The id of a claim that must have been given. */
const idOf = (claim: Awaited<ReturnType<AdmissionDriver['claim']>>): string => {
  if (claim.state !== 'claimed') throw new Error(`Expected a claim, got '${claim.state}'`);
  return claim.id;
};

export interface ReplaysUnderTest {
  /** After this time a silent process has lost its keys. Absent for state that ends with its process. */
  readonly leaseMs?: number;
}

/** Tests that every store of idempotency keys must pass. Call it in a test file, once for each adapter. */
export const describeReplays = (name: string, open: Open<AdmissionState>, { leaseMs }: ReplaysUnderTest = {}): void => {
  describe(`replays: ${name}`, () => {
    const opened = opener(open);
    const start = async () => {
      const { port, ...rest } = await opened();
      return { ...rest, port: driveAdmissions(port) };
    };

    it('gives a key to exactly one of many concurrent callers', async () => {
      const { port } = await start();
      const claims = await atOnce(50, () => port.claim(claimRequest()));
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'in_flight')).toHaveLength(49);
    });

    it('reports when a running call started', async () => {
      const { port, clock } = await start();
      const startedAt = clock.now();
      await port.claim(claimRequest());
      clock.advance(1000);
      const inFlight = { state: 'in_flight', started_at: startedAt, now: clock.now() };
      expect(await port.claim(claimRequest())).toEqual(inFlight);
    });

    it('answers with a stored success, warnings included', async () => {
      const { port } = await start();
      await port.settle(idOf(await port.claim(claimRequest())), success);
      expect(await port.claim(claimRequest())).toEqual({ state: 'stored', outcome: success });
    });

    it('answers with a stored failure, which is still recognized as one', async () => {
      const { port } = await start();
      await port.settle(idOf(await port.claim(claimRequest())), failure);
      const claim = await port.claim(claimRequest());
      expect(claim).toMatchObject({ state: 'stored', outcome: { ...failure } });
      expect(claim.state === 'stored' && isFailure(claim.outcome)).toBe(true);
    });

    it('detects different arguments with a known key, while the call runs and after it has ended', async () => {
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
    ])('grants a separate claim for another %s', async (_, other) => {
      const { port } = await start();
      await port.settle(idOf(await port.claim(claimRequest())), success);
      expect(await port.claim(claimRequest(other))).toMatchObject({ state: 'claimed' });
    });

    it('forgets a released call and its arguments', async () => {
      const { port } = await start();
      await port.release(idOf(await port.claim(claimRequest())));
      expect(await port.claim(claimRequest({ digest: 'digest-of-8' }))).toMatchObject({ state: 'claimed' });
    });

    it('reports a key as lost if the effect of its call is unknown, and never forgets it', async () => {
      const { port, clock } = await start();
      const startedAt = clock.now();
      const id = idOf(await port.claim(claimRequest()));
      clock.advance(1000);
      await port.settle(id, unknown);
      const endedAt = clock.now();
      clock.advance(2 * retentionMs);
      const heard = { last_heard_at: endedAt, silent_since: endedAt, now: clock.now() };
      const lost = { state: 'lost', id, started_at: startedAt, ended: true, ...heard, outcome: unknown };
      expect(await atOnce(5, () => port.claim(claimRequest()))).toEqual(Array.from({ length: 5 }, () => lost));
      expect(await port.claim(claimRequest({ digest: 'digest-of-8' }))).toMatchObject({ state: 'conflict' });
    });

    it('records the outcome of a lost call when it becomes known', async () => {
      const { port } = await start();
      const id = idOf(await port.claim(claimRequest()));
      await port.settle(id, unknown);
      expect(await port.settle(id, success)).toBe(true);
      expect(await port.claim(claimRequest())).toEqual({ state: 'stored', outcome: success });
    });

    it('lets a lost key be claimed again if the call is idempotent', async () => {
      const { port } = await start();
      const request = claimRequest({ idempotent: true });
      await port.settle(idOf(await port.claim(request)), unknown);
      expect(await port.claim(request)).toMatchObject({ state: 'claimed' });
    });

    it('reopens a lost key for one caller only, with a higher number, and rejects a late outcome of the first claim', async () => {
      const { port } = await start();
      const lost = idOf(await port.claim(claimRequest()));
      await port.settle(lost, unknown);
      const claims = await atOnce(20, () => port.claim(claimRequest({ reopen: lost })));
      const [reopened, ...others] = claims.filter(({ state }) => state === 'claimed');
      expect(others).toEqual([]);
      expect(claims.filter(({ state }) => state === 'in_flight')).toHaveLength(19);
      expect(Number(reopened && idOf(reopened))).toBeGreaterThan(Number(lost));
      expect(await port.settle(lost, success)).toBe(false);
      expect(await port.owns(lost)).toBe(false);
      expect(await port.owns(reopened ? idOf(reopened) : '')).toBe(true);
      await port.release(lost);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'in_flight' });
    });

    it('does not reopen a key while its call runs, after its outcome is stored, or with another claim id', async () => {
      const { port } = await start();
      const id = idOf(await port.claim(claimRequest()));
      expect(await port.claim(claimRequest({ reopen: id }))).toMatchObject({ state: 'in_flight' });
      await port.settle(id, unknown);
      expect(await port.claim(claimRequest({ reopen: String(Number(id) + 1) }))).toMatchObject({ state: 'lost' });
      await port.settle(id, success);
      expect(await port.claim(claimRequest({ reopen: id }))).toMatchObject({ state: 'stored' });
    });

    it('gives every claim a higher number than all earlier ones, even after a release', async () => {
      const { port } = await start();
      const first = idOf(await port.claim(claimRequest()));
      await port.release(first);
      expect(Number(idOf(await port.claim(claimRequest())))).toBeGreaterThan(Number(first));
    });

    it('reports a key as lost when its handler exceeds the time limit, until an outcome is stored', async () => {
      const { port, clock } = await start();
      const id = idOf(await port.claim(claimRequest(), 5000));
      clock.advance(5000);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'lost', ended: false });
      await port.settle(id, success);
      expect(await port.claim(claimRequest())).toEqual({ state: 'stored', outcome: success });
    });

    if (leaseMs !== undefined) {
      it('reports a key as lost when its owner falls silent, until an outcome is stored', async () => {
        const { port, clock } = await start();
        const startedAt = clock.now();
        const id = idOf(await port.claim(claimRequest()));
        clock.advance(leaseMs);
        const heard = { last_heard_at: startedAt, silent_since: startedAt + leaseMs, now: clock.now() };
        // This process is the owner, and alive: silence proves nothing.
        const lost = { state: 'lost', id, started_at: startedAt, ended: false, ...heard };
        expect(await port.claim(claimRequest())).toEqual(lost);
        clock.advance(10 * retentionMs);
        expect(await port.claim(claimRequest())).toMatchObject({ state: 'lost', id });
        expect(await port.settle(id, success)).toBe(true);
        expect(await port.claim(claimRequest())).toEqual({ state: 'stored', outcome: success });
      });
    }

    it('keeps an outcome for the requested time after the call ended', async () => {
      const { port, clock } = await start();
      const id = idOf(await port.claim(claimRequest()));
      clock.advance(1000);
      await port.settle(id, success);
      clock.advance(retentionMs - 1);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'stored' });
      clock.advance(1);
      expect(await port.claim(claimRequest())).toMatchObject({ state: 'claimed' });
    });

    it('does not grow without bound: drops the oldest outcome first, and never a running call', async ({ skip }) => {
      const { port, most } = await start();
      if (most === undefined) {
        skip('the adapter has no size limit');
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
