import type pg from 'pg';
import type { Mark, MarkKind } from '../evidence/chain-state.ts';
import { drawFirstLink, linkOf } from '../evidence/link.ts';
import { readChained } from './chained-events.ts';

const tables = `
  -- Null for callers.
  ALTER TABLE $schema.keys ADD COLUMN role text;
  -- Each event is linked to the one before it. Events from before the chain have no link.
  ALTER TABLE $schema.events ADD COLUMN link text;
  CREATE TABLE $schema.chain (
    kind text COLLATE "C" PRIMARY KEY,
    number bigint NOT NULL,
    position bigint NOT NULL,
    link text NOT NULL,
    at bigint NOT NULL,
    sealed_by text,
    mac text
  ) WITH (fillfactor = 50);
  CREATE TABLE $schema.seals (
    position bigint PRIMARY KEY,
    number bigint NOT NULL,
    link text NOT NULL,
    at bigint NOT NULL,
    sealed_by text,
    mac text
  );
`;

/** Adds the chain of events. Events that are there already are covered by the starting seal as they are now. */
export const addEvidence = async (client: pg.Client, schema: string): Promise<void> => {
  await client.query(tables.replaceAll('$schema', schema));
  const { rows } = await client.query<{ first: number | null }>(`SELECT min(position) AS first FROM ${schema}.events`);
  const base: Mark = { number: 0, position: (rows[0]?.first ?? 1) - 1, link: drawFirstLink(), at: Date.now() };
  let { position: last, link } = base;
  for await (const page of readChained(client, schema, { after: base.position })) {
    for (const { position, digest } of page) {
      link = linkOf(link, position, digest);
      last = position;
    }
  }
  const end = { ...base, position: last, link };
  const marks: readonly (readonly [MarkKind, Mark])[] = [
    ['base', base],
    ['start', end],
    ['tail', end],
  ];
  for (const [kind, { number, position, link, at }] of marks) {
    await client.query(`INSERT INTO ${schema}.chain (kind, number, position, link, at) VALUES ($1, $2, $3, $4, $5)`, [
      kind,
      number,
      position,
      link,
      at,
    ]);
  }
};
