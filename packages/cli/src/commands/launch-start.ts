import { exitCodes } from '../command.ts';
import type { ExitCode, Io, Run } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { problemLines, readConfigFile } from '../launch/read-config-file.ts';
import { workOnRun } from '../launch/work-on-run.ts';
import { parseArguments } from '../parse-arguments.ts';
import { showFailure } from '../runs/with-runs.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse launch start`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    ...stateOptions,
    watch: { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
    key: { type: 'string' },
  });
  const named = onlyName(positionals, 'configuration file');
  const { json, watch, fix, key } = values;
  const read = await readConfigFile(named, io);
  if (!read.ok) {
    if (json) io.out(JSON.stringify(read, null, 2));
    for (const line of problemLines(named, read)) (json ? io.err : io.out)(line);
    return exitCodes.findings;
  }
  return withState(
    io,
    values,
    async ({ stores, now }): Promise<ExitCode> => {
      const { launchPipelineName, openLaunchRuns } = await import('@recourse/server-launch');
      const { RunError } = await import('@recourse/runs');
      const runs = openLaunchRuns({ stores, environment: io.environment, cwd: io.cwd, notify: io.err });
      const { signal, release } = stopSignal(io);
      try {
        const started = await runs.start(launchPipelineName, read.value, key === undefined ? {} : { key });
        if (!watch && !fix) return tell(started, json, io);
        await runs.work();
        return await workOnRun(runs, started.run_id, { json, fix, signal, now }, io);
      } catch (error) {
        if (!(error instanceof RunError)) throw error;
        return showFailure(error.failure, io, json);
      } finally {
        release();
        await runs.close();
      }
    },
    { create: true },
  );
};

const tell = (started: { readonly run_id: string; readonly state: string }, json: boolean, io: Io): ExitCode => {
  if (json) io.out(JSON.stringify(started, null, 2));
  else
    io.out(
      `Run ${started.run_id} is recorded; its state is ${started.state}. To work on recorded runs, start 'recourse serve launch'.`,
    );
  return exitCodes.clean;
};
