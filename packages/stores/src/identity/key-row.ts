import type { Principal, Trust } from '@recourse/engine';
import type { KeyRecord } from '../ports/keys.ts';

/** A key as it is stored. `tools` is a list in JSON. */
export interface KeyRow {
  readonly id: string;
  readonly principal: string;
  readonly trust: Trust;
  readonly tools: string | null;
  readonly role: string | null;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/** A key as it is listed. */
export const keyRecordOf = ({ id, principal, trust, tools, role, created_at, revoked_at }: KeyRow): KeyRecord => ({
  id,
  principal,
  trust,
  ...(tools !== null && { tools: JSON.parse(tools) as readonly string[] }),
  ...(role === 'approver' && { role }),
  created_at,
  ...(revoked_at !== null && { revoked_at }),
});

/** The principal of a key. The key of an approver names no tool that it may use. */
export const principalOf = ({
  principal,
  trust,
  tools,
  role,
}: Pick<KeyRow, 'principal' | 'trust' | 'tools' | 'role'>): Principal => ({
  id: principal,
  trust,
  ...(tools !== null && { tools: JSON.parse(tools) as readonly string[] }),
  ...(role === 'approver' && { role, tools: [] }),
});
