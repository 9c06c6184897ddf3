import type pg from 'pg';
import type { CallEvent } from '@recourse/engine/events';
import type { ChainedEvent } from '../evidence/chain-walk.ts';
import { digestOfCells } from '../evidence/link.ts';
import { lostIn } from '../evidence/lost-events.ts';

/** An event in its columns. */
export type EventRow = Omit<CallEvent, 'data'> & { readonly data: string };

interface Row extends EventRow {
  readonly position: number;
  readonly link: string | null;
  readonly seal_number: number | null;
  readonly seal_link: string | null;
  readonly seal_at: number | null;
  readonly sealed_by: string | null;
  readonly mac: string | null;
}

const rowsPerPage = 1000;

const selection = `SELECT e.*, s.number AS seal_number, s.link AS seal_link, s.at AS seal_at, s.sealed_by, s.mac
  FROM $schema.events e LEFT JOIN $schema.seals s ON s.position = e.position
  WHERE e.position > $1 AND e.position <= $2 ORDER BY e.position LIMIT ${rowsPerPage}`;

/** Reads the events of a stretch of the chain, page by page. */
export async function* readChained(
  client: Pick<pg.Client, 'query'>,
  schema: string,
  { after, upTo = Number.MAX_SAFE_INTEGER }: { readonly after: number; readonly upTo?: number },
): AsyncGenerator<readonly ChainedEvent[]> {
  const text = selection.replaceAll('$schema', schema);
  for (let from = after; ;) {
    const { rows } = await client.query<Row>(text, [from, upTo]);
    const page = rows.map(chainedOf);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < rowsPerPage) return;
    from = last.position;
  }
}

const chainedOf = (row: Row): ChainedEvent => ({
  position: row.position,
  digest: digestOfRow(row),
  link: row.link,
  lost: lostIn(row.data, (data) => data),
  ...sealOf(row),
});

const sealOf = ({ position, seal_number, seal_link, seal_at, sealed_by, mac }: Row): Pick<ChainedEvent, 'seal'> => {
  if (seal_number === null || seal_link === null) return {};
  const attested = sealed_by !== null && mac !== null ? { attested: { sealed_by, mac } } : {};
  return { seal: { number: seal_number, position, link: seal_link, at: seal_at ?? 0, ...attested } };
};

/** The digest of an event in its columns. */
export const digestOfRow = (row: EventRow): string =>
  digestOfCells([
    row.event_id,
    row.ts,
    row.type,
    row.trace_id,
    row.span_id,
    row.subject,
    row.principal,
    row.tool,
    row.code,
    row.effect,
    row.elapsed_ms,
    row.data,
  ]);
