import { statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { StoreExamination } from '../configured/examine-store.ts';
import { countSealed, triedRows } from '../sealing/count-sealed.ts';
import { findKeys } from '../sealing/find-keys.ts';
import { readCall } from '../sealing/sealed-call.ts';
import type { Sealer } from '@recourse/engine/sealing';
import { readOutcome } from '../sealing/stored-outcome.ts';
import { defaultFile } from '../settings/store-settings.ts';
import type { Environment, SqliteSettings } from '../settings/store-settings.ts';
import type { Connection } from './connection.ts';
import { sealedOf } from './context.ts';
import type { SealedCells } from './context.ts';
import { explainFailure } from './failures.ts';
import { lookInto } from './find.ts';
import { versionOf } from './migrations.ts';

/** Looks at a file from all sides. It blocks its thread while it counts. */
export const examineSqlite = (
  { file = defaultFile, now = Date.now }: SqliteSettings,
  environment: Environment,
): Promise<StoreExamination> => {
  const { source, sealer } = findKeys(`${file}.key`, environment);
  return lookInto(file, (connection) => {
    const oldest = connection.row<{ ts: string }>('SELECT ts FROM events ORDER BY position LIMIT 1')?.ts;
    const notWritable = tryToWrite(connection);
    const { bavail, bsize } = statfsSync(path.dirname(file));
    return {
      rows: connection.row<StoreExamination['rows']>(counts) ?? noRows,
      ...(oldest !== undefined && { oldest_event: oldest }),
      bytes: sizeOf(file) + sizeOf(`${file}-wal`),
      freeBytes: bavail * bsize,
      ...(notWritable !== undefined && { notWritable }),
      key: source,
      sealed: sealedIn(connection, sealer, now()),
    };
  });
};

const counts = `SELECT (SELECT count(*) FROM tokens) AS tokens, (SELECT count(*) FROM replays) AS outcomes,
  (SELECT count(*) FROM quota_calls) AS calls, (SELECT count(*) FROM keys) AS keys,
  (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM possible_duplicates) AS duplicates`;

const noRows = { tokens: 0, outcomes: 0, calls: 0, keys: 0, events: 0, duplicates: 0 };

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Writes the current version again, because only a real write reveals a full disk. */
const tryToWrite = (connection: Connection): string | undefined => {
  try {
    connection.script('BEGIN IMMEDIATE');
    connection.script(`PRAGMA user_version = ${versionOf(connection)}`);
    connection.script('COMMIT');
    return undefined;
  } catch (error) {
    connection.rollback();
    const explained = explainFailure(error, connection.file);
    return explained instanceof Error && explained.cause instanceof Error ? explained.cause.message : String(error);
  }
};

const sealedIn = (connection: Connection, sealer: Sealer, now: number): StoreExamination['sealed'] => {
  const groups = ['tokens', 'replays'].flatMap((table) =>
    connection.rows<{ sealed_by: string; rows: number }>(
      `SELECT sealed_by, count(*) AS rows FROM ${table} WHERE sealed_by IS NOT NULL AND expires_at > ? GROUP BY sealed_by`,
      now,
    ),
  );
  const newest = <Row>(table: string): readonly (Row & SealedCells)[] =>
    connection.rows<Row & SealedCells>(
      `SELECT * FROM ${table} WHERE sealed_by IN (${sealer.opens.map(() => '?').join()}) AND expires_at > ?
       ORDER BY seq DESC LIMIT ${triedRows}`,
      ...sealer.opens,
      now,
    );
  const opened = [
    ...newest<{ digest: string }>('tokens').map(
      (row) => Object.keys(readCall(sealer, sealedOf(row), row.digest)).length > 0,
    ),
    ...newest<{ seq: number }>('replays').map((row) => {
      const sealed = sealedOf(row);
      return sealed !== undefined && readOutcome(sealer, sealed, String(row.seq)) !== undefined;
    }),
  ];
  return countSealed(sealer, groups, opened);
};
