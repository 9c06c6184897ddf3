import type { JsonObject, Subject } from '@recourse/contract';
import { runIdPattern } from '@recourse/runs';
import { z } from 'zod';

/** The id of a run, as launch_start_run returns it. */
export const runId = z
  .string()
  .regex(runIdPattern)
  .describe('The run_id that launch_start_run or launch_list_runs returned.');

/** The run that a call names, for failures that its handler does not produce. */
export const namedRun = ({ run_id: id }: JsonObject): Subject | undefined =>
  typeof id === 'string' && runIdPattern.test(id) ? { type: 'run', id } : undefined;

/** The artifacts that the tools read, by their names in the pipeline. */
export const artifactNames = {
  plan: 'page_plan.json',
  draft: 'draft.json',
  bundle: 'patch_bundle.json',
  report: 'validation_report.json',
  pullRequest: 'pr.json',
} as const;
