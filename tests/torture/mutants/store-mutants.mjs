import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '@recourse/contract';
import Libsql from 'libsql';

const withAdmissions = (stores, changes) => ({ ...stores, admissions: { ...stores.admissions, ...changes } });

/** Reopens keys that `mayReopen` accepts, without asking anything else. */
const reopening = (stores, mayReopen) => {
  const { admissions } = stores;
  const isFree = (key) => key?.state === 'lost' && mayReopen(key);
  return withAdmissions(stores, {
    find: async (request) => {
      const key = await admissions.find(request);
      return isFree(key) ? undefined : key;
    },
    admit: async (request) => {
      const admission = await admissions.admit(request);
      return admission.state === 'key' && isFree(admission.key)
        ? admissions.admit({ ...request, claim: { ...request.claim, reopen: admission.key.id } })
        : admission;
    },
  });
};

/** Stores that break one rule each, to prove that the episodes find it. */
export const storeMutants = {
  /** The key is free once the caller has its answer, although the handler still runs. */
  answer_settles: (stores, { timeoutMs }) => {
    const { admissions } = stores;
    const admit = async (request) => {
      const admission = await admissions.admit(request);
      const { state, claim } = admission;
      const ending = { claim, outcome: fail('CALL_CANCELLED', {}, { effect: 'none' }), giveBack: [] };
      if (state === 'admitted' && claim !== undefined) setTimeout(() => void admissions.end(ending), timeoutMs);
      return admission;
    };
    return withAdmissions(stores, { admit });
  },
  /** A key whose handler cannot run any more is reopened at once, without a look. */
  no_look: (stores) => reopening(stores, ({ ended }) => ended),
  /** A key is reopened when its lease ends, although its process may be alive. */
  lease_reopens: (stores) => reopening(stores, () => true),
  /**
   * The confirmation is used up in a commit of its own, before the one that begins the call. The commit is written
   * here; the store's own transaction then finds the confirmation as it was.
   */
  redeem_apart: (stores, { file }) => {
    const database = new Libsql(file);
    database.exec('PRAGMA busy_timeout = 5000');
    const admit = async (request) => {
      if (request.confirmation?.token !== undefined) {
        const at = Date.now();
        database.exec(`UPDATE tokens SET consumed_at = ${at} WHERE consumed_at IS NULL`);
        await pause(400);
        // Only what this call used up: a confirmation that a killed process used up stays so.
        database.exec(`UPDATE tokens SET consumed_at = NULL WHERE claim IS NULL AND consumed_at = ${at}`);
      }
      return stores.admissions.admit(request);
    };
    return withAdmissions(stores, { admit });
  },
};
