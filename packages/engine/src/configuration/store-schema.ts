import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';
import { bounded } from './bounded.ts';

const atMost = (standard: number, what: string) => bounded(100, 1_000_000_000, standard, what);

/** The keys that only one kind of store has. */
export const storeKeys = {
  sqlite: ['file', 'synchronous'],
  postgres: ['url', 'schema', 'connections'],
  memory: [],
} as const;

/**
 * The section `store` of the file. One object for all kinds, so that the message about a misplaced key names the kind
 * that it belongs to.
 */
export const storeSchema = z
  .strictObject({
    kind: z
      .enum(['sqlite', 'postgres', 'memory'])
      .describe(
        'sqlite: a file, for one machine. postgres: a database, for several machines. memory: the memory of one process.',
      ),
    file: optionalKey(z.string().min(1)).describe(
      'The SQLite file. A relative path is resolved against the folder of this file. If omitted: .recourse/state.db in the working directory.',
    ),
    synchronous: optionalKey(z.enum(['normal', 'full'])).describe(
      'For SQLite: normal (the default) survives a killed process; full also survives a power loss.',
    ),
    url: optionalKey(
      z.string().regex(/^postgres(?:ql)?:\/\//, 'expects a URL, such as postgres://db.example.org/recourse'),
    ).describe(
      'The PostgreSQL URL, without a password. A URL with a password belongs in RECOURSE_DATABASE_URL, which takes precedence.',
    ),
    schema: optionalKey(
      z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'expects a name of lower-case letters, digits and underscores'),
    ).describe('The PostgreSQL schema. Defaults to recourse.'),
    connections: bounded(1, 1000, 10, 'The maximum number of connections to PostgreSQL.'),
    most: optionalKey(
      z.strictObject({
        tokens: atMost(100_000, 'Confirmation tokens.'),
        outcomes: atMost(1_000_000, 'Outcomes of calls with an idempotency key.'),
        events: atMost(1_000_000, 'Events.'),
      }),
    ).describe(
      'The maximum number of entries of each kind to keep; the oldest are dropped first. In memory, defaults to 10000 of each.',
    ),
  })
  .meta({
    oneOf: Object.entries(storeKeys).map(([kind, own]) => ({
      properties: {
        kind: { const: kind },
        ...Object.fromEntries(
          Object.values(storeKeys)
            .flat()
            .filter((key) => !own.some((its) => its === key))
            .map((key) => [key, false]),
        ),
      },
    })),
  });
