import { localIdentity } from '@recourse/engine';
import type { Identity } from '@recourse/engine';
import type { Keys } from '../ports/keys.ts';

/**
 * Knows callers by their key, and whoever sits at this machine without one. A key that is not known makes its caller
 * nobody, also at this machine: whoever presents a key wants to be told that it is wrong.
 */
export const createKeyIdentity = (keys: Pick<Keys, 'find' | 'list'>, local: Identity = localIdentity): Identity => ({
  identify: (caller) => (caller.key === undefined ? local.identify(caller) : keys.find(caller.key)),
  hasKeys: async () =>
    (await keys.list()).some(({ revoked_at, role }) => revoked_at === undefined && role === undefined),
});
