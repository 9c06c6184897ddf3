import { createHmac, hash } from 'node:crypto';
import Libsql from 'libsql';

/**
 * A program that writes the rows of a run by hand: what the engine wrote is recorded first, and written again with
 * prepared statements, in the same transactions, into a file with the same tables and settings. The hashes in the rows
 * are computed as for the first time: two chains, and a signature for each transaction.
 *
 * @param {string} file a file that has the tables
 * @param {readonly Written[]} changes
 * @typedef {{ readonly change: import('@recourse/stores').RunChange }} Written
 */
export const openHandwritten = (file, changes) => {
  const database = new Libsql(file);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL');
  const event = database.prepare(
    'INSERT INTO events (event_id, ts, principal, tool, code, rest, link) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const place = database.prepare('INSERT INTO run_events (run, number, position) VALUES (?, ?, ?)');
  const create = database.prepare(`INSERT INTO runs (id, pipeline, principal, config, config_hash, trace_id, state,
      operation, operation_since, fence, last_event, head, created_at, updated_at)
    VALUES (?, 'steps', 'local', '{}', ?, ?, 'CREATED', 'run', ?, 0, 0, '', ?, ?)`);
  const update = database.prepare(`UPDATE runs SET state = ?, operation = ?, last_event = ?, head = ?, updated_at = ?,
      finished_at = ? WHERE seq = ?`);
  const snapshot = database.prepare('INSERT OR REPLACE INTO run_snapshots (run, number, snapshot) VALUES (?, ?, ?)');
  const chain = database.prepare("INSERT OR REPLACE INTO chain (kind, mark) VALUES ('head', ?)");
  let runs = 0;
  let link = 'l'.repeat(44);
  return {
    /** Writes one run. */
    run: () => {
      runs += 1;
      const id = `hand_${runs}`;
      let seq = 0;
      let last = 0;
      for (const { change } of changes) {
        database.exec('BEGIN IMMEDIATE');
        const at = Date.now();
        if (seq === 0) seq = Number(create.run(id, 'h'.repeat(64), 't'.repeat(32), at, at, at).lastInsertRowid);
        let head = change.head;
        for (const { event_id, ts, principal, tool, code, ...rest } of change.events) {
          const { type, trace_id, span_id, subject, effect, elapsed_ms, data } = rest;
          const unique = `${id} ${event_id}`;
          last += 1;
          const { payload } = data;
          const chained = {
            event_id: unique,
            number: last,
            payload,
            prev: head,
            run_id: id,
            span_id,
            trace_id,
            ts,
            type,
          };
          const prev = head;
          head = hash('sha256', JSON.stringify(chained));
          const own = { payload, run_hash: head, run_number: last, run_prev_hash: prev };
          const text = JSON.stringify([type, trace_id, span_id, subject, effect, elapsed_ms, own]);
          link = hash('sha256', `${link}${last}:${hash('sha256', text, 'base64')}`, 'base64');
          const { lastInsertRowid } = event.run(unique, ts, principal, tool, code, text, link);
          place.run(seq, last, lastInsertRowid);
        }
        update.run(change.state, change.operation, last, head, at, change.finished ? at : null, seq);
        if (change.snapshot !== undefined) snapshot.run(seq, last, change.snapshot);
        chain.run(`0 ${last} ${at} ${link} key ${createHmac('sha256', 'key').update(link).digest('base64')}`);
        database.exec('COMMIT');
      }
    },
    close: () => database.close(),
  };
};
