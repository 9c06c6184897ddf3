import { isGone } from '../../owners/process-facts.ts';
import type { ProcessFacts } from '../../owners/process-facts.ts';
import type { RunRow } from '../../ports/runs.ts';
import type { Database } from '../database.ts';
import { runColumns } from './run-columns.ts';

interface ClaimOptions {
  readonly most: number;
  readonly owner: number;
  readonly now: number | null;
}

interface OwnerRow {
  readonly owner: number;
  readonly silent: boolean;
  readonly facts: string | null;
}

/** Takes runs for an owner. Only this side can tell that the process of another owner is gone. */
export const claimRuns = async (
  database: Database,
  pipelines: readonly string[],
  { most, owner, now }: ClaimOptions,
): Promise<readonly RunRow[]> => {
  const [free] = await database.rows<{ waits: boolean; owners: readonly OwnerRow[] | null }>('free_runs', looking, [
    pipelines,
    owner,
    now,
  ]);
  const others = free?.owners ?? [];
  const gone = others.filter(({ facts }) => facts !== null && isGone(JSON.parse(facts) as ProcessFacts));
  // Most claims find nothing: they must not wait for each other.
  if (!free?.waits && gone.length === 0 && !others.some(({ silent }) => silent)) return [];
  const ids = gone.map((one) => String(one.owner));
  return database.rows<RunRow>('claim_runs', claiming, [pipelines, most, owner, ids, now]);
};

const looking = `SELECT
    EXISTS (SELECT 1 FROM $schema.runs WHERE operation IS NOT NULL AND owner IS NULL AND pipeline = ANY ($1)) AS waits,
    (SELECT json_agg(json_build_object('owner', r.owner, 'facts', o.facts,
        'silent', coalesce(o.lease_ends <= $schema.at($3), true)))
      FROM (SELECT DISTINCT owner FROM $schema.runs WHERE owner IS NOT NULL AND owner <> $2) r
      LEFT JOIN $schema.owners o ON o.id = r.owner) AS owners`;
const claiming = `SELECT ${runColumns} FROM $schema.claim_runs($1, $2, $3, $4::bigint[], $5)`;
