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

type Call = readonly [tool: string, args: JsonObject, isOk: boolean];

/** One quick call of every tool that changes nothing about a run in READY_FOR_PR, and whether it succeeds. */
export const callsOf = (run_id: string, run_config: JsonObject): readonly Call[] => [
  ['launch_start_run', { run_config, idempotency_key: 'ready' }, true],
  ['launch_get_status', { run_id }, true],
  ['launch_get_artifact', { run_id, artifact_name: 'page_plan.json' }, true],
  ['launch_validate', { run_id: 'r_nowhere' }, false],
  ['launch_fix_next', { run_id }, false],
  ['launch_resume', { run_id }, false],
  ['launch_cancel', { run_id: 'r_nowhere' }, false],
  ['launch_open_pr', { run_id: 'r_nowhere' }, false],
  ['launch_list_runs', {}, true],
];
