import { exitCodes } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { tourPage } from '../tour/tour-page.ts';

export const tourCommand: Command = {
  name: 'tour',
  summary: 'see the contract at work, in one page',
  help: `Usage: recourse tour

One failure from the line that makes it to the agent that reads it, in every
dialect. It ends by itself.`,
  run: async (commandArguments, io) => {
    parseArguments(commandArguments, {});
    io.out(await tourPage(io));
    return exitCodes.clean;
  },
};
