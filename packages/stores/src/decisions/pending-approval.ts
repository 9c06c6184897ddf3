import type { PendingApproval } from '../ports/approvals.ts';
import { digestOfSecret } from '../sealing/digest.ts';
import { readHeldCall } from '../sealing/held-call.ts';
import type { Sealed, Sealer } from '../sealing/sealer.ts';
import type { TokenRow } from './judge-token.ts';

export interface PendingRow extends TokenRow {
  readonly digest: string;
  /** A list in JSON. */
  readonly reasons: string;
  readonly issued_at: number;
}

export const mostPending = 1000;
const idLength = 12;

/** The id of an approval: the beginning of a digest, of which nobody can make the token. */
export const approvalId = (digest: string): string => digest.slice(0, idLength);

/** The digests that a reference may mean: those that begin with an id, or the one of a token. */
export const rangeOf = (reference: string): readonly [string, string] => {
  const isId = /^[0-9a-f]{8,64}$/.test(reference);
  const beginning = isId ? reference : digestOfSecret(reference);
  return [beginning, beginning.padEnd(64, 'f')];
};

export const pendingOf = (
  row: PendingRow,
  sealed: Sealed | undefined,
  sealer: Sealer | undefined,
  now: number,
): PendingApproval => {
  const held = sealed && readHeldCall(sealer, sealed, row.digest);
  return {
    id: approvalId(row.digest),
    principal: row.principal,
    operation: row.operation,
    reasons: JSON.parse(row.reasons) as readonly string[],
    ...(held && { arguments: held.arguments }),
    issued_at: row.issued_at,
    expires_at: row.expires_at,
    timeLeftMs: Math.max(0, row.expires_at - now),
  };
};
