import { RunError } from '@recourse/runs';
import type { RunStatus } from '@recourse/runs';
import type { RunConfig } from '../config/run-config.ts';
import { fail, subjectOf } from './failures.ts';
import type { Toolbox } from './toolbox.ts';

/** The status of a run of this pipeline. Throws RUN_NOT_FOUND if there is none. */
export const findRun = async (
  { runs, pipeline }: Pick<Toolbox, 'runs' | 'pipeline'>,
  run_id: string,
): Promise<RunStatus> => {
  const status = await runs.status(run_id);
  if (status.pipeline === pipeline) return status;
  throw new RunError(fail('RUN_NOT_FOUND', { run_id }, { subject: subjectOf(run_id), effect: 'none' }));
};

/** The configuration of a run. It was checked against the schema when the run started. */
export const configOf = async ({ runs }: Pick<Toolbox, 'runs'>, run_id: string): Promise<RunConfig> =>
  (await runs.config(run_id)) as RunConfig;

/** The value of a JSON artifact; undefined if the run has none. */
export const readArtifact = async <Value>(
  { runs }: Pick<Toolbox, 'runs'>,
  { run_id, artifacts }: RunStatus,
  name: string,
): Promise<Value | undefined> => {
  if (!artifacts.some(({ key }) => key === name)) return undefined;
  const { content } = await runs.artifact(run_id, name);
  return JSON.parse(Buffer.from(content).toString()) as Value;
};
