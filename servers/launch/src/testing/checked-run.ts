import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FoundIssue, Gate, GateFindings, Issue, WorkContext } from '@recourse/runs';
import type { FrontMatterContract, PagePlan } from '../artifacts.ts';
import type { GivenRunConfig, RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { createFixers } from '../fixing/create-fixers.ts';
import { createGates } from '../gates/create-gates.ts';
import { emptyReport } from '../linking/merge-report.ts';
import { amend } from '../patching/amend.ts';
import { unifiedDiff } from '../patching/diff.ts';
import { emptyBundle } from '../patching/make-patch.ts';
import { openWorktree } from '../patching/open-worktree.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { memoryTree } from './memory-tree.ts';
import type { MemoryFile } from './memory-tree.ts';
import { testConfig } from './test-config.ts';

export interface CheckedOptions {
  /** The site before the run. */
  readonly site?: Readonly<Record<string, MemoryFile>>;
  /** Files that the run writes. */
  readonly writes?: Readonly<Record<string, string>>;
  readonly config?: Partial<GivenRunConfig>;
  readonly contract?: FrontMatterContract['sections'];
  readonly plan?: PagePlan['pages'];
  readonly baseUrl?: string;
  readonly environment?: Partial<LaunchEnvironment>;
  /** Artifacts in place of those that are made from the options. */
  readonly artifacts?: Readonly<Record<string, unknown>>;
}

const sha = 'c'.repeat(40);

/** A run before its gates, without a pipeline: artifacts in memory, gates and fixers as they are. */
export const createCheckedRun = async (options: CheckedOptions = {}) => {
  const config = testConfig({ required_sections: ['docs'], ...options.config });
  const tree = memoryTree(options.site ?? {});
  const site = { url: tree.url, branch: 'main', sha: tree.sha };
  let bundle: PatchBundle = emptyBundle;
  for (const [file, content] of Object.entries(options.writes ?? {})) {
    bundle = (await amend(bundle, await openWorktree(tree, bundle, config), file, content)).bundle;
  }
  const plan = options.plan ?? Object.keys(options.writes ?? {}).map(plannedPage);
  const values: Record<string, unknown> = {
    'inputs.json': { schema_version: '1.0', product: { url: config.github_repo_url, sha: config.github_ref }, site },
    'repo_inventory.json': { schema_version: '1.0', ref: sha, files: [], skipped: [] },
    'site_context.json': {
      schema_version: '1.0',
      ref: sha,
      hugo_config: [],
      base_url: options.baseUrl ?? 'https://docs.test/',
      default_language: 'en',
    },
    'frontmatter_contract.json': { schema_version: '1.0', sections: options.contract ?? {} },
    'product_facts.json': {
      schema_version: '1.0',
      ref: sha,
      name: 'widgets',
      description: null,
      version: null,
      license: null,
      language: null,
      install: [],
      topics: [],
      symbols: [],
      releases: [],
    },
    'snippet_catalog.json': { schema_version: '1.0', snippets: [] },
    'page_plan.json': { schema_version: '1.0', pages: plan },
    'draft_manifest.json': { schema_version: '1.0', pages: [] },
    'patch_bundle.json': bundle,
    'merge_report.json': emptyReport,
    'site.diff': await unifiedDiff(await openWorktree(tree, bundle, config)),
    ...options.artifacts,
  };
  const environment: LaunchEnvironment = {
    folder: path.join(tmpdir(), 'launch-tests'),
    repositories: {
      head: () => Promise.resolve(site),
      withTree: (_place, _signal, use) => use(tree),
    },
    publisher: undefined as never,
    programs: { hugo: '/nowhere/hugo' },
    reachesOut: false,
    ...options.environment,
  };
  const { signal } = new AbortController();
  const artifacts: WorkContext<RunConfig>['artifacts'] = {
    json: <Value>(name: string) => Promise.resolve(structuredClone(values[name]) as Value),
    text: (name) => Promise.resolve(String(values[name])),
    bytes: () => Promise.reject(new Error('no bytes')),
    scopes: () => [],
    has: (name) => name in values,
  };
  const context = {
    run_id: 'r_test',
    config,
    artifacts,
    signal,
    scope: '',
    attempt: 1,
  } as unknown as WorkContext<RunConfig>;
  const gates = createGates(environment);
  return {
    config,
    environment,
    gates,
    context,
    bundle: () => values['patch_bundle.json'] as PatchBundle,
    diff: () => String(values['site.diff']),
    worktree: () => openWorktree(tree, values['patch_bundle.json'] as PatchBundle, config),
    async check(name: string): Promise<GateFindings> {
      const gate: Gate<RunConfig> | undefined = gates.find((known) => known.name === name);
      if (!gate) throw new Error(`No gate '${name}'`);
      const found = await gate.run(context);
      return 'issues' in found ? found : { issues: found };
    },
    /** Lets the first fixer that handles the issue work on it. Returns whether there was one. */
    async fix(gate: string, found: FoundIssue): Promise<boolean> {
      const issue: Issue = { ...found, gate, id: 'iss_test', status: 'OPEN' };
      const fixer = createFixers(environment).find(({ fixes }) => fixes(issue));
      if (!fixer) return false;
      const made = await fixer.run({ ...context, issue });
      Object.assign(values, made);
      return true;
    },
  };
};

const plannedPage = (file: string): PagePlan['pages'][number] => ({
  section: 'docs',
  slug: path.basename(file, '.md'),
  path: file,
  title: 'Widgets',
  role: 'page',
  template: 'page',
  links: [],
});
