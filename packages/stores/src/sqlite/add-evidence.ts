import { drawFirstLink, linkOf } from '../evidence/link.ts';
import type { Mark } from '../evidence/chain-state.ts';
import { writeMarks } from './chain.ts';
import { readChained } from './chained-events.ts';
import type { Connection } from './connection.ts';

const tables = `
  -- Null for callers.
  ALTER TABLE keys ADD COLUMN role TEXT;
  -- Each event is linked to the one before it. Events from before the chain have no link.
  ALTER TABLE events ADD COLUMN link TEXT;
  CREATE TABLE chain (
    kind TEXT PRIMARY KEY,
    -- In one piece, because it is written with every delivery.
    mark TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE seals (
    position INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    link TEXT NOT NULL,
    at INTEGER NOT NULL,
    sealed_by TEXT,
    mac TEXT
  ) STRICT;
`;

/** Adds the chain of events. Events that are there already are covered by the starting seal as they are now. */
export const addEvidence = (connection: Connection): void => {
  connection.script(tables);
  const first = connection.row<{ first: number | null }>('SELECT min(position) AS first FROM events')?.first;
  const base: Mark = { number: 0, position: (first ?? 1) - 1, link: drawFirstLink(), at: Date.now() };
  let { position: last, link } = base;
  for (const page of readChained(connection, base.position)) {
    for (const { position, digest } of page) {
      link = linkOf(link, position, digest);
      last = position;
    }
  }
  const end = { ...base, position: last, link };
  writeMarks(connection, [
    ['base', base],
    ['start', end],
    ['tail', end],
  ]);
};
