import type { ChainedEvent } from '../evidence/chain-walk.ts';
import { digestOfCells } from '../evidence/link.ts';
import { lostIn } from '../evidence/lost-events.ts';
import type { Connection } from './connection.ts';

interface Row {
  readonly position: number;
  readonly event_id: string;
  readonly ts: string;
  readonly principal: string | null;
  readonly tool: string;
  readonly code: string | null;
  readonly rest: string;
  readonly link: string | null;
  readonly seal_number: number | null;
  readonly seal_link: string | null;
  readonly seal_at: number | null;
  readonly sealed_by: string | null;
  readonly mac: string | null;
}

const rowsPerPage = 1000;

const selection = `SELECT e.position, e.event_id, e.ts, e.principal, e.tool, e.code, e.rest, e.link,
    s.number AS seal_number, s.link AS seal_link, s.at AS seal_at, s.sealed_by, s.mac
  FROM events e LEFT JOIN seals s ON s.position = e.position
  WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ${rowsPerPage}`;

/** Reads the events of a stretch of the chain, page by page. */
export function* readChained(
  connection: Connection,
  after: number,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Generator<readonly ChainedEvent[]> {
  for (let from = after; ;) {
    const page = connection.rows<Row>(selection, from, upTo).map(chainedOf);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < rowsPerPage) return;
    from = last.position;
  }
}

const chainedOf = (row: Row): ChainedEvent => ({
  position: row.position,
  digest: digestOfCells([row.event_id, row.ts, row.principal, row.tool, row.code, row.rest]),
  link: row.link,
  lost: lostIn(row.rest, (rest) => (rest as readonly unknown[])[6]),
  ...sealOf(row),
});

const sealOf = ({ position, seal_number, seal_link, seal_at, sealed_by, mac }: Row): Pick<ChainedEvent, 'seal'> => {
  if (seal_number === null || seal_link === null) return {};
  const attested = sealed_by !== null && mac !== null ? { attested: { sealed_by, mac } } : {};
  return { seal: { number: seal_number, position, link: seal_link, at: seal_at ?? 0, ...attested } };
};
