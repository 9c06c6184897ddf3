import { fail, succeed } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { mostRestores } from '@recourse/engine/store-ports';
import type { AskRequest } from '@recourse/engine/store-ports';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../create-clock.ts';
import { driveAdmissions } from './drive-admissions.ts';
import type { AdmissionDriver, AdmissionState } from './drive-admissions.ts';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

/** How the test decides as a person elsewhere would. */
export interface TokenDecisions {
  approve(token: string): Promise<void> | void;
  deny(token: string, decision?: { readonly decided_by?: string; readonly reason?: string }): Promise<void> | void;
}

const minute = 60_000;
const principal = { id: 'ada', trust: 'validated' } as const;
type RedeemRequest = Parameters<AdmissionDriver['redeem']>[0];
/** The confirmation is used up, and its name is the store's business. */
const redeemed = { state: 'redeemed', id: expect.any(String) as string };

const askRequest = (clock: Clock, more: Partial<AskRequest> = {}): AskRequest => ({
  prefix: 'conf',
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'digest-of-7',
  expires_at: clock.now() + minute,
  reasons: ['A closed ticket cannot be opened again'],
  shared: false,
  ...more,
});

/** Asks, expects a token and returns it. */
const issue = async (port: AdmissionDriver, request: AskRequest): Promise<string> => {
  const asked = await port.ask(request);
  expect(asked).toEqual({ state: 'asked', token: expect.any(String), expires_at: request.expires_at });
  return asked.state === 'asked' ? asked.token : '';
};

const redeemRequest = (token: string, more: Partial<RedeemRequest> = {}): RedeemRequest => ({
  token,
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'digest-of-7',
  source: 'token',
  grade: 'any',
  ...more,
});

