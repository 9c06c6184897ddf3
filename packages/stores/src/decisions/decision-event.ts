import { randomBytes, randomUUID } from 'node:crypto';
import type { CallEvent } from '@recourse/engine/events';
import type { DenialBy } from '../ports/approvals.ts';
import type { TokenRow } from './judge-token.ts';
import { approvalId } from './token-text.ts';

/** The event of a decision about a call. Its principal is the approver; the caller is in its data. */
export const decisionEvent = (
  row: Pick<TokenRow, 'seq' | 'digest' | 'principal' | 'operation'>,
  wanted: 'approved' | 'denied',
  { by: { decided_by, via, note, reason }, at }: { readonly by: DenialBy; readonly at: number },
): CallEvent => {
  const id = approvalId(row);
  return {
    event_id: randomUUID(),
    ts: new Date(at).toISOString(),
    type: wanted === 'approved' ? 'APPROVAL_GRANTED' : 'APPROVAL_DENIED',
    trace_id: randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    subject: `approval:${id}`,
    principal: decided_by,
    tool: row.operation,
    code: null,
    effect: null,
    elapsed_ms: null,
    data: {
      approval: id,
      caller: row.principal,
      via,
      ...(note !== undefined && { note }),
      ...(reason !== undefined && { reason }),
    },
  };
};
