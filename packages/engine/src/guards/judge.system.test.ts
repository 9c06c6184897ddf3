import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardKinds } from './guard.ts';
import type { GuardKind, GuardSettings, Verdict } from './guard.ts';
import { judge, judgeList } from './judge.ts';
import { createProject } from './testing/create-project.ts';
import type { Project } from './testing/create-project.ts';
import { names } from './testing/names.ts';
import { flagRules } from './testing/flag-rules.ts';
import { honestValues, hostileValues } from './testing/values.ts';
import type { HonestValue } from './testing/values.ts';

const options: Readonly<Record<GuardKind, JsonObject>> = {
  path: { root: 'project' },
  repositoryPath: {},
  flag: { allow: flagRules },
  argv: { allow: flagRules },
  shellWord: {},
  identifier: {},
  duration: { max: '2h' },
  gitRef: {},
  url: { hosts: ['example.org', '*.example.org'] },
  pattern: {},
  code: { language: 'javascript' },
};

let project: Project;
let settings: GuardSettings;
beforeAll(async () => {
  project = await createProject();
  settings = { roots: { project: project.root }, lookup: async (host) => names(host) };
});
afterAll(() => project.remove());

const place = (value: string): string =>
  value.replaceAll('{root}', project.root).replaceAll('{outside}', project.outside);

const verdictsOn = async ({ kind, value }: HonestValue): Promise<readonly Verdict[]> =>
  typeof value === 'string'
    ? [await judge(kind, place(value), options[kind], settings)]
    : judgeList(kind, value.map(place), options[kind], settings);

const title = ({ value }: HonestValue): string => JSON.stringify(value).slice(0, 80);

describe.each(guardKinds)('%s', (kind) => {
  const hostile = hostileValues.filter((entry) => entry.kind === kind).map((entry) => [title(entry), entry] as const);
  const honest = honestValues.filter((entry) => entry.kind === kind).map((entry) => [title(entry), entry] as const);

  it.each(hostile)('refuses %s', async (_title, entry) => {
    const refusals = (await verdictsOn(entry)).filter((verdict) => !verdict.ok);
    expect(refusals.map(({ rule }) => rule)).toContain(entry.rule);
  });

  it.each(honest)('lets %s through', async (_title, entry) => {
    expect((await verdictsOn(entry)).filter((verdict) => !verdict.ok)).toEqual([]);
  });

  it('repeats nothing of a value in its reason', async () => {
    for (const entry of hostileValues.filter((value) => value.kind === kind)) {
      for (const verdict of await verdictsOn(entry)) {
        const longest = [entry.value].flat().filter((value) => value.length > 8);
        if (!verdict.ok) for (const value of longest) expect(verdict.reason).not.toContain(place(value));
      }
    }
  });
});

it('judges at least 150 hostile and 80 honest values', () => {
  expect(hostileValues.length).toBeGreaterThanOrEqual(150);
  expect(honestValues.length).toBeGreaterThanOrEqual(80);
});
