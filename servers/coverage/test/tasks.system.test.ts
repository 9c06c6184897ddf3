import { expect, it } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import { serverOf } from './world.ts';

it.each([
  ['becomes a task when it runs tests', {}, 1],
  ['answers at once about an existing profile', { fromProfile: true, profile: 'lcov.info' }, 0],
  ['answers at once with a plan', { dryRun: true }, 0],
])('check %s', async (_, args, expected) => {
  const project = makeProject({ ...sums, 'lcov.info': lcov({ 'src/sums.js': [[1, 2, 3, 4, 5], []] }) });
  const server = serverOf(project);
  expect(server.taskOf('check')).toBeDefined();
  const begun: unknown[] = [];
  const begin = (task: unknown) => Promise.resolve(void begun.push(task));
  await server.call({ tool: 'check', arguments: args, caller: { transport: 'stdio', local: true }, task: { begin } });
  expect(begun).toHaveLength(expected);
});
