import type { Mark } from '../evidence/chain-state.ts';
import { linkOf } from '../evidence/link.ts';
import { digestOfRow } from './chained-events.ts';
import type { EventRow } from './chained-events.ts';
import type { Database } from './database.ts';

type Row = EventRow & { readonly position: number; readonly link: string | null };

const rowsPerPage = 1000;

/** The link at a position. Events from before the chain have none: theirs is computed. */
export const linkAt = async (database: Database, base: Mark, position: number): Promise<string> => {
  const sql = 'SELECT link FROM $schema.events WHERE position = $1';
  const [stored] = await database.rows<Pick<Row, 'link'>>('link_at', sql, [position]);
  if (typeof stored?.link === 'string') return stored.link;
  let link = base.link;
  for (let from = base.position; ;) {
    const rows = await database.rows<Row>('unlinked', stretch, [from, position]);
    for (const row of rows) link = linkOf(link, row.position, digestOfRow(row));
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerPage) return link;
    from = last.position;
  }
};

const stretch = `SELECT * FROM $schema.events WHERE position > $1 AND position <= $2
  ORDER BY position LIMIT ${rowsPerPage}`;
