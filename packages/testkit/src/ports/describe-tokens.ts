import type { IssueRequest, RedeemRequest, Tokens } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../create-clock.ts';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

/** What a person decides elsewhere, where the adapter is also the place for it. */
export interface TokenDecisions {
  approve(token: string): Promise<void> | void;
  deny(token: string, decision?: { readonly decided_by?: string; readonly reason?: string }): Promise<void> | void;
}

const minute = 60_000;

const issueRequest = (clock: Clock, more: Partial<IssueRequest> = {}): IssueRequest => ({
  prefix: 'conf',
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'digest-of-7',
  expires_at: clock.now() + minute,
  reasons: ['A closed ticket cannot be opened again'],
  ...more,
});

const redeemRequest = (token: string, more: Partial<RedeemRequest> = {}): RedeemRequest => ({
  token,
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'digest-of-7',
  source: 'token',
  grade: 'any',
  ...more,
});

/** What every store of confirmation tokens keeps to. Call it in a test file, once for each adapter. */
export const describeTokens = (name: string, open: Open<Tokens, { readonly decisions?: TokenDecisions }>): void => {
  describe(`tokens: ${name}`, () => {
    const start = opener(open);

    it('issues tokens that nobody can guess, with the prefix that was asked for', async () => {
      const { port, clock } = await start();
      const tokens = await atOnce(20, () => port.issue(issueRequest(clock)));
      expect(new Set(tokens).size).toBe(20);
      for (const token of tokens) expect(token).toMatch(/^conf_[\w-]{43,}$/);
      expect(await port.issue(issueRequest(clock, { prefix: 'quota_continue' }))).toMatch(
        /^quota_continue_[\w-]{43,}$/,
      );
    });

    it('redeems a token once', async () => {
      const { port, clock } = await start();
      const token = await port.issue(issueRequest(clock));
      expect(await port.redeem(redeemRequest(token))).toEqual({ state: 'redeemed' });
      const usedAt = clock.now();
      clock.advance(1000);
      expect(await port.redeem(redeemRequest(token))).toEqual({ state: 'used', consumed_at: usedAt });
    });

    it('redeems a token once, however many ask at the same moment', async () => {
      const { port, clock } = await start();
      const token = await port.issue(issueRequest(clock));
      const states = (await atOnce(50, () => port.redeem(redeemRequest(token)))).map(({ state }) => state);
      expect(states.filter((state) => state === 'redeemed')).toHaveLength(1);
      expect(states.filter((state) => state === 'used')).toHaveLength(49);
    });

    it('does not know a token that it has not issued', async () => {
      const { port, clock } = await start();
      const token = await port.issue(issueRequest(clock));
      for (const wrong of ['', 'conf_', `${token}x`, token.slice(0, -1), token.toUpperCase()]) {
        expect(await port.redeem(redeemRequest(wrong))).toEqual({ state: 'invalid' });
        expect(await port.held(wrong)).toBeUndefined();
      }
    });

    it('lets a token expire at its time, and not before', async () => {
      const { port, clock } = await start();
      const expiresAt = clock.now() + minute;
      const [early, late] = await atOnce(2, () => port.issue(issueRequest(clock)));
      clock.advance(minute - 1);
      expect(await port.redeem(redeemRequest(early ?? ''))).toEqual({ state: 'redeemed' });
      clock.advance(1);
      expect(await port.redeem(redeemRequest(late ?? ''))).toEqual({ state: 'expired', expired_at: expiresAt });
    });

    it.each<[string, Partial<RedeemRequest>]>([
      ['caller', { principal: 'eve' }],
      ['operation', { operation: 'erase_all' }],
      ['arguments', { digest: 'digest-of-8' }],
    ])('refuses a token for another %s, and leaves it good for its own', async (_, other) => {
      const { port, clock } = await start();
      const token = await port.issue(issueRequest(clock));
      const mismatch = { state: 'mismatch', token_operation: 'close_ticket' };
      expect(await port.redeem(redeemRequest(token, other))).toEqual(mismatch);
      expect(await port.redeem(redeemRequest(token))).toEqual({ state: 'redeemed' });
    });

    it.each<[RedeemRequest['grade'], RedeemRequest['source'], 'redeemed' | 'waiting']>([
      ['any', 'token', 'redeemed'],
      ['client', 'token', 'waiting'],
      ['client', 'client', 'redeemed'],
      ['person', 'token', 'waiting'],
      ['person', 'client', 'waiting'],
    ])('where %s consent counts, that of a %s is %s', async (grade, source, state) => {
      const { port, clock } = await start();
      const token = await port.issue(issueRequest(clock));
      expect(await port.redeem(redeemRequest(token, { grade, source }))).toMatchObject({ state });
      // A token that waits was not consumed.
      const again = await port.redeem(redeemRequest(token));
      expect(again.state).toBe(state === 'waiting' ? 'redeemed' : 'used');
    });

    it('holds a call for as long as its token is good', async () => {
      const { port, clock } = await start();
      const held = {
        operation: 'close_ticket',
        arguments: { id: 7, tags: ['a', 'b'], note: { text: 'ü' } },
        principal: { id: 'ada', trust: 'validated' as const },
        idempotency_key: 'key-1',
      };
      const token = await port.issue(issueRequest(clock, port.holds ? { held } : {}));
      expect(await port.held(token)).toEqual(port.holds ? held : undefined);
      clock.advance(minute);
      expect(await port.held(token)).toBeUndefined();
    });

    it('takes a decision that a person makes elsewhere', async ({ skip }) => {
      const { port, clock, decisions } = await start();
      if (!decisions) {
        skip('the adapter is no place for decisions');
        return;
      }
      const [approved, denied] = await atOnce(2, () => port.issue(issueRequest(clock)));
      await decisions.approve(approved ?? '');
      await decisions.deny(denied ?? '', { decided_by: 'grace', reason: 'not today' });
      expect(await port.redeem(redeemRequest(approved ?? '', { grade: 'person' }))).toEqual({ state: 'redeemed' });
      expect(await port.redeem(redeemRequest(denied ?? ''))).toEqual({
        state: 'denied',
        decided_by: 'grace',
        reason: 'not today',
      });
    });

    it('does not grow without end: the oldest token goes first', async ({ skip }) => {
      const { port, clock, most } = await start();
      if (most === undefined) {
        skip('the adapter has no bound');
        return;
      }
      const oldest = await port.issue(issueRequest(clock));
      const newer = await atOnce(most, () => port.issue(issueRequest(clock)));
      expect(await port.redeem(redeemRequest(oldest))).toEqual({ state: 'invalid' });
      expect(await port.redeem(redeemRequest(newer.at(-1) ?? ''))).toEqual({ state: 'redeemed' });
    });
  });
};
