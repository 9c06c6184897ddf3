import { isGone } from '../owners/process-facts.ts';
import type { ProcessFacts } from '../owners/process-facts.ts';
import type { RunRow } from '../ports/runs.ts';
import type { Connection } from './connection.ts';
import { runColumns } from './run-rows.ts';

interface Candidate {
  readonly seq: number;
  readonly owner: number | null;
  readonly lease_ends: number | null;
  readonly facts: string | null;
}

/** Runs that wait come first to mind, yet those of dead owners are as due: the oldest operation decides. */
const candidates = `SELECT r.seq, r.owner, o.lease_ends, o.facts FROM runs r LEFT JOIN owners o ON o.id = r.owner
  WHERE r.pipeline = ? AND r.operation IS NOT NULL AND r.owner IS NOT ? ORDER BY r.operation_since, r.seq`;

/** Takes runs for an owner, inside an open transaction. One run of each pipeline, then the next round. */
export const claimRuns = (
  connection: Connection,
  pipelines: readonly string[],
  { most, owner, now }: { readonly most: number; readonly owner: number; readonly now: number },
): readonly RunRow[] => {
  const waiting = pipelines.map((pipeline) =>
    connection.rows<Candidate>(`${candidates} LIMIT 1000`, pipeline, owner).filter((row) => isFree(row, now)),
  );
  const taken: RunRow[] = [];
  for (let round = 0; taken.length < most && waiting.some((rows) => rows.length > round); round += 1) {
    for (const rows of waiting) {
      const next = rows[round];
      if (!next || taken.length >= most) continue;
      connection.run('UPDATE runs SET owner = ?, fence = fence + 1 WHERE seq = ?', owner, next.seq);
      const row = connection.row<RunRow>(`SELECT ${runColumns} FROM runs WHERE seq = ?`, next.seq);
      if (row) taken.push(row);
    }
  }
  return taken;
};

/** A silent owner keeps its runs until its lease ends, unless its process is proven dead. */
const isFree = ({ owner, lease_ends, facts }: Candidate, now: number): boolean =>
  owner === null ||
  lease_ends === null ||
  lease_ends <= now ||
  (facts !== null && isGone(JSON.parse(facts) as ProcessFacts));
