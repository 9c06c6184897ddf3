import { localIdentity } from '@recourse/engine/store-ports';
import type { Identity } from '@recourse/engine';
import type { Keys } from '../ports/keys.ts';

/**
 * Identifies callers by their key, and local callers without one. A caller with an unknown key is not identified, even
 * on this machine: a wrong key must be reported, not ignored.
 */
export const createKeyIdentity = (keys: Pick<Keys, 'find' | 'list'>, local: Identity = localIdentity): Identity => ({
  identify: (caller) => (caller.key === undefined ? local.identify(caller) : keys.find(caller.key)),
  hasKeys: async () =>
    (await keys.list()).some(({ revoked_at, role }) => revoked_at === undefined && role === undefined),
});
