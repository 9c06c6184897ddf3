import { fail } from '@recourse/contract';
import { createMemoryState } from '@recourse/engine/memory';

/** The lease of a claim in the shipped stores, which its owner renews for as long as it lives. */
const leaseMs = 10_000;

/**
 * State that outlives the processes of a host, like a file that several of them open. A dead process reaches it no more.
 * Of a claim that a dead process held it says what the shipped stores say: lost, its owner proven dead, its lease still
 * to be waited for.
 *
 * @typedef {{ alive: boolean }} Life
 * @param {{ now: () => number }} time
 */
export const createDisk = ({ now }) => {
  const { tokens, admissions } = createMemoryState({ now });
  /** @type {Map<string, Life>} */
  const owners = new Map();
  /** @type {Map<string, number>} */
  const leases = new Map();

  /** @type {(known: any) => any} */
  const asOfDead = (known) => {
    if (known?.state !== 'lost' || !leases.has(known.id)) return known;
    const { outcome: _, ...lost } = known;
    return { ...lost, silent_since: leases.get(known.id) };
  };

  /** @type {(life: Life) => any} */
  const admissionsOf = (life) => ({
    ...admissions,
    find: async (/** @type {any} */ request) => asOfDead(await admissions.find(request)),
    admit: async (/** @type {any} */ request) => {
      /** @type {any} */
      const admission = await admissions.admit(request);
      if (admission.state === 'key') return { ...admission, key: asOfDead(admission.key) };
      if (admission.claim !== undefined) owners.set(admission.claim, life);
      return admission;
    },
    end: (/** @type {any} */ ending) => {
      owners.delete(ending.claim);
      return admissions.end(ending);
    },
  });

  return {
    /** The stores of one process. @param {Life} life */
    openFor: (life) => ({ tokens: whileAlive(tokens, life), admissions: whileAlive(admissionsOf(life), life) }),
    /** A process has died with everything that it held. @param {Life} life */
    release: (life) => {
      for (const [claim, owner] of owners) {
        if (owner !== life) continue;
        owners.delete(claim);
        leases.set(claim, now() + leaseMs);
        void admissions.end({ claim, outcome: fail('INTERNAL_ERROR', {}, { effect: 'unknown' }), giveBack: [] });
      }
    },
  };
};

/** A process that is dead writes nothing any more, whatever its handlers were about to do. @type {(store: object, life: Life) => any} */
const whileAlive = (store, life) =>
  new Proxy(store, {
    get: (target, property) => {
      const value = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (/** @type {unknown[]} */ ...given) =>
        life.alive ? value.apply(target, given) : new Promise(() => undefined);
    },
  });
