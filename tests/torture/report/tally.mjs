import { breachOf } from '../judge.mjs';
import { faults, mayDoubt } from '../faults.mjs';

/** Collects episodes by fault and store. */
export const createTally = ({ seed }) => {
  const rows = new Map();
  let killsAfterEffect = 0;
  const rowOf = (fault, store) => {
    const name = `${fault} ${store}`;
    const row = rows.get(name) ?? { fault, store, episodes: 0, intents: 0, effects: 0, ends: {}, breaches: [] };
    rows.set(name, row);
    return row;
  };
  return {
    add: ({ fault, number }, setUp, episode) => {
      const row = rowOf(fault, setUp.store);
      row.episodes += 1;
      killsAfterEffect += episode.killsAfterEffect;
      // Clients that share an intent share its effect.
      const seen = new Set();
      for (const each of episode.intents) {
        row.intents += 1;
        row.ends[each.end] = (row.ends[each.end] ?? 0) + 1;
        if (!seen.has(each.intent)) row.effects += each.effects;
        seen.add(each.intent);
        const wrong = breachOf(each);
        const repeat = `--seed ${seed} --fault ${fault} --number ${number} ${setUpOptions(setUp)}`;
        if (wrong !== undefined) row.breaches.push({ wrong, end: each.end, why: each.why, repeat });
      }
    },
    hasBreach: () => [...rows.values()].some(({ breaches }) => breaches.length > 0),
    result: () => ({
      rows: Object.keys(faults).flatMap((fault) =>
        ['sqlite', 'postgres'].flatMap((store) => judged(rows.get(`${fault} ${store}`))),
      ),
      killsAfterEffect,
      seed,
    }),
  };
};

const setUpOptions = ({ store, wire, processes }) => `--store ${store} --wire ${wire} --processes ${processes}`;

const judged = (row) => {
  if (!row) return [];
  const { fault, store, ends, intents, breaches } = row;
  const doubts = ends.in_doubt ?? 0;
  const allowed = mayDoubt(fault, store);
  // Rounded up, because a share of very few intents says little.
  const tooManyDoubts = doubts > Math.ceil(allowed * intents);
  return [{ ...row, doubts, allowed, ok: breaches.length === 0 && !tooManyDoubts, tooManyDoubts }];
};