/** Tests that every store of confirmation tokens must pass. Call it in a test file, once for each adapter. */
export const describeTokens = (
  name: string,
  open: Open<AdmissionState, { readonly decisions: TokenDecisions }>,
): void => {
  describe(`tokens: ${name}`, () => {
    const opened = opener(open);
    const start = async () => {
      const { port, ...rest } = await opened();
      return { ...rest, port: driveAdmissions(port) };
    };

    it('issues tokens that cannot be guessed, with the requested prefix', async () => {
      const { port, clock } = await start();
      const tokens = await atOnce(20, () => issue(port, askRequest(clock)));
      expect(new Set(tokens).size).toBe(20);
      for (const token of tokens) expect(token).toMatch(/^conf_[\w-]{43,}$/);
      expect(await issue(port, askRequest(clock, { prefix: 'quota_continue' }))).toMatch(/^quota_continue_[\w-]{43,}$/);
    });

    describe('the facts shown in an earlier question about the same call', () => {
      const facts = (clock: Clock, head: string, more: Partial<AskRequest> = {}): AskRequest =>
        askRequest(clock, {
          digest: `digest-of-${head}`,
          call_digest: 'digest-of-7',
          shared: true,
          held: { operation: 'close_ticket', arguments: {}, principal, shown: { head } },
          ...more,
        });

      it('are returned with a question that shows other facts, and again if that question is repeated', async () => {
        const { port, clock } = await start();
        expect(await port.ask(facts(clock, 'a'))).not.toHaveProperty('earlier');
        const second = await port.ask(facts(clock, 'b'));
        expect(second).toMatchObject({ earlier: { head: 'a' } });
        expect(await port.ask(facts(clock, 'b'))).toEqual(second);
        expect(await port.ask(facts(clock, 'a'))).not.toHaveProperty('earlier');
        expect(await port.ask(facts(clock, 'c'))).toMatchObject({ earlier: { head: 'b' } });
      });

      it.each([
        ['approved', 'approve'],
        ['denied', 'deny'],
      ] as const)('are taken from a question about a call that a person has %s', async (_, decide) => {
        const { port, clock, decisions } = await start();
        const asked = await port.ask(facts(clock, 'a', { shared: false }));
        await decisions[decide](asked.state === 'asked' ? asked.token : '');
        expect(await port.ask(facts(clock, 'b'))).toMatchObject({ state: 'asked', earlier: { head: 'a' } });
      });

      it.each<[string, Partial<AskRequest>]>([
        ['by another caller', { principal: 'bob' }],
        ['of another tool', { operation: 'erase_all' }],
        ['with other arguments', { call_digest: 'digest-of-8' }],
      ])('are not taken from a question about a call %s', async (_, other) => {
        const { port, clock } = await start();
        await port.ask(facts(clock, 'a', other));
        expect(await port.ask(facts(clock, 'b'))).not.toHaveProperty('earlier');
      });

      it('are not taken from a question that has expired, was confirmed, or is not reused for repeated calls', async () => {
        const { port, clock, decisions } = await start();
        await port.ask(facts(clock, 'a'));
        clock.advance(minute);
        const approved = await port.ask(facts(clock, 'b'));
        await decisions.approve(approved.state === 'asked' ? approved.token : '');
        expect(await port.ask(facts(clock, 'b'))).toEqual(redeemed);
        await port.ask(facts(clock, 'c', { shared: false }));
        expect(await port.ask(facts(clock, 'd'))).not.toHaveProperty('earlier');
      });

      it('do not extend an approval to a question without facts', async () => {
        const { port, clock, decisions } = await start();
        const asked = await port.ask(facts(clock, 'a'));
        await decisions.approve(asked.state === 'asked' ? asked.token : '');
        expect(await port.ask(askRequest(clock, { shared: true }))).toMatchObject({ state: 'asked' });
      });
    });

    it('redeems a token only once', async () => {
      const { port, clock } = await start();
      const token = await issue(port, askRequest(clock));
      expect(await port.redeem(redeemRequest(token))).toEqual(redeemed);
      const usedAt = clock.now();
      clock.advance(1000);
      expect(await port.redeem(redeemRequest(token))).toEqual({ state: 'used', consumed_at: usedAt });
    });

    it('redeems a token for only one of many concurrent attempts', async () => {
      const { port, clock } = await start();
      const token = await issue(port, askRequest(clock));
      const states = (await atOnce(50, () => port.redeem(redeemRequest(token)))).map(({ state }) => state);
      expect(states.filter((state) => state === 'redeemed')).toHaveLength(1);
      expect(states.filter((state) => state === 'used')).toHaveLength(49);
    });

    it('rejects a token that it has not issued', async () => {
      const { port, clock } = await start();
      const token = await issue(port, askRequest(clock));
      for (const wrong of ['', 'conf_', `${token}x`, token.slice(0, -1), token.toUpperCase()]) {
        expect(await port.redeem(redeemRequest(wrong))).toEqual({ state: 'invalid' });
        expect(await port.held(wrong)).toBeUndefined();
      }
    });

    it('lets a token expire at its expiry time, not before', async () => {
      const { port, clock } = await start();
      const expiresAt = clock.now() + minute;
      const [early, late] = await atOnce(2, () => issue(port, askRequest(clock)));
      clock.advance(minute - 1);
      expect(await port.redeem(redeemRequest(early ?? ''))).toEqual(redeemed);
      clock.advance(1);
      expect(await port.redeem(redeemRequest(late ?? ''))).toEqual({ state: 'expired', expired_at: expiresAt });
    });

    it.each<[string, Partial<RedeemRequest>]>([
      ['another caller', { principal: 'eve' }],
      ['another operation', { operation: 'erase_all' }],
      ['other arguments', { digest: 'digest-of-8' }],
    ])('refuses a token for %s, and keeps it valid for its own call', async (_, other) => {
      const { port, clock } = await start();
      const token = await issue(port, askRequest(clock));
      const mismatch = { state: 'mismatch', token_operation: 'close_ticket' };
      expect(await port.redeem(redeemRequest(token, other))).toEqual(mismatch);
      expect(await port.redeem(redeemRequest(token))).toEqual(redeemed);
    });

    it.each<[string, { expired?: true; used?: true; denied?: true }, Partial<RedeemRequest>, string]>([
      ['expired and used', { expired: true, used: true }, {}, 'expired'],
      ['expired and issued for another call', { expired: true }, { operation: 'erase_all' }, 'expired'],
      ['expired and denied', { expired: true, denied: true }, {}, 'expired'],
      ['used and issued for another call', { used: true }, { digest: 'digest-of-8' }, 'used'],
      ['used and issued for another caller', { used: true }, { principal: 'eve' }, 'used'],
      [
        'expired, used and issued for another call',
        { expired: true, used: true },
        { digest: 'digest-of-8' },
        'expired',
      ],
      ['issued for another call and denied', { denied: true }, { operation: 'erase_all' }, 'mismatch'],
      [
        'issued for another call and not approved by a person',
        {},
        { operation: 'erase_all', grade: 'person' },
        'mismatch',
      ],
    ])('reports the first failed check of a token that is %s', async (_, { expired, used, denied }, more, state) => {
      const { port, clock, decisions } = await start();
      const token = await issue(port, askRequest(clock));
      if (used) expect(await port.redeem(redeemRequest(token))).toEqual(redeemed);
      if (denied) await decisions.deny(token);
      // Not a millisecond of tolerance.
      if (expired) clock.advance(minute);
      expect(await port.redeem(redeemRequest(token, more))).toMatchObject({ state });
      expect(await port.redeem(redeemRequest(`${token}x`, more))).toEqual({ state: 'invalid' });
    });

    it.each<[RedeemRequest['grade'], RedeemRequest['source'], 'redeemed' | 'waiting']>([
      ['any', 'token', 'redeemed'],
      ['client', 'token', 'waiting'],
      ['client', 'client', 'redeemed'],
      ['person', 'token', 'waiting'],
      ['person', 'client', 'waiting'],
    ])("requires consent '%s': a confirmation by '%s' leaves the token %s", async (grade, source, state) => {
      const { port, clock } = await start();
      const token = await issue(port, askRequest(clock));
      expect(await port.redeem(redeemRequest(token, { grade, source }))).toMatchObject({ state });
      // A token that waits was not consumed.
      const again = await port.redeem(redeemRequest(token));
      expect(again.state).toBe(state === 'waiting' ? 'redeemed' : 'used');
    });

    it('keeps a pending call for as long as its token is valid', async () => {
      const { port, clock } = await start();
      const held = {
        operation: 'close_ticket',
        arguments: { id: 7, tags: ['a', 'b'], note: { text: 'ü' } },
        principal: { id: 'ada', trust: 'validated' as const },
        idempotency_key: 'key-1',
        shown: { head: 'aaa111', files: 3, draft: false },
      };
      const token = await issue(port, askRequest(clock, port.holds ? { held } : {}));
      expect(await port.held(token)).toEqual(port.holds ? held : undefined);
      clock.advance(minute);
      expect(await port.held(token)).toBeUndefined();
    });

    it('accepts a decision that a person makes outside the session', async () => {
      const { port, clock, decisions } = await start();
      const [approved, denied] = await atOnce(2, () => issue(port, askRequest(clock)));
      await decisions.approve(approved ?? '');
      await decisions.deny(denied ?? '', { decided_by: 'grace', reason: 'not today' });
      expect(await port.redeem(redeemRequest(approved ?? '', { grade: 'person' }))).toEqual(redeemed);
      expect(await port.redeem(redeemRequest(denied ?? ''))).toEqual({
        state: 'denied',
        decided_by: 'grace',
        reason: 'not today',
      });
    });

    describe('without a token', () => {
      const shared = (clock: Clock, more: Partial<AskRequest> = {}) => askRequest(clock, { shared: true, ...more });

      it('issues a new token each time the same call is repeated', async () => {
        const { port, clock } = await start();
        const tokens = await atOnce(10, () => issue(port, askRequest(clock)));
        expect(new Set(tokens).size).toBe(10);
      });

      it('answers with the same token while the call waits for a person', async () => {
        const { port, clock } = await start();
        const [first, ...others] = await atOnce(64, () => port.ask(shared(clock)));
        expect(others).toEqual(others.map(() => first));
        clock.advance(minute - 1);
        expect(await port.ask(shared(clock))).toEqual(first);
        clock.advance(1);
        const again = await issue(port, shared(clock));
        expect(first).not.toMatchObject({ token: again });
      });

      it.each<[string, Partial<AskRequest>]>([
        ['another caller', { principal: 'eve' }],
        ['another operation', { operation: 'erase_all' }],
        ['other arguments', { digest: 'digest-of-8' }],
      ])('asks again for %s', async (_, other) => {
        const { port, clock } = await start();
        const token = await issue(port, shared(clock));
        expect(await issue(port, shared(clock, other))).not.toBe(token);
      });

      it('does not let a call pass with a token that has not been approved', async () => {
        const { port, clock } = await start();
        const token = await issue(port, askRequest(clock));
        expect(await issue(port, askRequest(clock))).not.toBe(token);
        expect(await port.redeem(redeemRequest(token))).toEqual(redeemed);
      });

      it.each([
        [64, true],
        [10, false],
      ])('lets exactly one of %i concurrent attempts use the approval (shared: %s)', async (times, isShared) => {
        const { port, clock, decisions } = await start();
        const request = askRequest(clock, { shared: isShared });
        const token = await issue(port, request);
        await decisions.approve(token);
        expect(await issue(port, { ...request, digest: 'digest-of-8' })).not.toBe(token);
        const states = (await atOnce(times, () => port.ask(request))).map(({ state }) => state);
        expect(states.filter((state) => state === 'redeemed')).toHaveLength(1);
        expect(states.filter((state) => state === 'asked')).toHaveLength(times - 1);
        expect(await port.redeem(redeemRequest(token))).toMatchObject({ state: 'used' });
      });

      it('lets the approved call pass once, with or without its token', async () => {
        const { port, clock, decisions } = await start();
        const token = await issue(port, shared(clock));
        await decisions.approve(token);
        const attempts = await Promise.all([
          ...Array.from({ length: 10 }, () => port.ask(shared(clock))),
          ...Array.from({ length: 10 }, () => port.redeem(redeemRequest(token, { grade: 'person' }))),
        ]);
        expect(attempts.filter(({ state }) => state === 'redeemed')).toHaveLength(1);
      });

      it('does not use an approval that has expired', async () => {
        const { port, clock, decisions } = await start();
        await decisions.approve(await issue(port, shared(clock)));
        clock.advance(minute);
        await issue(port, shared(clock));
      });

      it('returns a denial until the token would have expired, and then asks again', async () => {
        const { port, clock, decisions } = await start();
        const denial = { decided_by: 'grace', reason: 'not today' };
        await decisions.deny(await issue(port, shared(clock)), denial);
        clock.advance(minute - 1);
        const answers = await atOnce(5, () => port.ask(shared(clock)));
        expect(answers).toEqual(answers.map(() => ({ state: 'denied', ...denial })));
        await issue(port, shared(clock, { digest: 'digest-of-8' }));
        clock.advance(1);
        await issue(port, shared(clock));
      });

      it('uses an approval even if the same call was also denied', async () => {
        const { port, clock, decisions } = await start();
        const [one, other] = await atOnce(2, () => issue(port, askRequest(clock)));
        await decisions.deny(one ?? '', { decided_by: 'grace' });
        await decisions.approve(other ?? '');
        expect(await port.ask(askRequest(clock))).toEqual(redeemed);
        expect(await port.ask(askRequest(clock))).toEqual({ state: 'denied', decided_by: 'grace' });
      });
    });

    describe('a token whose call has ended', () => {
      const none = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
      const use = async (port: AdmissionDriver, request: RedeemRequest): Promise<string> => {
        const redemption = await port.redeem(request);
        if (redemption.state !== 'redeemed') throw new Error(`Expected a redemption, got '${redemption.state}'`);
        return redemption.id;
      };

      it('becomes valid again after a call without an effect, at most five times', async () => {
        const { port, clock } = await start();
        const token = await issue(port, askRequest(clock));
        for (let times = 0; times < mostRestores; times += 1)
          expect(await port.end(await use(port, redeemRequest(token)), none)).toBe(true);
        expect(await port.end(await use(port, redeemRequest(token)), none)).toBe(false);
        expect(await port.redeem(redeemRequest(token))).toMatchObject({ state: 'used' });
      });

      it('keeps its expiry time', async () => {
        const { port, clock } = await start();
        const token = await issue(port, askRequest(clock));
        const id = await use(port, redeemRequest(token));
        clock.advance(minute);
        expect(await port.end(id, none)).toBe(false);
        expect(await port.redeem(redeemRequest(token))).toMatchObject({ state: 'expired' });
      });

      it.each<[string, Outcome]>([
        ['a success', succeed({ closed: true })],
        ['an effect', fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'applied' })],
        ['a partial effect', fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'partial' })],
        ['an unknown effect', fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'unknown' })],
      ])('stays used after %s', async (_, outcome) => {
        const { port, clock } = await start();
        const token = await issue(port, askRequest(clock));
        expect(await port.end(await use(port, redeemRequest(token)), outcome)).toBe(false);
        expect(await port.redeem(redeemRequest(token))).toMatchObject({ state: 'used' });
      });

      it('is found again by the same call if a person approved it', async () => {
        const { port, clock, decisions } = await start();
        const request = askRequest(clock, { shared: true });
        await decisions.approve(await issue(port, request));
        const first = await port.ask(request);
        expect(first).toEqual(redeemed);
        expect(await port.end(first.state === 'redeemed' ? first.id : '', none)).toBe(true);
        expect(await port.ask(request)).toEqual(redeemed);
        expect(await port.ask(request)).toMatchObject({ state: 'asked' });
      });
    });

    it('does not grow without bound: drops the oldest token first', async ({ skip }) => {
      const { port, clock, most } = await start();
      if (most === undefined) {
        skip('the adapter has no size limit');
        return;
      }
      const oldest = await issue(port, askRequest(clock));
      const newer = await atOnce(most, () => issue(port, askRequest(clock)));
      expect(await port.redeem(redeemRequest(oldest))).toEqual({ state: 'invalid' });
      expect(await port.redeem(redeemRequest(newer.at(-1) ?? ''))).toEqual(redeemed);
    });
  });
};
