import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { createSignal } from '../testing/create-signal.ts';
import { entered, launchOpener } from '../testing/open-launch.ts';
import type { OpenedLaunch } from '../testing/open-launch.ts';
import { fail } from './failures.ts';
import { runStates } from './states.ts';
import type { RunState } from './states.ts';

const open = launchOpener();
const tools = [
  'launch_get_status',
  'launch_get_artifact',
  'launch_validate',
  'launch_fix_next',
  'launch_resume',
  'launch_cancel',
  'launch_open_pr',
] as const;
type ToolName = (typeof tools)[number];

/** The worker that holds a run in a state, where a worker does. */
const workerIn: Partial<Record<RunState, string>> = {
  CLONED_INPUTS: 'find_base',
  INGESTED: 'ingest_repo',
  FACTS_READY: 'build_facts',
  PLAN_READY: 'build_plan',
  DRAFTING: 'draft_sections products',
  DRAFT_READY: 'collect_drafts',
  LINKING: 'merge_and_link',
  FIXING: 'add_front_matter',
};

/** The states in which each tool is allowed. */
const allowed: Readonly<Record<ToolName, readonly RunState[]>> = {
  launch_get_status: runStates,
  launch_get_artifact: runStates,
  launch_validate: ['LINKING', 'VALIDATING', 'FIXING', 'READY_FOR_PR'],
  // In FIXING the call joins the fix.
  launch_fix_next: ['VALIDATING', 'FIXING'],
  launch_resume: [
    'CREATED',
    'CLONED_INPUTS',
    'INGESTED',
    'FACTS_READY',
    'PLAN_READY',
    'DRAFTING',
    'DRAFT_READY',
    'LINKING',
    'PR_OPENED',
    'FIXING',
  ],
  launch_cancel: runStates.filter((state) => state !== 'DONE' && state !== 'FAILED'),
  // In PR_OPENED the call joins the publication, which has not ended yet.
  launch_open_pr: ['READY_FOR_PR', 'PR_OPENED'],
};
/** The states that a refusal names, where they are not those in which the tool is allowed. */
const required: Partial<Record<ToolName, unknown>> = {
  launch_fix_next: ['VALIDATING'],
  launch_open_pr: ['READY_FOR_PR'],
  launch_cancel: runStates.filter((state) => !['DONE', 'FAILED', 'CANCELLED'].includes(state)),
};
const cancelledTools: ReadonlySet<ToolName> = new Set([
  'launch_validate',
  'launch_fix_next',
  'launch_resume',
  'launch_open_pr',
]);

const expectedOf = (tool: ToolName, state: RunState): string => {
  if (allowed[tool].includes(state)) return 'allowed';
  return state === 'CANCELLED' && cancelledTools.has(tool) ? 'CANCELLED' : 'ILLEGAL_STATE';
};

/** Opens a server whose runs can be brought into one state and stay there until they are released. */
const openIn = async (state: RunState) => {
  const released = createSignal();
  const held = workerIn[state];
  const launch = await open({
    works: state !== 'CREATED',
    beforeWrite: (next) => (state === 'PR_OPENED' && next === 'DONE' ? released.given : undefined),
    script: {
      // The failure of a run in FAILED cannot be overcome.
      enter: async (worker) => {
        if (worker === held) await released.given;
        return state === 'FAILED' && worker === 'build_facts'
          ? fail('ALLOWED_PATHS_VIOLATION', { path: 'static/x' })
          : undefined;
      },
      issues: (patches) => (['VALIDATING', 'FIXING'].includes(state) && patches < 2 ? 1 : 0),
    },
    link: { elicit: () => ({ action: 'accept', content: { confirm: true } }) },
  });
  return {
    launch,
    start: () => bring(launch, state),
    release: async () => {
      released.give();
      if (state === 'CREATED') await launch.runs.work();
    },
  };
};

const bring = async ({ runs, reach, rest }: OpenedLaunch, state: RunState): Promise<string> => {
  switch (state) {
    case 'FIXING': {
      const { run_id } = await rest();
      await runs.request(run_id, 'fix');
      await entered(runs, run_id, state);
      return run_id;
    }
    case 'PR_OPENED':
    case 'DONE': {
      const { run_id } = await rest();
      await runs.request(run_id, 'publish');
      await entered(runs, run_id, state);
      return run_id;
    }
    case 'CANCELLED': {
      const { run_id } = await rest();
      await runs.cancel(run_id);
      return run_id;
    }
    default:
      return reach(state);
  }
};

/** Makes a call; returns when it is answered, or waits for work in progress. */
const begin = async (
  { client }: OpenedLaunch,
  tool: ToolName,
  run_id: string,
): Promise<{ readonly answer: Promise<JsonObject> }> => {
  const waiting = createSignal();
  const given = tool === 'launch_get_artifact' ? { run_id, artifact_name: 'inputs.json' } : { run_id };
  const answer = client
    .callTool(tool, given, { onProgress: () => waiting.give() })
    .then(({ structuredContent }) => structuredContent as JsonObject);
  await Promise.race([answer, waiting.given]);
  return { answer };
};

describe('a table of every run-scoped tool and every state', () => {
  it.each(runStates)('is kept by runs in %s', async (state) => {
    const { launch, start, release } = await openIn(state);
    const runIds = new Map<ToolName, string>();
    for (const tool of tools) runIds.set(tool, await start());
    for (const run_id of runIds.values()) expect((await launch.runs.status(run_id)).state).toBe(state);
    const answers = new Map<ToolName, Promise<JsonObject>>();
    for (const [tool, run_id] of runIds) {
      const { answer } = await begin(launch, tool, run_id);
      answers.set(tool, answer);
    }
    await release();
    const answered = new Map<ToolName, JsonObject>();
    for (const [tool, answer] of answers) answered.set(tool, await answer);
    for (const [tool, answer] of answered) {
      expect(answer, tool).toMatchObject(wanted(tool, state, runIds.get(tool) ?? ''));
    }
  });
});

const wanted = (tool: ToolName, state: RunState, run_id: string): object => {
  const expected = expectedOf(tool, state);
  const isTooEarly = tool === 'launch_get_artifact' && (state === 'CREATED' || state === 'CLONED_INPUTS');
  if (isTooEarly) return { ok: false, error: { code: 'ARTIFACT_NOT_FOUND' } };
  if (expected === 'allowed') return { ok: true, run_id };
  const required_states = required[tool] ?? allowed[tool];
  const details = expected === 'CANCELLED' ? {} : { current_state: state, required_states };
  return { ok: false, run_id, error: { code: expected, retryable: false, details } };
};
