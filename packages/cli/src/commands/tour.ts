import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { tourPage } from '../tour/tour-page.ts';

/** Runs `recourse tour`. */
export const run: Run = async (commandArguments, io) => {
  parseArguments(commandArguments, {});
  io.out(await tourPage(io));
  return exitCodes.clean;
};
