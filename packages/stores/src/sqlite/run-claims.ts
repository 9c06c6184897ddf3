import { isGone } from '../owners/process-facts.ts';
import type { ProcessFacts } from '../owners/process-facts.ts';
import type { RunRow } from '../ports/runs.ts';
import type { Connection } from './connection.ts';
import { runColumns } from './run-rows.ts';

interface OwnerRow {
  readonly owner: number;
  readonly lease_ends: number | null;
  readonly facts: string | null;
}

interface ClaimOptions {
  readonly most: number;
  readonly owner: number;
  readonly now: number;
}

const waiting = 'operation IS NOT NULL AND owner IS NULL';
const owners = `SELECT r.owner, o.lease_ends, o.facts
  FROM (SELECT DISTINCT owner FROM runs WHERE owner IS NOT NULL AND owner <> ?) r LEFT JOIN owners o ON o.id = r.owner`;
const next = `SELECT seq FROM runs WHERE ${waiting} AND pipeline = ? ORDER BY operation_since, seq LIMIT ?`;

/** Whether a run waits, or has an owner that can be replaced. */
export const isAnyFree = (connection: Connection, owner: number, now: number): boolean =>
  connection.row(`SELECT 1 FROM runs WHERE ${waiting} LIMIT 1`) !== undefined ||
  replaceableOwners(connection, owner, now).length > 0;

/**
 * Takes runs for an owner, inside an open transaction: first the runs of dead owners wait again, then the oldest
 * operation of each pipeline is taken, one of each before the next round.
 */
export const claimRuns = (
  connection: Connection,
  pipelines: readonly string[],
  { most, owner, now }: ClaimOptions,
): readonly RunRow[] => {
  for (const dead of replaceableOwners(connection, owner, now)) {
    connection.run('UPDATE runs SET owner = NULL, fence = fence + 1 WHERE owner = ?', dead);
  }
  const queues = pipelines.map((pipeline) => connection.rows<{ seq: number }>(next, pipeline, most));
  const taken: RunRow[] = [];
  for (let round = 0; taken.length < most && queues.some((queue) => queue.length > round); round += 1) {
    for (const queue of queues) {
      const found = queue[round];
      if (!found || taken.length >= most) continue;
      connection.run('UPDATE runs SET owner = ?, fence = fence + 1 WHERE seq = ?', owner, found.seq);
      const row = connection.row<RunRow>(`SELECT ${runColumns} FROM runs WHERE seq = ?`, found.seq);
      if (row) taken.push(row);
    }
  }
  return taken;
};

const replaceableOwners = (connection: Connection, self: number, now: number): readonly number[] =>
  connection
    .rows<OwnerRow>(owners, self)
    .filter((row) => isReplaceable(row, now))
    .map(({ owner }) => owner);

/** A silent owner keeps its runs until its lease ends, unless its process is proven dead. */
const isReplaceable = ({ lease_ends, facts }: OwnerRow, now: number): boolean =>
  lease_ends === null || lease_ends <= now || (facts !== null && isGone(JSON.parse(facts) as ProcessFacts));
