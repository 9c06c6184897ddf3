import { maskSensitive } from '@recourse/engine/redaction';
import type { MemoryState, MemoryToken } from '@recourse/engine/memory';
import { decisionEvent } from '../decisions/decision-event.ts';
import { judgeApproval } from '../decisions/judge-approval.ts';
import { approvalId } from '../decisions/token-text.ts';
import { mostPending } from '../decisions/pending-approval.ts';
import type { Approvals, DecisionResult, DenialBy, PendingApproval } from '../ports/approvals.ts';
import type { EventLog } from '../ports/event-log.ts';
import { digestOfSecret } from '../sealing/digest.ts';

/** The calls of this process that wait for a decision. */
export const createMemoryApprovals = (
  tokens: MemoryState['tokens'],
  now: () => number,
  events: Pick<EventLog, 'deliver'>,
): Approvals => {
  const find = (reference: string): MemoryToken | undefined =>
    tokens.entries().find((entry) => entry.token === reference || idOf(entry) === reference.toLowerCase());

  const judge = (entry: MemoryToken | undefined, wanted: 'approved' | 'denied', by?: string): DecisionResult =>
    judgeApproval(entry && rowOf(entry), wanted, { now: now(), ...(by !== undefined && { by }) });

  const decide = (reference: string, wanted: 'approved' | 'denied', by: DenialBy): DecisionResult => {
    const entry = find(reference);
    const result = judge(entry, wanted, by.decided_by);
    if (!entry || result !== wanted) return result;
    const { decided_by, reason } = by;
    if (wanted === 'approved') tokens.approve(entry.token);
    else tokens.deny(entry.token, { decided_by, ...(reason !== undefined && { reason }) });
    const row = { ...entry, digest: digestOfSecret(entry.token) };
    void events.deliver([decisionEvent(row, wanted, { by, at: now() })]);
    return result;
  };

  const pending = (entries: readonly MemoryToken[]): readonly PendingApproval[] =>
    entries.filter((entry) => judge(entry, 'approved') === 'approved').map((entry) => read(entry, now()));

  return {
    list: () => Promise.resolve(pending(tokens.entries()).slice(0, mostPending)),
    find: async (reference) => {
      const entry = find(reference);
      return entry && pending([entry])[0];
    },
    approve: async (reference, decision) => decide(reference, 'approved', decision),
    deny: async (reference, decision) => decide(reference, 'denied', decision),
  };
};

const idOf = ({ seq, token }: MemoryToken): string => approvalId({ seq, digest: digestOfSecret(token) });

const rowOf = ({ principal, consumed_at, expires_at, approved, denied }: MemoryToken) => ({
  principal,
  consumed_at,
  expires_at,
  approved_at: approved ? 0 : null,
  denied_at: denied ? 0 : null,
});

const read = (entry: MemoryToken, now: number): PendingApproval => ({
  id: idOf(entry),
  principal: entry.principal,
  operation: entry.operation,
  reasons: entry.reasons,
  ...(entry.held && { arguments: maskSensitive(entry.held.arguments, entry.held.sensitive ?? []) }),
  ...(entry.held?.shown && { shown: entry.held.shown }),
  issued_at: entry.issued_at,
  expires_at: entry.expires_at,
  timeLeftMs: entry.expires_at - now,
});
