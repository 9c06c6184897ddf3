import type { Intent } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { intentState } from '../intents/intent-page.ts';
import { withState } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { moment } from '../terminal/moment.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse intents list`. */
export const run: Run = (commandArguments, io) => {
  const { json, all, ...choice } = parseOptions(commandArguments, { ...stateOptions, all: { type: 'boolean' } });
  return withState(io, choice, async ({ stores }) => {
    const intents = (await stores.intents.list()).filter(({ state }) => all === true || state === 'lost');
    if (json) io.out(JSON.stringify({ intents }, null, 2));
    else if (intents.length === 0) io.out(all ? 'There are no running or lost calls.' : 'There are no lost calls.');
    else io.out(table(['ID', 'WHO', 'WHAT', 'STATE', 'STARTED', 'LAST HEARD'], intents.map(rowOf), io));
    return exitCodes.clean;
  });
};

const rowOf = (intent: Intent): readonly string[] => [
  intent.id,
  visible(intent.principal),
  visible(intent.operation),
  intentState(intent),
  moment(intent.started_at),
  moment(intent.last_heard_at),
];
