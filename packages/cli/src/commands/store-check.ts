import { exitCodes } from '../command.ts';
import type { Command } from '../command.ts';
import { explainFailure } from '../state/explain-failure.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import { checkStore } from '../store-check/check-store.ts';
import { checkPage } from '../store-check/check-page.ts';

export const storeCheckCommand: Command = {
  name: 'store check',
  summary: 'whether the store can be used, and how full it is',
  help: `Usage: recourse store check [--json]

Says which store servers and commands use here, and whether it is reachable, of
the right version and writable, whether the sealing key opens what is sealed,
and how much it holds. Each problem comes with what to do about it.

${stateHelp}
  --json          {ok, kind, place, problems: [{problem, remedy}], version,
                  rows, most, oldest_event, bytes, freeBytes, key, sealed}

The key is RECOURSE_KEY, else, for SQLite, the file beside the store.

Exit code: 1 where there is a problem.`,
  run: async (commandArguments, io) => {
    const { json, ...choice } = parseOptions(commandArguments, stateOptions);
    const checked = await checkStore(choice, io).catch((error: unknown) => {
      throw explainFailure(error);
    });
    io.out(json ? JSON.stringify({ ok: checked.problems.length === 0, ...checked }, null, 2) : checkPage(checked, io));
    return checked.problems.length === 0 ? exitCodes.clean : exitCodes.findings;
  },
};
