import type { JsonObject } from '@recourse/contract';

/** The tools whose calls name a run. */
export const scoped = [
  'launch_get_status',
  'launch_get_artifact',
  'launch_validate',
  'launch_fix_next',
  'launch_resume',
  'launch_cancel',
  'launch_open_pr',
] as const;

/** The tools of the seed, in its order. */
export const toolNames = ['launch_start_run', ...scoped, 'launch_list_runs'] as const;

/** One call of every tool that leaves a run in READY_FOR_PR as it is. */
export const calls = ({ run_id, run_config }: { readonly run_id: string; readonly run_config: JsonObject }) =>
  [
    ['launch_start_run', { run_config, idempotency_key: 'one call of every tool' }],
    ['launch_get_status', { run_id }],
    ['launch_get_artifact', { run_id, artifact_name: 'page_plan.json' }],
    ['launch_validate', { run_id }],
    ['launch_fix_next', { run_id }],
    ['launch_resume', { run_id }],
    ['launch_list_runs', {}],
  ] as const satisfies readonly (readonly [string, JsonObject])[];
