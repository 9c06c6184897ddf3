import { exitCodes, InputError } from '../command.ts';
import type { Command, Io } from '../command.ts';
import { explainFailure } from '../state/explain-failure.ts';
import { foreign, inMemory, locate, shownPlace } from '../state/open-state.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import type { StateChoice } from '../state/state-options.ts';

export const storeMigrateCommand: Command = {
  name: 'store migrate',
  summary: 'make the store, or bring it up to date',
  help: `Usage: recourse store migrate [--json]

Makes the store where there is none, and brings an older one to the version of
this program. Servers do the same when they start; several may do it at the
same moment. A store of a newer version is refused and left alone.

${stateHelp}
  --json          {ok, kind, place, before, after}; before is null for a store
                  that was made`,
  run: async (commandArguments, io) => {
    const { json, ...choice } = parseOptions(commandArguments, stateOptions);
    const { kind, place, before, after } = await migrate(choice, io).catch((error: unknown) => {
      throw explainFailure(error);
    });
    if (json) io.out(JSON.stringify({ ok: true, kind, place, before, after }, null, 2));
    else if (before === null) io.out(`Made the store in ${place}, version ${after}.`);
    else if (before === after) io.out(`The store in ${place} is up to date: version ${after}.`);
    else io.out(`Brought the store in ${place} from version ${before} to ${after}.`);
    return exitCodes.clean;
  },
};

const migrate = async (choice: StateChoice, io: Io) => {
  const { findStore } = await import('@recourse/stores/configured');
  const { openStores } = await import('@recourse/stores');
  const { settings, location } = await locate(io, choice);
  if (settings.kind === 'memory') throw new InputError(inMemory);
  const found = await findStore(settings);
  if (found.state === 'foreign') throw new InputError(foreign(location, io));
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
