import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Sealed, Sealer } from '@recourse/engine/sealing';
import type { StoredTask } from '@recourse/engine/sharing';
import { isGone } from '../owners/process-facts.ts';
import type { ProcessFacts } from '../owners/process-facts.ts';

/** A row of a task, with the last signs of life of the process that runs it. The names are those of the columns. */
export interface TaskRow {
  readonly id: string;
  readonly tool: string;
  readonly arguments_digest: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly ttl_ms: number;
  readonly version: number;
  readonly ended: boolean | number;
  readonly owner_heard_at: number | null;
  readonly owner_lease_ends: number | null;
  readonly owner_facts: string | null;
}

const place = (id: string): string => `task ${id}`;

export const sealState = (sealer: Sealer, state: JsonObject, id: string): Sealed =>
  sealer.seal(JSON.stringify(state), place(id));

/** Reads a task; undefined if its state was sealed with a key that is not ours. */
export const taskOf = (
  row: TaskRow,
  sealed: Sealed | undefined,
  sealer: Sealer,
  now: number,
): StoredTask | undefined => {
  const text = sealed && sealer.unseal(sealed, place(row.id));
  const state: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isJsonObject(state)) return undefined;
  const { id, tool, arguments_digest: digest, created_at, updated_at, ttl_ms: ttlMs, version } = row;
  const ended = Boolean(row.ended);
  const silentSince = ended ? undefined : silentSinceOf(row, now);
  const task = { id, tool, digest, created_at, updated_at, ttlMs, version, ended, state };
  return silentSince === undefined ? task : { ...task, silent_since: silentSince };
};

/** The last sign of life of a process that is gone, or whose lease has ended. */
const silentSinceOf = (row: TaskRow, now: number): number | undefined => {
  const { owner_lease_ends: leaseEnds, owner_facts: facts, owner_heard_at: heardAt } = row;
  const isSilent =
    leaseEnds === null || leaseEnds <= now || (facts !== null && isGone(JSON.parse(facts) as ProcessFacts));
  return isSilent ? (heardAt ?? row.updated_at) : undefined;
};
