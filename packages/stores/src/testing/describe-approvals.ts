import type { AskRequest } from '@recourse/engine/store-ports';
import { driveAdmissions } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';
import { issueToken } from './issue-token.ts';

const minute = 60_000;
const held = {
  operation: 'close_ticket',
  arguments: { id: 7, note: 'ü' },
  principal: { id: 'ada', trust: 'validated' },
} as const;
const request = (now: number, more: Partial<AskRequest> = {}): AskRequest => ({
  prefix: 'conf',
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'digest-of-7',
  expires_at: now + minute,
  reasons: ['A closed ticket cannot be opened again'],
  held,
  shared: true,
  ...more,
});
const redemption = (token: string) => ({
  token,
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'digest-of-7',
  source: 'token' as const,
  grade: 'person' as const,
});

/** Runs the suite that every approvals store must pass. */
export const describeApprovals = (name: string, open: OpenStores): void => {
  describe(`approvals: ${name}`, () => {
    const start = opener(open);

    it('shows who wants what, with which arguments, why, and for how long', async () => {
      const { stores, clock } = await start();
      const issuedAt = clock.now();
      const token = await issueToken(stores.tokens, request(issuedAt));
      clock.advance(1000);
      await issueToken(stores.tokens, request(clock.now(), { operation: 'erase_all' }));
      const [first, second] = await stores.approvals.list();
      expect(first).toEqual({
        id: first?.id,
        principal: 'ada',
        operation: 'close_ticket',
        arguments: held.arguments,
        reasons: ['A closed ticket cannot be opened again'],
        issued_at: issuedAt,
        expires_at: issuedAt + minute,
        timeLeftMs: minute - 1000,
      });
      expect(second).toMatchObject({ operation: 'erase_all' });
      expect(token).not.toContain(first?.id);
      expect(await stores.approvals.find(first?.id ?? '')).toEqual(first);
      expect(await stores.approvals.find(token)).toEqual(first);
    });

    it('shows the facts that the question stated', async () => {
      const { stores, clock } = await start();
      const shown = { head: 'aaa111', files: 3, draft: false };
      await issueToken(stores.tokens, request(clock.now(), { held: { ...held, shown } }));
      expect(await stores.approvals.list()).toMatchObject([{ arguments: held.arguments, shown }]);
    });

    it('lets exactly the approved call through, once', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, request(clock.now()));
      expect(await driveAdmissions(stores).redeem(redemption(token))).toMatchObject({ state: 'waiting' });
      const [pending] = await stores.approvals.list();
      expect(await stores.approvals.approve(pending?.id ?? '', { decided_by: 'grace', via: 'key' })).toBe('approved');
      expect(await stores.approvals.list()).toEqual([]);
      expect(await driveAdmissions(stores).redeem({ ...redemption(token), digest: 'digest-of-8' })).toMatchObject({
        state: 'mismatch',
      });
      expect(await driveAdmissions(stores).redeem(redemption(token))).toMatchObject({ state: 'redeemed' });
      expect(await driveAdmissions(stores).redeem(redemption(token))).toMatchObject({ state: 'used' });
      expect(await stores.approvals.deny(token, { decided_by: 'grace', via: 'key' })).toBe('used');
    });

    it('says who denied a call, and why', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, request(clock.now()));
      const decision = { decided_by: 'grace', reason: 'not today' };
      expect(await stores.approvals.deny(token, { ...decision, via: 'key' })).toBe('denied');
      expect(await driveAdmissions(stores).redeem(redemption(token))).toEqual({ state: 'denied', ...decision });
    });

    it('records who decided, how they were identified, and about whose call', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, request(clock.now()));
      const other = await issueToken(stores.tokens, request(clock.now(), { digest: 'digest-of-8' }));
      const [first, second] = await stores.approvals.list();
      await stores.approvals.approve(token, { decided_by: 'grace', via: 'key', note: 'looked at it' });
      await stores.approvals.deny(other, { decided_by: 'os:root', via: 'os', reason: 'not today' });
      await stores.approvals.approve(other, { decided_by: 'grace', via: 'key' });
      const about = { tool: 'close_ticket', ts: new Date(clock.now()).toISOString(), code: null, effect: null };
      expect(await stores.events.read()).toMatchObject([
        {
          ...about,
          type: 'APPROVAL_GRANTED',
          principal: 'grace',
          subject: `approval:${first?.id}`,
          data: { approval: first?.id, caller: 'ada', via: 'key', note: 'looked at it' },
        },
        {
          ...about,
          type: 'APPROVAL_DENIED',
          principal: 'os:root',
          subject: `approval:${second?.id}`,
          data: { approval: second?.id, caller: 'ada', via: 'os', reason: 'not today' },
        },
      ]);
    });

    it('does not let the caller approve its own call', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, request(clock.now()));
      expect(await stores.approvals.approve(token, { decided_by: 'ada', via: 'key' })).toBe('own');
      expect(await stores.events.read()).toEqual([]);
      expect(await driveAdmissions(stores).redeem(redemption(token))).toMatchObject({ state: 'waiting' });
      expect(await stores.approvals.deny(token, { decided_by: 'ada', via: 'key' })).toBe('denied');
    });

    it('keeps to the first decision', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, request(clock.now()));
      const results = await Promise.all([
        ...Array.from({ length: 5 }, () => stores.approvals.approve(token, { decided_by: 'grace', via: 'key' })),
        ...Array.from({ length: 5 }, () => stores.approvals.deny(token, { decided_by: 'grace', via: 'key' })),
      ]);
      expect(results.filter((result) => result !== 'decided')).toHaveLength(1);
    });

    it('decides about no call that is unknown or too late', async () => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, request(clock.now()));
      const [pending] = await stores.approvals.list();
      const id = pending?.id ?? '';
      const slips = [id.slice(0, -1), `${id}0`, `2${id}`, id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))];
      for (const wrong of ['', 'ffffffff', 'conf_wrong', '-', ...slips, `${id}%`, `${token}1`, token.slice(0, -1)]) {
        expect(await stores.approvals.approve(wrong, { decided_by: 'grace', via: 'key' })).toBe('unknown');
        expect(await stores.approvals.find(wrong)).toBeUndefined();
      }
      clock.advance(minute);
      expect(await stores.approvals.list()).toEqual([]);
      expect(await stores.approvals.find(token)).toBeUndefined();
      expect(await stores.approvals.approve(token, { decided_by: 'grace', via: 'key' })).toBe('expired');
    });

    it('shows nothing of what the tool calls sensitive, and hands it to the call unchanged', async () => {
      const { stores, clock } = await start();
      const given = { id: 7, pin: '4711', cards: [{ cvc: 1, name: 'x' }, { cvc: 2 }] };
      const sensitive = ['/pin', '/cards/*/cvc'];
      const token = await issueToken(
        stores.tokens,
        request(clock.now(), { held: { ...held, arguments: given, sensitive } }),
      );
      const [pending] = await stores.approvals.list();
      expect(pending?.arguments).toEqual({
        id: 7,
        pin: '[redacted]',
        cards: [{ cvc: '[redacted]', name: 'x' }, { cvc: '[redacted]' }],
      });
      expect(await stores.tokens.held(token)).toMatchObject({ arguments: given });
    });

    it('shows no arguments where none are held', async () => {
      const { stores, clock } = await start();
      const { held: _, ...bare } = request(clock.now());
      await issueToken(stores.tokens, bare);
      const [pending] = await stores.approvals.list();
      expect(pending).toMatchObject({ operation: 'close_ticket' });
      expect(pending).not.toHaveProperty('arguments');
    });
  });
};
