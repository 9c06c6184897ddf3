import { createAttestor } from '../evidence/attestor.ts';
import { chainStateOf } from '../evidence/chain-state.ts';
import type { MarkRow } from '../evidence/chain-state.ts';
import { ChainWalk } from '../evidence/chain-walk.ts';
import type { WalkOptions } from '../evidence/chain-walk.ts';
import { noMarks } from '../evidence/verification.ts';
import type { EventVerification } from '../evidence/verification.ts';
import { findKeys } from '../sealing/find-keys.ts';
import { keyVariable } from '../sealing/installation-key.ts';
import { defaultSchema } from '../settings/store-settings.ts';
import type { Environment, PostgresSettings } from '../settings/store-settings.ts';
import { readChained } from './chained-events.ts';
import { withClient } from './database.ts';

const pageMs = 60_000;

/** Follows the chain of events in a schema, as it is at one moment. */
export const verifyPostgres = (
  settings: PostgresSettings,
  environment: Environment,
  anchor?: WalkOptions['anchor'],
): Promise<EventVerification> => {
  const given = settings.key === undefined ? environment : { [keyVariable]: settings.key };
  const { keys } = findKeys(undefined, given);
  const schema = settings.schema ?? defaultSchema;
  return withClient({ ...settings, statementMs: pageMs }, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<MarkRow>(`SELECT * FROM ${schema}.chain`);
    const state = chainStateOf(rows);
    if (!state) return noMarks;
    const walking = new ChainWalk(state, { attestor: keys && createAttestor(keys), anchor });
    for await (const page of readChained(client, schema, { after: Number.MIN_SAFE_INTEGER })) {
      for (const event of page) walking.take(event);
      if (walking.isOver) break;
    }
    return walking.end();
  });
};
