import { createHash, randomBytes } from 'node:crypto';
import { mostRestores } from './tokens.ts';
import type { Asked, AskRequest, Redeemed, RedeemRequest, Redemption, Tokens } from './tokens.ts';

interface Decision {
  readonly decided_by?: string;
  readonly reason?: string;
}

interface Entry extends AskRequest {
  /** Counts up from one. */
  readonly seq: number;
  readonly token: string;
  readonly issued_at: number;
  consumed_at: number | null;
  restores: number;
  approved: boolean;
  denied: Decision | null;
}

/** A token and what has become of it. */
export type MemoryToken = Readonly<Entry>;

/** What a person elsewhere decides about a token, and what there is to decide about. */
export interface Approvals {
  approve(token: string): void;
  deny(token: string, decision?: Decision): void;
  /** Every token that is still known, oldest first. */
  entries(): readonly MemoryToken[];
}

/** Tokens within one process. An hour after it has expired, a token is as unknown as any other. */
export const createMemoryTokens = (now: () => number = Date.now, most = 10_000): Tokens & Approvals => {
  const entries = new Map<string, Entry>();
  /** What a repeated call finds without its token: a call that waits for a person, or about which one has decided. */
  const byCall = new Map<string, Set<Entry>>();
  const find = (token: string): Entry | undefined => entries.get(digest(token));
  let issued = 0;

  const list = (entry: Entry): void => {
    const name = callName(entry);
    byCall.set(name, (byCall.get(name) ?? new Set()).add(entry));
  };
  const unlist = (entry: Entry): void => {
    const name = callName(entry);
    const listed = byCall.get(name);
    listed?.delete(entry);
    if (listed?.size === 0) byCall.delete(name);
  };

  const sweep = (): void => {
    for (const [key, entry] of entries) {
      if (entry.expires_at + keptAfterExpiryMs > now() && entries.size <= most) return;
      entries.delete(key);
      unlist(entry);
    }
  };

  const consume = (entry: Entry): Redeemed => {
    entry.consumed_at = now();
    unlist(entry);
    return { state: 'redeemed', id: entry.token };
  };

  const restore = (token: string): boolean => {
    const entry = find(token);
    if (!entry || entry.restores >= mostRestores || entry.expires_at <= now()) return false;
    entry.restores += 1;
    entry.consumed_at = null;
    if (entry.shared || entry.approved) list(entry);
    return true;
  };

  const ask = (request: AskRequest): Asked => {
    const alive = [...(byCall.get(callName(request)) ?? [])].filter(({ expires_at }) => expires_at > now());
    const approved = alive.find((entry) => entry.approved);
    if (approved) return consume(approved);
    const denied = alive.find((entry) => entry.denied)?.denied;
    if (denied) return { state: 'denied', ...denied };
    const waiting = request.shared ? alive[0] : undefined;
    return waiting ? answer(waiting) : issue(request);
  };

  const issue = (request: AskRequest): Asked => {
    const token = `${request.prefix}_${randomBytes(32).toString('base64url')}`;
    const entry: Entry = {
      ...request,
      seq: (issued += 1),
      token,
      issued_at: now(),
      consumed_at: null,
      restores: 0,
      approved: false,
      denied: null,
    };
    entries.set(digest(token), entry);
    if (request.shared) list(entry);
    sweep();
    return answer(entry);
  };

  const decide = (token: string, decision: Partial<Entry>): void => {
    const entry = find(token);
    if (!entry || entry.consumed_at !== null) return;
    list(Object.assign(entry, decision));
  };

  return {
    holds: true,
    ask: (request) => Promise.resolve(ask(request)),
    redeem: async (request) => {
      const entry = find(request.token);
      const redemption = judge(entry, request, now());
      return entry && redemption.state === 'redeemed' ? consume(entry) : redemption;
    },
    end: (id, outcome) => Promise.resolve(!outcome.ok && outcome.effect === 'none' && restore(id)),
    held: async (token) => {
      const entry = find(token);
      return entry && entry.expires_at > now() ? entry.held : undefined;
    },
    approve: (token) => decide(token, { approved: true }),
    deny: (token, decision = {}) => decide(token, { denied: decision }),
    entries: () => [...entries.values()],
  };
};

const keptAfterExpiryMs = 60 * 60 * 1000;

const answer = ({ token, expires_at }: Entry): Asked => ({ state: 'asked', token, expires_at });

/** The same call: by the same caller, with the same arguments. */
const callName = ({ principal, operation, digest: given }: AskRequest): string =>
  JSON.stringify([principal, operation, given]);

/** Looked up by its digest: how long a comparison takes says nothing about a token. */
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
    ? { state: 'redeemed', id: entry.token }
    : { state: 'waiting', expires_at: entry.expires_at };
};

const isGoodEnough = (source: RedeemRequest['source'], grade: RedeemRequest['grade']): boolean =>
  grade === 'any' || source === 'person' || (grade === 'client' && source === 'client');
