import { createMemoryTokens } from '@recourse/engine';
import type { IssueRequest, Tokens } from '@recourse/engine';
import { judgeApproval } from '../decisions/judge-approval.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { approvalId, mostPending, rangeOf } from '../decisions/pending-approval.ts';
import type { Approvals, DecisionResult, DenialBy, PendingApproval } from '../ports/approvals.ts';
import { digestOfSecret } from '../sealing/digest.ts';

interface Entry {
  readonly token: string;
  readonly request: IssueRequest;
  readonly issued_at: number;
  row: TokenRow;
}

/** The engine's tokens, with a list of what waits for a decision. */
export const createTokensWithApprovals = (
  now: () => number,
  most: number,
): { readonly tokens: Tokens; readonly approvals: Approvals } => {
  const inner = createMemoryTokens(now, most);
  const entries = new Map<string, Entry>();

  const forgetOldest = (): void => {
    for (const [digest, { row }] of entries) {
      if (entries.size <= most && row.expires_at > now()) return;
      entries.delete(digest);
    }
  };

  const matching = (reference: string): readonly (readonly [string, Entry])[] => {
    const [from, to] = rangeOf(reference);
    return [...entries].filter(([digest]) => digest >= from && digest <= to);
  };

  const decide = (reference: string, wanted: 'approved' | 'denied', by: DenialBy): DecisionResult => {
    const found = matching(reference).map(([, entry]) => entry);
    const rows = found.map(({ row }) => row);
    const result = judgeApproval(rows, wanted, now());
    const [entry] = found;
    if (!entry || result !== wanted) return result;
    entry.row = { ...entry.row, [`${wanted}_at`]: now() };
    if (wanted === 'approved') inner.approve(entry.token);
    else inner.deny(entry.token, by);
    return result;
  };

  const pending = (candidates: Iterable<readonly [string, Entry]>): readonly PendingApproval[] =>
    [...candidates].filter(([, { row }]) => isPending(row, now())).map(([digest, entry]) => read(digest, entry, now()));

  return {
    tokens: {
      holds: inner.holds,
      issue: async (request) => {
        const token = await inner.issue(request);
        entries.set(digestOfSecret(token), { token, request, issued_at: now(), row: rowOf(request) });
        forgetOldest();
        return token;
      },
      redeem: async (request) => {
        const redemption = await inner.redeem(request);
        const entry = entries.get(digestOfSecret(request.token));
        if (entry && redemption.state === 'redeemed') entry.row = { ...entry.row, consumed_at: now() };
        return redemption;
      },
      held: inner.held,
    },
    approvals: {
      list: () => Promise.resolve(pending(entries).slice(0, mostPending)),
      find: async (reference) => {
        const [found, another] = pending(matching(reference));
        return another ? undefined : found;
      },
      approve: async (reference, decision = {}) => decide(reference, 'approved', decision),
      deny: async (reference, decision = {}) => decide(reference, 'denied', decision),
    },
  };
};

const rowOf = ({ principal, operation, digest, expires_at }: IssueRequest): TokenRow => ({
  principal,
  operation,
  arguments_digest: digest,
  expires_at,
  consumed_at: null,
  approved_at: null,
  denied_at: null,
  decided_by: null,
  reason: null,
});

const isPending = (row: TokenRow, now: number): boolean =>
  row.expires_at > now && row.consumed_at === null && row.approved_at === null && row.denied_at === null;

const read = (digest: string, { request, issued_at }: Entry, now: number): PendingApproval => ({
  id: approvalId(digest),
  principal: request.principal,
  operation: request.operation,
  reasons: request.reasons,
  ...(request.held && { arguments: request.held.arguments }),
  issued_at,
  expires_at: request.expires_at,
  timeLeftMs: request.expires_at - now,
});
