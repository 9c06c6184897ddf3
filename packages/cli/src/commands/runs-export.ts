import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { cannot } from '../errors/system-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withRuns } from '../runs/with-runs.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse runs export`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { ...stateOptions, output: { type: 'string' } });
  const id = onlyName(positionals, 'run');
  return withRuns(io, values, async (runs) => {
    const bundle = await runs.export(id);
    const { head } = await runs.status(id);
    const output = values.output ?? `${id}.zip`;
    try {
      writeFileSync(path.resolve(io.cwd, output), bundle);
    } catch (error) {
      throw cannot(`write ${output}`, error);
    }
    if (values.json) io.out(JSON.stringify({ ok: true, run_id: id, output, bytes: bundle.byteLength, head }, null, 2));
    else io.out(`Wrote ${output}. 'recourse runs verify ${output}' checks it on any machine.\n  head  ${head}`);
    return exitCodes.clean;
  });
};
