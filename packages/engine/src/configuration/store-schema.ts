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

/** The section `store` of the file. One object for all kinds, so that a misplaced key is told with its owner. */
export const storeSchema = z
  .strictObject({
    kind: z
      .enum(['sqlite', 'postgres', 'memory'])
      .describe('A file for one machine, a database for many, or the memory of one process.'),
    file: optionalKey(z.string().min(1)).describe(
      'The file of SQLite; a relative one starts at this file. Left out: .recourse/state.db of the working directory.',
    ),
    synchronous: optionalKey(z.enum(['normal', 'full'])).describe(
      'SQLite: normal (the default) survives a killed process, full also a loss of power.',
    ),
    url: optionalKey(
      z.string().regex(/^postgres(?:ql)?:\/\//, 'expects an address, such as postgres://db.example.org/recourse'),
    ).describe(
      'The address of PostgreSQL, without its password: that belongs in RECOURSE_DATABASE_URL, which takes precedence.',
    ),
    schema: optionalKey(
      z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'expects a name of small letters, digits and underscores'),
    ).describe('The schema of PostgreSQL. Defaults to recourse.'),
    connections: bounded(1, 1000, 10, 'How many connections to PostgreSQL are held at most.'),
    most: optionalKey(
      z.strictObject({
        tokens: atMost(100_000, 'Confirmation tokens.'),
        outcomes: atMost(1_000_000, 'Outcomes of calls with an idempotency key.'),
        events: atMost(1_000_000, 'Events.'),
      }),
    ).describe('How much is kept at most; the oldest goes first. In memory, defaults to 10000 of each.'),
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
