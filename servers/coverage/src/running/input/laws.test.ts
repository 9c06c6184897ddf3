import path from 'node:path';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRun } from '../plan-run.ts';
import { runnerNames } from '../plan.ts';
import type { RunPlan, RunnerName, RunRequest } from '../plan.ts';
import { runnerOf } from '../runners/table.ts';
import type { FlagRule } from './flag-rule.ts';
import { honest } from '../testing/honest-arguments.ts';
import { hostile, hostileEverywhere } from '../testing/hostile-arguments.ts';
import { createTestProject } from '../testing/create-project.ts';
import type { TestProject } from '../testing/create-project.ts';
import { foundRunner } from '../testing/found-runners.ts';

let project: TestProject;
beforeAll(async () => {
  project = await createTestProject({
    'src/math.test.ts': '',
    'test/math.test.js': '',
    'tests/test_math.py': '',
    'calc/calc.go': '',
    '-x/-y.test.js': '',
  });
});
afterAll(() => project.remove());

/** The words that a runner takes for its own, besides those of the rules: how the fields of a tool are written. */
const ownWords: Readonly<Record<RunnerName, readonly string[]>> = {
  vitest: ['--testNamePattern', '--tagsFilter', '--reporter=verbose'],
  jest: ['--testNamePattern', '--verbose', '--', '--findRelatedTests', '--passWithNoTests'],
  'node-test': ['--test-name-pattern'],
  pytest: ['-k', '-m', '-v'],
  'go-test': ['-run', '-tags', '-race', '-short', '-v'],
  c8: ['--grep'],
  nyc: ['--grep'],
};

const known = [
  ...hostileEverywhere.map(([, ...words]) => words),
  ...runnerNames.flatMap((name) => [...honest[name], ...hostile[name].map(([, ...words]) => words)]),
].flat();
const flags = known.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0] ?? word);
const paths = [
  'src/math.test.ts',
  './test/math.test.js',
  'tests/test_math.py',
  'calc/...',
  '-x/-y.test.js',
  '../x',
  '/etc',
];

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...known, ...paths));
const word = fc.oneof(
  fc.constantFrom(...known, ...paths, '--'),
  text,
  fc.tuple(fc.constantFrom(...flags), fc.constantFrom('=', ' ', '', '\u00A0'), text).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('-', '--', '－', '‐', '—'), text).map((parts) => parts.join('')),
);
/** Much of it honest, so that plans come about, and some of that a little spoilt. */
const requestFor = (runner: RunnerName): fc.Arbitrary<Partial<RunRequest>> => {
  const fine = fc.constantFrom(...honest[runner]);
  const spoilt = fc.tuple(fine, word, fc.nat(20)).map(([words, more, at]) => {
    const whole = words.join(' ');
    return [`${whole.slice(0, at)}${more}${whole.slice(at)}`];
  });
  const words = fc.oneof(
    { weight: 8, arbitrary: fine },
    { weight: 1, arbitrary: spoilt },
    { weight: 1, arbitrary: word.map((each) => [each]) },
  );
  const filter = fc.oneof(fc.constantFrom('adds two', '^TestA$', 'a|b'), text);
  return fc
    .record(
      {
        testArgs: fc.array(words, { maxLength: 4 }).map((lists) => lists.flat()),
        run: fc.option(filter, { nil: undefined, freq: 3 }),
        tags: fc.option(fc.constantFrom('slow', 'a,b', '-x'), { nil: undefined, freq: 3 }),
        only: fc.array(fc.constantFrom(...paths.slice(0, 5)), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    .map(withoutNothing);
};

const withoutNothing = (request: object): Partial<RunRequest> =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

const plan = async (runner: RunnerName, wanted: Partial<RunRequest>): Promise<RunPlan | undefined> => {
  const planned = await planRun(foundRunner(runner), { timeoutMs: 1, ...wanted }, project.root);
  if ('command' in planned) return withoutPlace(planned);
  expect(planned.length).toBeGreaterThan(0);
  return undefined;
};

/** Each run has a folder of its own: plans that differ in nothing else are the same. */
const withoutPlace = (planned: RunPlan): RunPlan =>
  JSON.parse(JSON.stringify(planned).replaceAll(planned.folder, 'run')) as RunPlan;

/** Inside the root, whatever a runner puts behind the path. */
const isInside = (selection: string): boolean => {
  const way = path.relative(project.root, path.resolve(project.root, selection.replace(/::.*$/s, '')));
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
};

/** How a plan begins a flag: by its name, or by its name and one of its words where they are written together. */
const spellings = ({ names: [name], attached, value }: FlagRule): readonly string[] =>
  attached === true && value?.kind === 'word' ? value.words.map((word) => `${name}${word}`) : [name];

const runs = repetitions({ atLeast: 100, full: 2000 });

describe.each(runnerNames)('whatever is sent to %s', (runner) => {
  it('puts only options that a rule allows in the plan, and nothing outside the root', async () => {
    const bare = await plan(runner, {});
    const own = new Set([
      ...(bare?.arguments ?? []),
      ...ownWords[runner],
      ...runnerOf(foundRunner(runner)).flags.flatMap(spellings),
    ]);
    let plans = 0;
    await fc.assert(
      fc.asyncProperty(requestFor(runner), async (wanted) => {
        const planned = await plan(runner, wanted);
        if (!planned) return;
        plans += 1;
        const { arguments: words, warnings, ...rest } = planned;
        expect(rest).toEqual({ ...bare, arguments: undefined, warnings: undefined });
        expect(warnings.every(({ details: { field } }) => field === 'tags')).toBe(true);
        const separator = words.indexOf('--');
        for (const [index, each] of words.entries()) {
          const behind = separator >= 0 && index > separator;
          if (own.has(each)) continue;
          if (each.startsWith('-') && !behind) expect(own).toContain(each.split('=', 1)[0]);
          else if (each !== 'related') expect(isInside(each)).toBe(true);
          expect(each).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
        }
      }),
      { numRuns: runs },
    );
    // A law about plans says nothing if everything is refused.
    expect(plans).toBeGreaterThan(runs / 10);
  });
});
