import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { foreign, inMemory, locate, shownPlace } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import type { StateChoice } from '../state/state-options.ts';

/** Runs `recourse store migrate`. */
export const run: Run = async (commandArguments, io) => {
  const { json, ...choice } = parseOptions(commandArguments, stateOptions);
  const { kind, place, before, after } = await migrate(choice, io);
  if (json) io.out(JSON.stringify({ ok: true, kind, place, before, after }, null, 2));
  else if (before === null) io.out(`Created the store in ${place}, version ${after}.`);
  else if (before === after) io.out(`The store in ${place} is up to date: version ${after}.`);
  else io.out(`Upgraded the store in ${place} from version ${before} to ${after}.`);
  return exitCodes.clean;
};

const migrate = async (choice: StateChoice, io: Io) => {
  const { findStore } = await import('@recourse/stores/configured');
  const { openStores } = await import('@recourse/stores');
  const { settings, location } = await locate(io, choice);
  if (settings.kind === 'memory') throw inMemory();
  const found = await findStore(settings);
  if (found.state === 'foreign') throw foreign(location, io);
  const stores = await openStores({ ...settings, sweepEveryMs: 0 }, io.environment);
  await stores.close();
  const after = await findStore(settings);
  return {
    kind: location.kind,
    place: shownPlace(location, io),
    before: found.state === 'present' ? found.version : null,
    after: after.state === 'present' ? after.version : null,
  };
};
