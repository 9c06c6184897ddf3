import type { Issue } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import { validationReportSchema } from '../artifacts.ts';
import { runConfigSchema } from '../config/run-config.ts';
import { titleOf, writeReport } from './write-report.ts';

const config = runConfigSchema.parse({
  product_slug: 'kit',
  product_name: 'Kit',
  github_repo_url: 'https://github.com/ada/kit',
  github_ref: 'a'.repeat(40),
  site_repo_url: 'https://github.com/ada/site',
  allowed_paths: ['content'],
});
const issue: Issue = {
  id: 'iss_1',
  gate: 'links',
  code: 'LINK_BROKEN',
  severity: 'error',
  message: "The link './a' leads nowhere. Nearest: './b'",
  path: 'content/docs/kit.md',
  line: 3,
  status: 'OPEN',
};
const result = { inputs_hash: 'h', elapsed_ms: 4 };

describe('writeReport', () => {
  it('lists gates in the order of the pipeline, with GATE_FAILED at the gate that failed', () => {
    const gates = {
      links: { ...result, status: 'failed' as const, issues: ['iss_1'] },
      hugo: { ...result, status: 'passed' as const, issues: [], tool: { name: 'hugo', version: '0.111.3' } },
      external: { ...result, status: 'skipped' as const, issues: [], reason: 'profile local' },
    };
    const facts = { run_id: 'r_1', config, gates, issues: [issue] };
    const report = writeReport(facts, { order: ['hugo', 'links', 'external'], fixes: () => true });
    expect(validationReportSchema.parse(report)).toEqual(report);
    expect(report.ok).toBe(false);
    expect(report.gates.map(({ name, code, status }) => [name, status, code])).toEqual([
      ['hugo', 'passed', undefined],
      ['links', 'failed', 'GATE_FAILED'],
      ['external', 'skipped', undefined],
    ]);
    expect(report.issues).toEqual([
      expect.objectContaining({
        issue_id: 'iss_1',
        title: "The link './a' leads nowhere.",
        location: { path: 'content/docs/kit.md', line: 3 },
        fixable: true,
      }),
    ]);
  });

  it('is ok if gates passed or were skipped', () => {
    const gates = { external: { ...result, status: 'skipped' as const, issues: [], reason: 'profile local' } };
    const facts = { run_id: 'r_1', config, gates, issues: [] };
    expect(writeReport(facts, { order: ['external'], fixes: () => false })).toMatchObject({ ok: true, issues: [] });
  });
});

describe('titleOf', () => {
  it('shortens a long sentence', () => {
    expect(titleOf('x'.repeat(300))).toHaveLength(120);
  });
});
