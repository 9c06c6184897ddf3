import { forgeHelp } from '@recourse/forge/help';
import { exitCodes } from '../command.ts';
import type { Command, ExitCode } from '../command.ts';

export const forgeCommand: Command = {
  name: 'forge',
  summary: 'start a small GitHub on loopback, over real git',
  help: forgeHelp,
  run: async (commandArguments, io) => {
    const { runForge } = await import('@recourse/forge');
    const code = await runForge(commandArguments, io);
    return Object.values<number>(exitCodes).includes(code) ? (code as ExitCode) : exitCodes.findings;
  },
};
