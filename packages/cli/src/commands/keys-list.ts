import type { KeyRecord } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Command } from '../command.ts';
import { withState } from '../state/open-state.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import { moment } from '../terminal/moment.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

export const keysListCommand: Command = {
  name: 'keys list',
  summary: 'the keys of callers, revoked ones included',
  help: `Usage: recourse keys list [--json]

Lists all keys, oldest first: whom they are for, how far they are trusted, and
which tools they may use. The keys themselves are not stored.

${stateHelp}
  --json          {keys: [{id, principal, trust, tools, created_at,
                  revoked_at}]}`,
  run: (commandArguments, io) => {
    const { json, ...choice } = parseOptions(commandArguments, stateOptions);
    return withState(io, choice, async ({ stores }) => {
      const keys = await stores.keys.list();
      if (json) io.out(JSON.stringify({ keys }, null, 2));
      else if (keys.length === 0) io.out("There are no keys. 'recourse keys create' makes one.");
      else io.out(table(['ID', 'PRINCIPAL', 'TRUST', 'TOOLS', 'CREATED', 'REVOKED'], keys.map(rowOf), io));
      return exitCodes.clean;
    });
  },
};

const rowOf = ({ id, principal, trust, tools, created_at, revoked_at }: KeyRecord): readonly string[] => [
  id,
  visible(principal),
  trust,
  tools ? visible(tools.join(',')) : 'all',
  moment(created_at),
  revoked_at === undefined ? '-' : moment(revoked_at),
];
