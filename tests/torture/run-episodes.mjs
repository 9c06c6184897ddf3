import { openLane } from './lane.mjs';
import { createTally } from './report/tally.mjs';
import { startReaper } from './processes/start-reaper.mjs';
import { startLedger } from './processes/start-ledger.mjs';
import { openPostgresStore, startPostgres } from './stores/postgres.mjs';
import { openSqliteStore } from './stores/sqlite.mjs';

/** Runs the groups of a schedule at the same time, and tallies their episodes. */
export const runEpisodes = async (groups, { mutant, seed, record, onEpisode }) => {
  const tally = createTally({ seed });
  for (const { job, setUp, episode } of record.episodes) tally.add(job, setUp, episode);
  const reaper = startReaper();
  const ledger = await startLedger();
  const servers = await startStores(groups, reaper);
  const run = { isOver: false };
  // Interrupted, a run ends its episodes and reports what it has seen.
  const stop = () => {
    run.isOver = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

  const runLane = async ({ setUp, stopsStore, jobs }) => {
    const openStore = storeOpener(setUp.store, servers[stopsStore ? 'stopped' : 'steady']);
    const lane = await openLane({ ...setUp, storeName: setUp.store, ledger, reaper, openStore, mutant });
    try {
      for (let job = jobs.shift(); job && !run.isOver; job = jobs.shift()) {
        const episode = await lane.run(job.fault, `${seed} ${job.fault} ${job.number}`);
        tally.add(job, setUp, episode);
        record.add(job, setUp, episode);
        onEpisode();
        // A mutant is found with its first breach.
        if (mutant !== undefined && tally.hasBreach()) stop();
      }
    } finally {
      await lane.close();
    }
  };

  try {
    await Promise.all(groups.flatMap((group) => Array.from({ length: group.lanes }, () => runLane(group))));
  } finally {
    ledger.close();
    for (const server of Object.values(servers)) await server.close();
    reaper.close();
  }
  return tally.result();
};

/** PostgreSQL servers, as far as they are needed: one that runs all the time, and one that is stopped. */
const startStores = async (groups, reaper) => {
  const onPostgres = groups.filter(({ setUp }) => setUp.store === 'postgres');
  return {
    ...(onPostgres.some(({ stopsStore }) => !stopsStore) && { steady: await startPostgres(reaper) }),
    ...(onPostgres.some(({ stopsStore }) => stopsStore) && { stopped: await startPostgres(reaper) }),
  };
};

const storeOpener = (name, server) => (name === 'sqlite' ? openSqliteStore : () => openPostgresStore(server));
