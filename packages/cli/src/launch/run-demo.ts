import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Runs, RunStatus } from '@recourse/runs';
import type { Io } from '../command.ts';
import { createDemoWorld } from './demo-world.ts';
import type { DemoWorld } from './demo-world.ts';
import { describeEvent } from './demo-text.ts';

/** Launches the sample product in a world of its own, and prints each step. Returns the last status, or undefined if interrupted. */
export const runDemo = async (io: Io, signal: AbortSignal): Promise<RunStatus | undefined> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-demo-'));
  try {
    const world = await createDemoWorld(folder, io);
    try {
      return await launchIn(world, io, signal);
    } finally {
      await world.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const launchIn = async (world: DemoWorld, io: Io, signal: AbortSignal): Promise<RunStatus | undefined> => {
  io.out(
    `A small local GitHub server is running at ${world.forgeUrl}, with the product acme/tally and the site acme/docs.`,
  );
  const { runs } = world;
  await runs.work();
  const { run_id } = await runs.start(world.pipeline, world.config);
  io.out(`Run ${run_id} has started.`);
  const show = createShow(runs, run_id, io, signal);
  let last = await show();
  while (!signal.aborted && last.state === 'VALIDATING' && last.last_operation?.ok !== false) {
    io.out(`Open issues: ${last.open_issues.length}. launch_fix_next fixes one:`);
    await runs.request(run_id, 'fix');
    last = await show();
  }
  if (!signal.aborted && last.state === 'READY_FOR_PR') {
    io.out('The gates pass. launch_open_pr opens the pull request:');
    await runs.request(run_id, 'publish');
    last = await show();
  }
  if (signal.aborted) return undefined;
  io.out(await ending(runs, last));
  return last;
};

/** Prints what has happened since the last time, until the operation ends. */
const createShow = (runs: Runs, run_id: string, io: Io, signal: AbortSignal) => {
  let seen = 0;
  const print = async (): Promise<void> => {
    for (const event of await runs.events(run_id, seen)) {
      seen = event.number;
      const line = describeEvent(event);
      if (line !== undefined) io.out(line);
    }
  };
  return async (): Promise<RunStatus> => {
    let last = await runs.status(run_id);
    try {
      for await (const status of runs.watch(run_id, signal)) {
        last = status;
        await print();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await print();
    return last;
  };
};

const ending = async (runs: Runs, status: RunStatus): Promise<string> => {
  const { run_id, state, failure, last_operation, artifacts } = status;
  if (!artifacts.some(({ key }) => key === 'pr.json')) {
    const why = failure?.message ?? last_operation?.message;
    return `The run ended in state ${state}${why === undefined ? '' : `: ${why}`}.`;
  }
  const { content } = await runs.artifact(run_id, 'pr.json');
  const pr = JSON.parse(Buffer.from(content).toString()) as {
    readonly pr_url: string;
    readonly branch_name: string;
    readonly affected_paths: readonly string[];
  };
  return [
    '',
    `Pull request ${pr.pr_url}`,
    `from branch ${pr.branch_name}, with ${pr.affected_paths.length} files:`,
    ...pr.affected_paths.map((file) => `  ${file}`),
    '',
    "Next: 'recourse launch init' writes the configuration for your own product.",
  ].join('\n');
};
