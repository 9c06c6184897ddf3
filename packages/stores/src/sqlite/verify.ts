import { createAttestor } from '../evidence/attestor.ts';
import { ChainWalk } from '../evidence/chain-walk.ts';
import type { WalkOptions } from '../evidence/chain-walk.ts';
import { noMarks } from '../evidence/verification.ts';
import type { EventVerification } from '../evidence/verification.ts';
import { keyFileOf } from '../sealing/file-keys.ts';
import { findKeys } from '../sealing/find-keys.ts';
import { defaultFile } from '../settings/store-settings.ts';
import type { Environment, SqliteSettings } from '../settings/store-settings.ts';
import { readChain } from './chain.ts';
import { readChained } from './chained-events.ts';
import type { Connection } from './connection.ts';
import { lookInto } from './find.ts';

/** Follows the chain of events in a file, as it is at one moment. It blocks its thread. */
export const verifySqlite = (
  { file = defaultFile }: SqliteSettings,
  environment: Environment,
  anchor?: WalkOptions['anchor'],
): Promise<EventVerification> => {
  const { keys } = findKeys(keyFileOf(file), environment);
  const options = { attestor: keys && createAttestor(keys), sealsAtOnce: true, anchor };
  return lookInto(file, (connection) => {
    connection.script('BEGIN');
    try {
      return walk(connection, options);
    } finally {
      connection.rollback();
    }
  });
};

const walk = (connection: Connection, options: WalkOptions): EventVerification => {
  const state = readChain(connection);
  if (!state) return noMarks;
  const walking = new ChainWalk(state, options);
  for (const page of readChained(connection, Number.MIN_SAFE_INTEGER)) {
    for (const event of page) walking.take(event);
    if (walking.isOver) break;
  }
  return walking.end();
};
