import { faults } from './faults.mjs';

/** Every set-up that episodes run in. The order matters: the first six have each value of each part at least twice. */
const setUps = [
  { store: 'sqlite', wire: 'rest', processes: 2 },
  { store: 'postgres', wire: 'mcp', processes: 2 },
  { store: 'sqlite', wire: 'stdio', processes: 2 },
  { store: 'postgres', wire: 'stdio', processes: 1 },
  { store: 'sqlite', wire: 'mcp', processes: 1 },
  { store: 'postgres', wire: 'rest', processes: 1 },
  { store: 'sqlite', wire: 'rest', processes: 1 },
  { store: 'postgres', wire: 'mcp', processes: 1 },
  { store: 'sqlite', wire: 'stdio', processes: 1 },
  { store: 'postgres', wire: 'stdio', processes: 2 },
  { store: 'sqlite', wire: 'mcp', processes: 2 },
  { store: 'postgres', wire: 'rest', processes: 2 },
];

const mostLanes = 24;
/** How many lanes share the server that is stopped: enough for every wire. */
const stoppedLanes = 3;

/**
 * Spreads episodes over set-ups, so that every fault sees all of them. Returns groups of lanes: each has a set-up, a
 * number of lanes, and the episodes that these share. The number of an episode determines its set-up.
 */
export const schedule = (options) => {
  const { faults: names, episodes, number, lanes = lanesFor(episodes) } = options;
  const chosen = setUps.filter((setUp) =>
    ['store', 'wire', 'processes'].every((part) => options[part] === undefined || options[part] === setUp[part]),
  );
  const used = chosen.slice(0, Math.max(1, Math.min(lanes, chosen.length)));
  const groups = new Map();
  const add = (setUp, stopsStore, job) => {
    const id = JSON.stringify([setUp, stopsStore]);
    const group = groups.get(id) ?? { setUp, stopsStore, jobs: [] };
    groups.set(id, group);
    group.jobs.push(job);
  };
  const postgres = chosen.filter(({ store }) => store === 'postgres').slice(0, stoppedLanes);
  const perFault = Math.ceil(episodes / names.length);
  // Faults in turn, so that a run that is cut short has seen all of them.
  for (let each = 0; each < perFault; each += 1) {
    if (number !== undefined && number !== each) continue;
    for (const [offset, fault] of names.entries()) {
      // With one fault alone an episode has the set-up that it has among all.
      const turn = each + Object.keys(faults).indexOf(fault);
      const setUp = used[turn % used.length];
      const stops = faults[fault].stopsStore === true && setUp.store === 'postgres';
      const job = { fault, number: each, order: each * names.length + offset };
      add(stops ? postgres[Math.floor(turn / 2) % postgres.length] : setUp, stops, job);
    }
  }
  const perSetUp = Math.max(1, Math.round(lanes / used.length));
  return [...groups.values()].map((group) => ({
    ...group,
    lanes: group.stopsStore ? 1 : Math.min(perSetUp, group.jobs.length),
  }));
};

const lanesFor = (episodes) => Math.min(mostLanes, Math.max(6, Math.ceil(episodes / 16)));
