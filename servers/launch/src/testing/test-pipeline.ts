import { hash } from 'node:crypto';
import { isFailure } from '@recourse/contract';
import { binary, definePipeline, fixer, gate, json, publication, RunError, step, text } from '@recourse/runs';
import type { Made, Pipeline } from '@recourse/runs';
import { z } from 'zod';
import { prSchema, validationReportSchema } from '../artifacts.ts';
import type { ValidationReport } from '../artifacts.ts';
import { runConfigSchema } from '../config/run-config.ts';
import type { RunConfig } from '../config/run-config.ts';
import { patchBundleSchema } from '../patching/patch.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { branchOf } from '../publishing/branch-of.ts';

/** Decides what workers of the test pipeline do. */
export interface Script {
  /** Called by each worker before it does anything; it may wait, throw or answer with a failure. */
  enter?(worker: string, signal: AbortSignal): Promise<Made | undefined> | Made | undefined;
  /** The issues that the gate finds in a bundle of so many patches; by default one, until it was fixed. */
  issues?: (patches: number) => number;
  /** Whether `large.txt` is large. */
  large?: boolean;
  /** Whether a TOOLCHAIN_MISSING run may go on. */
  resumes?: () => boolean;
}

const anyJson = json(z.json());
const patchOf = (number: number): PatchBundle['patches'][number] => ({
  patch_id: `patch_${String(number).padStart(3, '0')}`,
  type: 'create_file',
  path: `content/docs/page-${number}.md`,
  content_hash: hash('sha256', String(number)),
  new_content: `Page ${number}\n`,
});
const bundleOf = (count: number): PatchBundle => ({
  schema_version: '1.0',
  patches: Array.from({ length: count }, (_, index) => patchOf(index + 1)),
});

export const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
/** More than one answer holds. */
export const largeText = 'ä'.repeat(700_000);

/** A pipeline with the fifteen states of a launch whose workers do what a script says. */
export const testPipeline = (script: Script = {}): Pipeline => {
  const { issues = (patches) => (patches < 2 ? 1 : 0) } = script;
  const doing =
    (worker: string, make: () => Made | Promise<Made>) =>
    async ({ signal }: { readonly signal: AbortSignal }): Promise<Made> =>
      (await script.enter?.(worker, signal)) ?? make();
  const plain = (name: string, enters: string, made: Record<string, unknown>) =>
    step<RunConfig>(
      name,
      { enters, makes: Object.keys(made), retries: 0 },
      doing(name, () => made),
    );
  return definePipeline({
    name: 'launch',
    config: runConfigSchema,
    artifacts: {
      'inputs.json': anyJson,
      'repo_inventory.json': anyJson,
      'product_facts.json': anyJson,
      'logo.png': binary('image/png'),
      'large.txt': text(),
      'page_plan.json': anyJson,
      'draft.json': anyJson,
      'draft_manifest.json': anyJson,
      'patch_bundle.json': json(patchBundleSchema),
      'validation_report.json': json(validationReportSchema),
      'pr.json': json(prSchema),
    },
    steps: [
      plain('find_base', 'CLONED_INPUTS', { 'inputs.json': { site: 'abc' } }),
      plain('ingest_repo', 'INGESTED', { 'repo_inventory.json': { files: [] }, 'logo.png': png }),
      plain('build_facts', 'FACTS_READY', {
        'product_facts.json': {},
        'large.txt': script.large ? largeText : 'small',
      }),
      plain('build_plan', 'PLAN_READY', { 'page_plan.json': { pages: [] } }),
      step<RunConfig>(
        'draft_sections',
        { enters: 'DRAFTING', each: ({ config }) => config.required_sections, makes: ['draft.json'], retries: 0 },
        async ({ scope, signal }) =>
          (await script.enter?.(`draft_sections ${scope}`, signal)) ?? { 'draft.json': { section: scope } },
      ),
      plain('collect_drafts', 'DRAFT_READY', { 'draft_manifest.json': {} }),
      plain('merge_and_link', 'LINKING', { 'patch_bundle.json': bundleOf(1) }),
    ],
    gates: [
      gate<RunConfig>('front_matter', { needs: ['patch_bundle.json'], retries: 0 }, async ({ artifacts, signal }) => {
        const failed = await script.enter?.('front_matter', signal);
        if (isFailure(failed)) throw new RunError(failed);
        const { patches } = await artifacts.json<PatchBundle>('patch_bundle.json');
        return Array.from({ length: issues(patches.length) }, (_, index) => ({
          code: 'GATE_FRONTMATTER_MISSING',
          severity: 'error',
          message: 'The page has no front matter',
          path: `content/docs/page-${index + 1}.md`,
          context: `after patch ${patches.length}`,
        }));
      }),
    ],
    report: {
      makes: 'validation_report.json',
      write: ({ gates, issues: open, config }) => report(gates, open, config),
    },
    fixers: [
      fixer<RunConfig>(
        'add_front_matter',
        { fixes: () => true, needs: ['patch_bundle.json'], makes: ['patch_bundle.json'], retries: 0 },
        async ({ artifacts, signal }) => {
          const failed = await script.enter?.('add_front_matter', signal);
          if (failed) return failed;
          const { patches } = await artifacts.json<PatchBundle>('patch_bundle.json');
          return { 'patch_bundle.json': bundleOf(patches.length + 1) };
        },
      ),
    ],
    publish: publication<RunConfig>(
      'open_pr',
      { ready: 'READY_FOR_PR', published: 'PR_OPENED', makes: ['pr.json'], retries: 0 },
      async ({ config, run_id, signal }) =>
        (await script.enter?.('open_pr', signal)) ?? { 'pr.json': pullRequest(run_id, config) },
    ),
    mostFixes: ({ max_fix_attempts }) => max_fix_attempts,
    fixesAlone: ({ auto_fix }) => auto_fix,
    resumes: ({ code }) => code === 'TOOLCHAIN_MISSING' && (script.resumes?.() ?? false),
  });
};

type Facts = Parameters<NonNullable<Parameters<typeof definePipeline>[0]['report']>['write']>[0];

const report = (gates: Facts['gates'], open: Facts['issues'], { validation_profile }: RunConfig): ValidationReport => ({
  schema_version: '1.0',
  ok: Object.values(gates).every(({ status }) => status !== 'failed'),
  profile: validation_profile,
  gates: Object.entries(gates).map(([name, { status, elapsed_ms, issues }]) => ({
    name,
    ok: status !== 'failed',
    status,
    ...(status === 'failed' && { code: 'GATE_FAILED' as const }),
    elapsed_ms,
    issue_count: issues.length,
  })),
  issues: open.map(({ id, gate: name, severity, code, message, path }) => ({
    issue_id: id,
    gate: name,
    severity,
    status: 'OPEN',
    error_code: code,
    title: message,
    message,
    ...(path !== undefined && { location: { path } }),
    fixable: true,
  })),
});

const pullRequest = (run_id: string, config: RunConfig) => ({
  schema_version: '1.0',
  run_id,
  base_ref: 'a'.repeat(40),
  base_branch: 'main',
  branch_name: branchOf(run_id, config),
  commit_shas: ['b'.repeat(40)],
  pr_number: 7,
  pr_url: 'https://forge.example/site/pull/7',
  rollback_steps: ['Revert the merge commit.'],
  affected_paths: ['content/docs/page-1.md'],
  validation_summary: {
    ok: true,
    profile: config.validation_profile,
    gates_passed: 1,
    gates_failed: 0,
    gates_skipped: 0,
  },
});
