import path from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first. A slow file that starts last leaves all other workers idle until it
 * ends. Vitest knows durations only from an earlier run, and a fresh clone has none.
 */
export const slowFiles: readonly string[] = [
  'servers/launch/src/kill.system.test.ts',
  'packages/runs/src/kill.system.test.ts',
  'servers/coverage/test/pr-comment.system.test.ts',
  'servers/github/test/recovering.system.test.ts',
  'packages/stores/src/postgres/postgres.system.test.ts',
  'servers/github/test/story.system.test.ts',
  'tests/cli-errors.system.test.ts',
  'servers/coverage/test/existing-lines.system.test.ts',
  'packages/forge/src/concurrency.system.test.ts',
  'packages/stores/src/sqlite/processes.system.test.ts',
  'packages/cli/src/commands/launch-showing.system.test.ts',
  'tests/call.system.test.ts',
  'servers/launch/src/model/model.system.test.ts',
  'servers/launch/src/gates/hugo/confinement.system.test.ts',
  'servers/coverage/test/adversarial/adversarial.system.test.ts',
  'tests/create.system.test.ts',
  'packages/cli/src/commands/dev.system.test.ts',
  'servers/launch/src/launch.system.test.ts',
  'tests/publishing.system.test.ts',
  'tests/strategies.system.test.ts',
  'packages/stores/src/postgres/evidence.system.test.ts',
  'tests/recovering.system.test.ts',
  'servers/stage/test/plugins/clock.system.test.ts',
  'servers/launch/test/serve.system.test.ts',
  'servers/github/test/stepwise.system.test.ts',
  'servers/stage/test/pairs.system.test.ts',
  'packages/cli/src/commands/worker.system.test.ts',
  'tests/torture.system.test.ts',
  'tests/recovery-bench.system.test.ts',
  'tests/wire.system.test.ts',
  'packages/stores/src/postgres/processes.system.test.ts',
  'servers/launch/test/seed/seed.system.test.ts',
  'servers/stage/test/plugins/hostile.system.test.ts',
  'packages/cli/src/lint/collect/probe-parser.system.test.ts',
  'servers/coverage/src/policy/writing/killed.system.test.ts',
  'packages/cli/src/commands/serve.system.test.ts',
  'servers/stage/test/plugins/network.system.test.ts',
  'servers/github/test/api-calls.system.test.ts',
  'servers/github/test/committing-processes.system.test.ts',
  'servers/github/test/killed.system.test.ts',
  'packages/cli/src/commands/shutdown.system.test.ts',
  'servers/coverage/test/attesting.system.test.ts',
  'servers/coverage/src/running/real-runners.system.test.ts',
  'servers/stage/test/plugins/trace.system.test.ts',
  'servers/coverage/test/contract.system.test.ts',
  'servers/stage/test/plugins/visual.system.test.ts',
  'packages/cli/src/commands/serve-aql.system.test.ts',
  'servers/coverage/test/real-projects.system.test.ts',
  'packages/runs/src/dbos/dbos.system.test.ts',
  'tests/examples.system.test.ts',
];

/** Runs the slow files of a group before its other files, which keep the order of Vitest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(slowFiles.map((file, place) => [path.resolve(this.ctx.config.root, file), place]));
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? slowFiles.length;
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other));
  }
}
