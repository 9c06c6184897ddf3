import { runIdPattern } from '@recourse/runs';
import { z } from 'zod';

/** The id of a run, as launch_start_run returns it. */
export const runId = z.string().regex(runIdPattern).describe('As launch_start_run or launch_list_runs returned it.');

/** The artifacts that the tools read, by their names in the pipeline. */
export const artifactNames = {
  plan: 'page_plan.json',
  draft: 'draft.json',
  bundle: 'patch_bundle.json',
  report: 'validation_report.json',
  pullRequest: 'pr.json',
} as const;
