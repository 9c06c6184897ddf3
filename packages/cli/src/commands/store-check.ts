import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { checkStore } from '../store-check/check-store.ts';
import { checkPage } from '../store-check/check-page.ts';

/** Runs `recourse store check`. */
export const run: Run = async (commandArguments, io) => {
  const { json, ...choice } = parseOptions(commandArguments, stateOptions);
  const checked = await checkStore(choice, io);
  io.out(json ? JSON.stringify({ ok: checked.problems.length === 0, ...checked }, null, 2) : checkPage(checked, io));
  return checked.problems.length === 0 ? exitCodes.clean : exitCodes.findings;
};
