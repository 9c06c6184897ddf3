import type { Principal } from '@recourse/engine';
import { RunError } from '@recourse/runs';
import type { RunStatus } from '@recourse/runs';
import type { RunConfig } from '../config/run-config.ts';
import { seesRunsOf } from './overseers.ts';
import { fail, subjectOf } from './failures.ts';
import type { Toolbox } from './toolbox.ts';

/** The part of a call that says whose runs it may use. */
export interface RunCaller {
  readonly principal: Pick<Principal, 'id'>;
}

/**
 * The status of a run of this pipeline that the caller may use. Throws the same RUN_NOT_FOUND for a run of another
 * principal as for one that does not exist; the record of the former is not even read.
 */
export const findRun = async (toolbox: Toolbox, { principal }: RunCaller, run_id: string): Promise<RunStatus> => {
  const { runs, pipeline, overseers } = toolbox;
  const found = await runs.find(run_id);
  if (found.pipeline === pipeline && seesRunsOf(overseers, principal.id, found.principal)) return runs.status(run_id);
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
