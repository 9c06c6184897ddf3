import type { KeyRecord } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { withState } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { moment } from '../terminal/moment.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse keys list`. */
export const run: Run = (commandArguments, io) => {
  const { json, ...choice } = parseOptions(commandArguments, stateOptions);
  return withState(io, choice, async ({ stores }) => {
    const keys = await stores.keys.list();
    if (json) io.out(JSON.stringify({ keys }, null, 2));
    else if (keys.length === 0) io.out("There are no keys. Create one with 'recourse keys create'.");
    else io.out(table(['ID', 'PRINCIPAL', 'TRUST', 'TOOLS', 'CREATED', 'REVOKED'], keys.map(rowOf), io));
    return exitCodes.clean;
  });
};

const rowOf = ({ id, principal, trust, tools, role, created_at, revoked_at }: KeyRecord): readonly string[] => [
  id,
  visible(principal),
  trust,
  role === 'approver' ? 'none (approver)' : tools ? visible(tools.join(',')) : 'all',
  moment(created_at),
  revoked_at === undefined ? '-' : moment(revoked_at),
];
