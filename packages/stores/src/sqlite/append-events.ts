import type { CallEvent } from '@recourse/engine/events';
import type { JsonObject } from '@recourse/contract';
import type { ChainState } from '../evidence/chain-state.ts';
import { digestOfCells, linkOf } from '../evidence/link.ts';
import { refuseWithoutKey } from '../evidence/refuse-without-key.ts';
import { advanceChain, readChain } from './chain.ts';
import { renderMark } from './mark-text.ts';
import type { Cell } from './connection.ts';
import type { SqliteContext } from './context.ts';

const columns = ['position', 'event_id', 'ts', 'principal', 'tool', 'code', 'rest', 'link'] as const;
const newest = `SELECT (SELECT mark FROM chain WHERE kind = 'head') AS mark, (SELECT max(position) FROM events) AS last`;
const into = `INTO events (${columns.join(', ')})`;

/**
 * Creates a function that appends events to the chain, within a transaction of its caller. Events that are there
 * already are left out. It returns the position of the last event in the log, if it knows it.
 */
export const createAppender = ({
  database: { connection },
  attestor,
  now,
  most,
}: SqliteContext): ((events: readonly CallEvent[]) => number | undefined) => {
  const isNew = ({ ts, event_id }: CallEvent): boolean =>
    connection.row('SELECT 1 FROM events WHERE ts = ? AND event_id = ?', ts, event_id) === undefined;

  let known: ChainState | undefined;

  return (events) => {
    const before = readMarks();
    if (!before) return insertUnlinked(events);
    refuseWithoutKey(before, attestor);
    let linked = linkAll(events, before);
    if (connection.insertAll(`INSERT OR IGNORE ${into}`, columns.length, linked.cells) < events.length) {
      // Some were delivered before, so the links are wrong. This is rare: the confirmation of a delivery was lost.
      connection.run('DELETE FROM events WHERE position > ?', before.tail.position);
      linked = linkAll(unique(events).filter(isNew), before);
      connection.insertAll(`INSERT ${into}`, columns.length, linked.cells);
    }
    if (linked.cells.length === 0) return before.tail.position;
    const state = { ...before, tail: linked.tail };
    // A chain that went on without the key stays unsealed, and the verification says so.
    const sealing = isSealed(before) ? attestor : undefined;
    known = advanceChain(connection, state, { attestor, sealing, now: now(), most: most.events });
    return linked.tail.position;
  };

  /**
   * Reads the marks, unless the newest seal is the one that this process made last. The tail is moved to the newest
   * event: an event that another program inserted must not stop the chain.
   */
  function readMarks(): ChainState | undefined {
    const [found] = connection.rows<{ mark: string | null; last: number | null }>(newest);
    const isKnown = known?.head && found?.mark === renderMark(known.head) && isSealed(known);
    const state = isKnown ? known : readChain(connection);
    const last = found?.last ?? 0;
    if (!state || last <= state.tail.position) return state;
    return { ...state, tail: { ...state.tail, position: last } };
  }

  /** The chain has lost its marks. Its events are still worth keeping. */
  function insertUnlinked(events: readonly CallEvent[]): undefined {
    const cells = events.flatMap((event) => [null, ...cellsOf(event), null]);
    connection.insertAll(`INSERT OR IGNORE ${into}`, columns.length, cells);
  }

  function linkAll(given: readonly CallEvent[], { tail }: ChainState) {
    const cells: Cell[] = [];
    let { position, link } = tail;
    for (const event of given) {
      const own = cellsOf(event);
      position += 1;
      link = linkOf(link, position, digestOfCells(own));
      cells.push(position, ...own, link);
    }
    return { cells, tail: { ...tail, position, link, at: now() } };
  }
};

/** Whether the newest seal covers every event. */
const isSealed = ({ head, tail, base, start }: ChainState): boolean =>
  head ? head.position === tail.position && head.link === tail.link : !base.attested && !start.attested;

const unique = (events: readonly CallEvent[]): readonly CallEvent[] => [
  ...new Map(events.map((event) => [`${event.ts} ${event.event_id}`, event])).values(),
];

/** The cells that are digested, in the order of their columns. */
const cellsOf = (event: CallEvent): readonly (string | null)[] => [
  event.event_id,
  event.ts,
  event.principal,
  event.tool,
  event.code,
  JSON.stringify(restOf(event)),
];

/** The fields of an event that no query filters by, in the order in which they are stored. */
export type Rest = readonly [
  CallEvent['type'],
  string,
  string,
  CallEvent['subject'],
  CallEvent['effect'],
  CallEvent['elapsed_ms'],
  JsonObject,
];

const restOf = ({ type, trace_id, span_id, subject, effect, elapsed_ms, data }: CallEvent): Rest => [
  type,
  trace_id,
  span_id,
  subject,
  effect,
  elapsed_ms,
  data,
];
