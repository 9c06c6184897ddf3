import { createHash, randomBytes } from 'node:crypto';
import type { IssueRequest, RedeemRequest, Redemption, Tokens } from './tokens.ts';

interface Entry extends IssueRequest {
  consumed_at: number | null;
  approved: boolean;
  denied: { readonly decided_by?: string; readonly reason?: string } | null;
}

/** What a person elsewhere decides about a token. */
export interface Approvals {
  approve(token: string): void;
  deny(token: string, decision?: { readonly decided_by?: string; readonly reason?: string }): void;
}

/** Tokens within one process, kept by their digest. An hour after it has expired, a token is as unknown as any other. */
export const createMemoryTokens = (now: () => number = Date.now, most = 10_000): Tokens & Approvals => {
  const entries = new Map<string, Entry>();
  const find = (token: string): Entry | undefined => entries.get(digest(token));

  const sweep = (): void => {
    for (const [key, entry] of entries) {
      if (entry.expires_at + keptAfterExpiryMs > now() && entries.size <= most) return;
      entries.delete(key);
    }
  };

  return {
    holds: true,
    issue: async (request) => {
      const token = `${request.prefix}_${randomBytes(32).toString('base64url')}`;
      entries.set(digest(token), { ...request, consumed_at: null, approved: false, denied: null });
      sweep();
      return token;
    },
    redeem: async (request) => {
      const entry = find(request.token);
      const redemption = judge(entry, request, now());
      if (entry && redemption.state === 'redeemed') entry.consumed_at = now();
      return redemption;
    },
    held: async (token) => {
      const entry = find(token);
      return entry && entry.expires_at > now() ? entry.held : undefined;
    },
    approve: (token) => {
      const entry = find(token);
      if (entry) entry.approved = true;
    },
    deny: (token, decision = {}) => {
      const entry = find(token);
      if (entry) entry.denied = decision;
    },
  };
};

const keptAfterExpiryMs = 60 * 60 * 1000;

/** A store that is read by somebody else gives away no token. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The one order of the checks: known, not expired, not used, of this call, and good enough. */
const judge = (entry: Entry | undefined, request: RedeemRequest, now: number): Redemption => {
  if (!entry) return { state: 'invalid' };
  if (entry.expires_at <= now) return { state: 'expired', expired_at: entry.expires_at };
  if (entry.consumed_at !== null) return { state: 'used', consumed_at: entry.consumed_at };
  const { principal, operation } = request;
  if (entry.principal !== principal || entry.operation !== operation || entry.digest !== request.digest) {
    return { state: 'mismatch', token_operation: entry.operation };
  }
  if (entry.denied) return { state: 'denied', ...entry.denied };
  const source = entry.approved ? 'person' : request.source;
  return isGoodEnough(source, request.grade)
    ? { state: 'redeemed' }
    : { state: 'waiting', expires_at: entry.expires_at };
};

const isGoodEnough = (source: RedeemRequest['source'], grade: RedeemRequest['grade']): boolean =>
  grade === 'any' || source === 'person' || (grade === 'client' && source === 'client');
