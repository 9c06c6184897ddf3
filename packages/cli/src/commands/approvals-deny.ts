import { decide } from '../approvals/decide.ts';
import type { Run } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse approvals deny`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    ...stateOptions,
    by: { type: 'string' },
    reason: { type: 'string' },
  });
  return decide('deny', { ...values, given: onlyName(positionals, 'call') }, io);
};
