import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { cannot } from '../errors/system-error.ts';
import { openFile } from '../launch/open-file.ts';
import { withShowing } from '../launch/with-showing.ts';
import { parseArguments } from '../parse-arguments.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse launch report`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    ...stateOptions,
    out: { type: 'string' },
    open: { type: 'boolean', default: false },
  });
  const run_id = onlyName(positionals, 'run');
  return withShowing(io, values, async (showing, signal) => {
    const page = await showing.report(run_id, signal);
    const file = values.out ?? `launch-report-${run_id}.html`;
    const place = path.resolve(io.cwd, file);
    try {
      writeFileSync(place, page);
    } catch (error) {
      throw cannot(`write ${file}`, error);
    }
    const bytes = Buffer.byteLength(page);
    io.out(values.json ? JSON.stringify({ run_id, file, bytes }, null, 2) : `Wrote ${bytes} bytes to ${file}.`);
    if (values.open && !(await openFile(place, io))) io.err(`No browser could be started. Open ${file} in a browser.`);
    return exitCodes.clean;
  });
};
