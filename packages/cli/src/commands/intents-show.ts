import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { intentPage } from '../intents/intent-page.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse intents show`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, stateOptions);
  const id = onlyName(positionals, 'call');
  return withState(io, values, async ({ stores: { intents } }) => {
    const intent = await intents.find(id);
    if (!intent) {
      io.err(`recourse: There is no running or lost call '${id}': the id is unknown, or its effect is already known.`);
      if (values.json) io.out(JSON.stringify({ ok: false, id }, null, 2));
      return exitCodes.findings;
    }
    io.out(values.json ? JSON.stringify(intent, null, 2) : intentPage(intent, io));
    return exitCodes.clean;
  });
};
