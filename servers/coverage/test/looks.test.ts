import { expect, it } from 'vitest';
import { createTools } from '../src/tools/index.ts';
import type { Toolbox } from '../src/toolbox.ts';

/** Why a tool has no look: a key that is lost in it stays lost until a person decides. */
const withoutLook: Readonly<Record<string, string>> = {
  record: 'No tool of the server reads the history, so that no call can show whether an entry was added.',
};

const writes = createTools({ environment: {}, longestTimeoutMs: 1000 } as unknown as Toolbox)
  .flatMap(({ operations }) => operations)
  .filter(({ danger }) => danger !== 'safe');

it.each(writes.map((operation) => [operation.name, operation] as const))(
  '%s can be repeated, or says when its effect has settled and how to look for it, or why there is no look',
  (name, operation) => {
    expect(writes.length).toBeGreaterThan(0);
    const looks = operation.settlesWithinMs !== undefined && operation.verify !== undefined;
    expect([operation.idempotent, looks, name in withoutLook].filter(Boolean)).toHaveLength(1);
  },
);
