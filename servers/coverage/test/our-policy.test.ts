import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isPolicyProblems, readPolicy } from '../src/policy/index.ts';

const root = path.resolve(import.meta.dirname, '../../..');

it('sets a minimum for each part of this repository', async () => {
  const policy = await readPolicy({ root });
  if (isPolicyProblems(policy)) throw new Error(JSON.stringify(policy));
  const parts = ['packages', 'servers']
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((part) => existsSync(path.join(root, part, 'package.json')));
  expect(parts.length).toBeGreaterThan(10);
  const demanded = policy.domains.filter(({ minimum }) => minimum > 0).flatMap(({ match }) => match);
  // A part may leave out sources that only run in processes of their own, which are not measured.
  const partOf = (pattern: string): string => /^([^/]+\/[^/]+)\/src\/(?:[\w-]+\/)*\*\*$/.exec(pattern)?.[1] ?? pattern;
  expect(demanded.map(partOf).toSorted()).toEqual(parts.toSorted());
});
