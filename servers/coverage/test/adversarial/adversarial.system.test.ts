import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { controls, runControl } from './controls.ts';
import type { Finding } from './judge.ts';
import { judgeRepository } from './judge-repository.ts';
import { projectNames } from './projects/index.ts';
import { repositories } from './projects/repositories.ts';
import { renderReport } from './report.ts';
import { cases, judgeProject } from './suite.ts';

// `npm run adversarial` sets these; without them the suite is judged by its plans, and little of it is run.
const {
  RECOURSE_ADVERSARIAL: mode,
  RECOURSE_ADVERSARIAL_ONLY: only,
  RECOURSE_ADVERSARIAL_REPORT: report,
} = process.env;
const whole = mode === 'whole';
vi.setConfig({ testTimeout: whole ? 3_600_000 : 600_000 });

/** The findings by the project or repository they are about: the tests run at the same time and end in any order. */
const all = new Map<string, readonly Finding[]>();
afterAll(() => {
  const ordered = [...projectNames, ...repositories.map(({ id }) => id)].flatMap((name) => all.get(name) ?? []);
  if (report !== undefined) writeFileSync(report, renderReport(ordered));
});

it('has enough inputs, each with a unique id', () => {
  expect(cases.filter(({ kind }) => kind === 'hostile').length).toBeGreaterThanOrEqual(400);
  expect(cases.filter(({ kind }) => kind === 'honest').length).toBeGreaterThanOrEqual(200);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

// Each project has a folder and a server of its own.
describe.concurrent('through the server', () => {
  it.for(projectNames)(
    '%s: what is hostile is refused with its code, what is honest passes',
    async (name, { skip }) => {
      const findings = await judgeProject(name, { whole, ...(only !== undefined && { only }) });
      if (typeof findings === 'string') {
        if (process.env['CI'] === 'true') throw new Error(findings);
        console.warn(`SKIPPED: ${findings}`);
        return skip(findings);
      }
      all.set(name, findings);
      const misses = findings.filter(({ miss }) => miss !== undefined);
      expect(misses.map(({ case: { id, input }, way, miss }) => ({ id, way, input, miss }))).toEqual([]);
    },
  );
});

const meant = repositories.filter(({ id }) => only === undefined || id.includes(only));
describe.runIf(meant.length > 0)('repositories whose contents are the attack', { concurrent: true }, () => {
  // Each of them needs a server and a run of its own.
  it.each(whole ? meant : meant.filter((_, index) => index % 8 === 0))('$id', async (repository) => {
    const finding = await judgeRepository(repository);
    all.set(repository.id, [finding]);
    expect(finding.miss).toBeUndefined();
  });
});

describe.runIf(only === undefined)('the canary', () => {
  it.each(whole ? controls : controls.slice(0, 1))('sees what $project does where nothing refuses it', (control) => {
    expect(runControl(control)).toContainEqual(expect.stringMatching(/^outside\/escaped-/));
  });
});
