import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { problemLines, readConfigFile } from '../launch/read-config-file.ts';
import { parseArguments } from '../parse-arguments.ts';
import { onlyName } from '../state/state-options.ts';

/** Runs `recourse launch check`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
  const named = onlyName(positionals, 'configuration file');
  const read = await readConfigFile(named, io);
  if (values.json) io.out(JSON.stringify(read.ok ? { ok: true, config: read.config } : read, null, 2));
  else if (read.ok) io.out(`${named} is a valid configuration for launching ${read.config.product_slug}.`);
  else for (const line of problemLines(named, read)) io.out(line);
  return read.ok ? exitCodes.clean : exitCodes.findings;
};
