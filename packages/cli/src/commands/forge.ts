import { runForge } from '@recourse/forge';
import { exitCodes } from '../command.ts';
import type { ExitCode, Run } from '../command.ts';

/** Runs `recourse forge`. */
export const run: Run = async (commandArguments, io) => {
  const fail = (error: Error): never => {
    throw error;
  };
  const { out, err, cwd, signal } = io;
  const code = await runForge(commandArguments, { out, err, cwd, ...(signal && { signal }), fail });
  return Object.values<number>(exitCodes).includes(code) ? (code as ExitCode) : exitCodes.findings;
};
