import type { Principal, Trust } from '@recourse/engine';
import type { KeyRecord } from '../ports/keys.ts';

/** A key as it is stored. `tools` is a list in JSON. */
export interface KeyRow {
  readonly id: string;
  readonly principal: string;
  readonly trust: Trust;
  readonly tools: string | null;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

export const keyRecordOf = ({ id, principal, trust, tools, created_at, revoked_at }: KeyRow): KeyRecord => ({
  id,
  principal,
  trust,
  ...(tools !== null && { tools: JSON.parse(tools) as readonly string[] }),
  created_at,
  ...(revoked_at !== null && { revoked_at }),
});

export const principalOf = ({ principal, trust, tools }: Pick<KeyRow, 'principal' | 'trust' | 'tools'>): Principal => ({
  id: principal,
  trust,
  ...(tools !== null && { tools: JSON.parse(tools) as readonly string[] }),
});
