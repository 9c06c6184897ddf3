import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';

/** Stores whose keys are claimed by `claim`. */
const withClaim = (stores, claim) => ({ ...stores, replays: { ...stores.replays, claim } });

/** Stores that break one rule each, to prove that the episodes find it. */
export const storeMutants = {
  /** The key is free once the caller has its answer, although the handler still runs. */
  answer_settles: (stores, { timeoutMs }) => {
    const { replays } = stores;
    const begin = async (id) => {
      await replays.begin(id);
      setTimeout(() => void replays.release(id), timeoutMs);
    };
    return { ...stores, replays: { ...replays, begin } };
  },
  /** A key whose handler cannot run any more is reopened at once, without a look. */
  no_look: (stores) =>
    withClaim(stores, async (request) => {
      const claim = await stores.replays.claim(request);
      return claim.state === 'lost' && claim.ended ? stores.replays.claim({ ...request, reopen: claim.id }) : claim;
    }),
  /** A key is reopened when its lease ends, although its process may be alive. */
  lease_reopens: (stores) =>
    withClaim(stores, async (request) => {
      const claim = await stores.replays.claim(request);
      return claim.state === 'lost' ? stores.replays.claim({ ...request, reopen: claim.id }) : claim;
    }),
  /**
   * The confirmation is used up in a commit of its own, before the one that begins the call. The commit is written
   * here; the store's own transaction then finds the confirmation as it was.
   */
  redeem_apart: (stores, { file }) => {
    const database = new Libsql(file);
    database.exec('PRAGMA busy_timeout = 5000');
    const redeem = async (request) => {
      database.exec(`UPDATE tokens SET consumed_at = ${Date.now()} WHERE consumed_at IS NULL`);
      await pause(400);
      database.exec('UPDATE tokens SET consumed_at = NULL WHERE claim IS NULL');
      return stores.tokens.redeem(request);
    };
    return { ...stores, tokens: { ...stores.tokens, redeem } };
  },
};
