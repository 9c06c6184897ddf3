import type { Failure } from '@recourse/contract';
import type { Runs } from '@recourse/runs';
import type { Stores } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { errorText } from '../errors/describe-error.ts';
import { withState } from '../state/open-state.ts';
import type { StateChoice } from '../state/state-options.ts';

/** What to do at a terminal: the hints of the codes name tools of a server. */
const hints: Readonly<Record<string, string>> = {
  RUN_NOT_FOUND: "Run 'recourse runs list' and use an id from its output.",
  ARTIFACT_NOT_FOUND: "Run 'recourse runs artifacts ID' to list the artifacts of the run.",
  TOOLCHAIN_MISSING: 'Install hugo, or set LAUNCH_HUGO to the path of its executable.',
  ILLEGAL_STATE: "Run 'recourse runs show ID' to see the state of the run.",
};

/** Opens the runs of the working directory for a command. A failure of a run is a finding, with its code and a hint. */
export const withRuns = (
  io: Io,
  { json, ...choice }: StateChoice & { readonly json?: boolean },
  run: (runs: Runs, stores: Stores) => Promise<ExitCode>,
): Promise<ExitCode> =>
  withState(io, choice, async ({ stores, now }) => {
    const { createRuns, RunError } = await import('@recourse/runs');
    const runs = createRuns({ stores, now });
    try {
      return await run(runs, stores);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      return showFailure(error.failure, io, json ?? false);
    } finally {
      await runs.close();
    }
  });

/** Shows the failure of a run, with a hint for a terminal. */
export const showFailure = ({ code, message, hint, details }: Failure, io: Io, json: boolean): ExitCode => {
  const shown = hints[code] ?? hint;
  const exit = exitCodes.findings;
  if (json) io.out(JSON.stringify({ ok: false, code, message, hint: shown, details, exit_code: exit }, null, 2));
  io.err(errorText({ code: code as never, message: `${message}.`, hint: shown, exit }));
  return exit;
};
