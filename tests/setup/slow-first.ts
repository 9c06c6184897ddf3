import path from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first. A slow file that starts last leaves all other workers idle until it
 * ends. Vitest knows durations only from an earlier run, and a fresh clone has none.
 */
export const slowFiles: readonly string[] = [
  'servers/coverage/test/adversarial/adversarial.system.test.ts',
  'tests/cli-errors.system.test.ts',
  'tests/recovering.system.test.ts',
  'packages/stores/src/postgres/processes.system.test.ts',
  'tests/call.system.test.ts',
  'tests/torture.system.test.ts',
  'tests/frame-sizes.system.test.ts',
  'servers/launch/test/seed/seed.system.test.ts',
  'servers/aql/test/seed/seed.system.test.ts',
  'servers/launch/src/second-release.system.test.ts',
  'servers/github/test/confirmed-head.system.test.ts',
  'tests/cli-loading.system.test.ts',
  'servers/coverage/test/real-projects.system.test.ts',
  'tests/approvals.system.test.ts',
  'servers/coverage/src/running/real-runners.system.test.ts',
  'tests/readme.system.test.ts',
  'servers/github/test/killed.system.test.ts',
  'servers/coverage/test/attesting.system.test.ts',
  'tests/deployment.system.test.ts',
  'servers/stage/test/stories/wiki.system.test.ts',
  'servers/stage/test/stories/planner.system.test.ts',
  'servers/stage/test/launch-electron.system.test.ts',
  'servers/stage/test/lifecycle.system.test.ts',
  'servers/stage/src/observe/capture.system.test.ts',
  'servers/stage/src/references/references.system.test.ts',
  'tests/publishing.system.test.ts',
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
