import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeProject, sums } from './project.ts';
import { serveProject } from './stdio.ts';

/** Each of the two tests waits until the other process runs its own as well, so that both runs are under way at once. */
const meeting = (own: string, other: string): string => `
import test from 'node:test';
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { ${own} } from '../src/sums.js';
test('${own}s', async () => {
  ${own}(3, 2);
  writeFileSync('${own}.started', '');
  while (!existsSync('${other}.started')) await setTimeout(20);
});
`;

it('gives two checks of one root at the same time each its own verdict', async () => {
  const project = makeProject({
    ...sums,
    '.coverctl.yaml': (sums['.coverctl.yaml'] ?? '').replace('min: 60', 'min: 0'),
    'test/sums.test.js': meeting('add', 'subtract'),
    'test/rest.test.js': meeting('subtract', 'add'),
  });
  const [one, other] = await Promise.all([serveProject(project), serveProject(project)]);
  const check = (served: typeof one, file: string) =>
    served.client.callTool({ name: 'check', arguments: { testArgs: [file], timeout: '50s' } });
  const first = check(one, 'test/sums.test.js');
  while (!existsSync(path.join(project.root, 'add.started'))) await setTimeout(20);
  const answers = await Promise.all([first, check(other, 'test/rest.test.js')]);

  const [added, subtracted] = answers.map(({ structuredContent }) => structuredContent as Verdict | undefined);
  expect(answers.map(({ isError }) => isError ?? false)).toEqual([false, false]);
  // The body of `subtract` is in lines 3 and 4.
  expect(added?.uncovered).toMatchObject([{ file: 'src/sums.js', lines: '3-4' }]);
  expect(subtracted?.uncovered).toEqual([]);
  const places = [added, subtracted].map((verdict) => verdict?.provenance.profiles[0]);
  expect(new Set(places.map((place) => place?.path)).size).toBe(2);
  expect(new Set(places.map((place) => place?.digest)).size).toBe(2);
  for (const place of places) expect(existsSync(path.join(project.root, place?.path ?? ''))).toBe(true);
  expect(readdirSync(path.join(project.root, '.cover/run/node-test')).length).toBe(2);
});

interface Verdict {
  readonly uncovered: readonly { readonly file: string; readonly lines: string }[];
  readonly provenance: { readonly profiles: readonly { readonly path: string; readonly digest: string }[] };
}
