import { definePipeline, json, publication, step, text } from '@recourse/runs';
import type { Pipeline, WorkContext } from '@recourse/runs';
import {
  citationsSchema,
  draftManifestSchema,
  draftSchema,
  evidenceMapSchema,
  frontMatterContractSchema,
  inputsSchema,
  pagePlanSchema,
  prSchema,
  productFactsSchema,
  repoInventorySchema,
  siteContextSchema,
  snippetCatalogSchema,
  templatesSchema,
  validationReportSchema,
} from './artifacts.ts';
import type {
  Draft,
  EvidenceMap,
  FrontMatterContract,
  Inputs,
  PagePlan,
  ProductFacts,
  RepoInventory,
  SnippetCatalog,
  Templates,
} from './artifacts.ts';
import { buildClaims } from './claims/build-claims.ts';
import { runConfigSchema } from './config/run-config.ts';
import type { RunConfig } from './config/run-config.ts';
import type { Section } from './config/sections.ts';
import { draftSection } from './drafting/draft-section.ts';
import type { LaunchEnvironment } from './environment.ts';
import { createFixers } from './fixing/create-fixers.ts';
import { createGates } from './gates/create-gates.ts';
import { proseGate } from './gates/checks/prose-gate.ts';
import { isInstalled } from './gates/is-installed.ts';
import { linkDrafts } from './linking/link-drafts.ts';
import { mergeReportSchema } from './linking/merge-report.ts';
import { createModelClient } from './model/client/create-model-client.ts';
import { llmCallsSchema, proseSchema } from './model/prose.ts';
import type { Prose } from './model/prose.ts';
import { insertProse } from './model/writer/insert-prose.ts';
import { writeProse } from './model/writer/write-prose.ts';
import { diffReport, unifiedDiff } from './patching/diff.ts';
import { openWorktree } from './patching/open-worktree.ts';
import { patchBundleSchema } from './patching/patch.ts';
import { planPages } from './planning/plan-pages.ts';
import { readFacts } from './product/read-facts.ts';
import { takeInventory } from './product/take-inventory.ts';
import { openPullRequest } from './publishing/open-pull-request.ts';
import { writeReport } from './reporting/write-report.ts';
import { readSite } from './site/read-site.ts';
import { sha256Of } from './sources/digest.ts';

type Context = WorkContext<RunConfig>;

/** Requests to a model take minutes each where an endpoint is slow. */
const longestWritingMs = 60 * 60 * 1000;

/** The name of the pipeline in the store. */
export const launchPipelineName = 'launch';

/** Everything that a run writes, by the name under which `launch_get_artifact` returns it. */
const launchArtifacts = {
  'inputs.json': json(inputsSchema),
  'repo_inventory.json': json(repoInventorySchema),
  'site_context.json': json(siteContextSchema),
  'frontmatter_contract.json': json(frontMatterContractSchema),
  'templates.json': json(templatesSchema),
  'product_facts.json': json(productFactsSchema),
  'evidence_map.json': json(evidenceMapSchema),
  'snippet_catalog.json': json(snippetCatalogSchema),
  'page_plan.json': json(pagePlanSchema),
  'draft.json': json(draftSchema),
  'prose.json': json(proseSchema),
  'llm_calls.json': json(llmCallsSchema),
  'draft_manifest.json': json(draftManifestSchema),
  'citations.json': json(citationsSchema),
  'patch_bundle.json': json(patchBundleSchema),
  'merge_report.json': json(mergeReportSchema),
  'site.diff': text('text/x-diff; charset=utf-8'),
  'diff_report.md': text('text/markdown; charset=utf-8'),
  'validation_report.json': json(validationReportSchema),
  'pr.json': json(prSchema),
};

/** The pipeline of a launch: from two commits to pages of a site, and to a pull request. */
export const createLaunchPipeline = (environment: LaunchEnvironment): Pipeline => {
  const { repositories } = environment;
  const model = environment.model ?? createModelClient({ access: { endpoints: [], loopback: false } });
  const gates = createGates(environment);
  const fixers = createFixers(environment);
  const inputsOf = ({ artifacts }: Pick<Context, 'artifacts'>) => artifacts.json<Inputs>('inputs.json');
  return definePipeline({
    name: launchPipelineName,
    config: runConfigSchema,
    artifacts: launchArtifacts,
    steps: [
      step<RunConfig>(
        'clone_inputs',
        { enters: 'CLONED_INPUTS', makes: ['inputs.json'] },
        async ({ config, signal, artifacts }) => {
          const product = { url: config.github_repo_url, sha: config.github_ref };
          const head = await repositories.head(config.site_repo_url, config.site_branch, signal);
          // A pinned commit is where the run starts. The publication goes on top of what the branch has become.
          const pinned = artifacts.has('inputs.json') ? undefined : config.site_ref;
          const site = { url: config.site_repo_url, branch: head.branch, sha: pinned ?? head.sha };
          for (const place of [product, site]) await repositories.withTree(place, signal, () => Promise.resolve());
          return { 'inputs.json': { schema_version: '1.0', product, site } };
        },
      ),
      step<RunConfig>(
        'ingest_repo',
        {
          enters: 'INGESTED',
          needs: ['inputs.json'],
          makes: ['repo_inventory.json', 'site_context.json', 'frontmatter_contract.json', 'templates.json'],
        },
        async (context) => {
          const { config, signal } = context;
          const { product, site } = await inputsOf(context);
          const inventory = await repositories.withTree(product, signal, (tree) => takeInventory(tree, config));
          const read = await repositories.withTree(site, signal, (tree) => readSite(tree, config));
          return {
            'repo_inventory.json': inventory,
            'site_context.json': read.context,
            'frontmatter_contract.json': read.contract,
            'templates.json': { schema_version: '1.0', templates: read.templates },
          };
        },
      ),
      step<RunConfig>(
        'build_facts',
        {
          enters: 'FACTS_READY',
          needs: ['inputs.json', 'repo_inventory.json'],
          makes: ['product_facts.json', 'snippet_catalog.json', 'evidence_map.json'],
        },
        async (context) => {
          const { config, signal, artifacts } = context;
          const { product } = await inputsOf(context);
          const inventory = await artifacts.json<RepoInventory>('repo_inventory.json');
          return repositories.withTree(product, signal, async (tree) => {
            const { facts, snippets } = await readFacts(tree, inventory, config);
            const evidence = await buildClaims(tree, { facts, snippets });
            return { 'product_facts.json': facts, 'snippet_catalog.json': snippets, 'evidence_map.json': evidence };
          });
        },
      ),
      step<RunConfig>(
        'build_plan',
        {
          enters: 'PLAN_READY',
          needs: ['product_facts.json', 'snippet_catalog.json', 'frontmatter_contract.json'],
          makes: ['page_plan.json'],
        },
        async ({ config, artifacts }) => ({
          'page_plan.json': planPages({
            config,
            facts: await artifacts.json<ProductFacts>('product_facts.json'),
            snippets: await artifacts.json<SnippetCatalog>('snippet_catalog.json'),
            contract: await artifacts.json<FrontMatterContract>('frontmatter_contract.json'),
          }),
        }),
      ),
      step<RunConfig>(
        'draft_sections',
        {
          enters: 'DRAFTING',
          each: ({ config }) => config.required_sections,
          needs: [
            'page_plan.json',
            'product_facts.json',
            'snippet_catalog.json',
            'frontmatter_contract.json',
            'templates.json',
          ],
          makes: ['draft.json'],
        },
        async ({ config, artifacts, scope }) => ({
          'draft.json': draftSection(scope as Section, {
            config,
            plan: await artifacts.json<PagePlan>('page_plan.json'),
            facts: await artifacts.json<ProductFacts>('product_facts.json'),
            snippets: await artifacts.json<SnippetCatalog>('snippet_catalog.json'),
            contract: await artifacts.json<FrontMatterContract>('frontmatter_contract.json'),
            templates: (await artifacts.json<Templates>('templates.json')).templates,
          }),
        }),
      ),
      step<RunConfig>(
        'write_prose',
        {
          enters: 'DRAFTING',
          // Without a model there is nothing to do, and no artifact.
          each: ({ config }) => (config.llm ? config.required_sections : []),
          needs: ['draft.json', 'page_plan.json', 'product_facts.json', 'evidence_map.json'],
          makes: ['prose.json', 'llm_calls.json'],
          timeoutMs: longestWritingMs,
        },
        async (context) => {
          const { artifacts, scope } = context;
          const { prose, calls } = await writeProse(context, model, {
            draft: await artifacts.json<Draft>('draft.json', scope),
            plan: await artifacts.json<PagePlan>('page_plan.json'),
            facts: await artifacts.json<ProductFacts>('product_facts.json'),
            evidence: await artifacts.json<EvidenceMap>('evidence_map.json'),
          });
          return { 'prose.json': prose, 'llm_calls.json': calls };
        },
      ),
      step<RunConfig>(
        'collect_drafts',
        {
          enters: 'DRAFT_READY',
          needs: ['draft.json/*', 'prose.json/*'],
          makes: ['draft_manifest.json', 'citations.json'],
        },
        async (context) => {
          const drafts = await draftsOf(context);
          return { 'draft_manifest.json': manifestOf(drafts), 'citations.json': citationsOf(drafts) };
        },
      ),
      step<RunConfig>(
        'merge_and_link',
        {
          enters: 'LINKING',
          needs: ['inputs.json', 'page_plan.json', 'draft.json/*', 'prose.json/*'],
          makes: ['patch_bundle.json', 'merge_report.json', 'site.diff', 'diff_report.md'],
        },
        async (context) => {
          const { config, signal, artifacts } = context;
          const { site } = await inputsOf(context);
          const plan = await artifacts.json<PagePlan>('page_plan.json');
          const drafts = await draftsOf(context);
          return repositories.withTree(site, signal, async (tree) => {
            const { bundle, report } = await linkDrafts({ tree, config, plan, drafts });
            const worktree = await openWorktree(tree, bundle, config);
            context.spend('file_writes', worktree.touched.length);
            return {
              'patch_bundle.json': bundle,
              'merge_report.json': report,
              'site.diff': await unifiedDiff(worktree),
              'diff_report.md': await diffReport(worktree),
            };
          });
        },
      ),
    ],
    gates,
    report: {
      makes: 'validation_report.json',
      write: (facts) =>
        writeReport(facts, {
          // A run without a model has a report without its gate.
          order: gates.map(({ name }) => name).filter((name) => facts.config.llm || name !== proseGate.name),
          fixes: (issue) => fixers.some(({ fixes }) => fixes(issue)),
        }),
    },
    fixers,
    publish: publication<RunConfig>(
      'open_pr',
      {
        ready: 'READY_FOR_PR',
        published: 'PR_OPENED',
        needs: ['inputs.json', 'patch_bundle.json', 'validation_report.json'],
        makes: ['pr.json'],
        refreshes: ['clone_inputs'],
      },
      openPullRequest(environment),
    ),
    mostFixes: ({ max_fix_attempts }) => max_fix_attempts,
    fixesAlone: ({ auto_fix }) => auto_fix,
    resumes: ({ code, details }) => code === 'TOOLCHAIN_MISSING' && isInstalled(environment, String(details?.['tool'])),
    budgets: ({ budgets }) => ({
      runtime_ms: { limit: budgets.max_runtime_s * 1000, setting: 'budgets.max_runtime_s', unit: 1000 },
      file_writes: { limit: budgets.max_file_writes, setting: 'budgets.max_file_writes' },
      external_calls: { limit: budgets.max_external_calls, setting: 'budgets.max_external_calls' },
      llm_calls: { limit: budgets.max_llm_calls, setting: 'budgets.max_llm_calls' },
      llm_tokens: { limit: budgets.max_llm_tokens, setting: 'budgets.max_llm_tokens' },
    }),
  });
};

/** The drafts of all sections, with the prose that a model wrote for them. */
const draftsOf = ({ artifacts, config }: Pick<Context, 'artifacts' | 'config'>): Promise<Draft[]> =>
  Promise.all(
    config.required_sections.map(async (section) => {
      const draft = await artifacts.json<Draft>('draft.json', section);
      return config.llm ? insertProse(draft, await artifacts.json<Prose>('prose.json', section)) : draft;
    }),
  );

const manifestOf = (drafts: readonly Draft[]) => ({
  schema_version: '1.0',
  pages: drafts.flatMap(({ section, pages }) =>
    pages.map(({ path, content }) => ({ section, path, sha256: sha256Of(content) })),
  ),
});

const citationsOf = (drafts: readonly Draft[]) => ({
  schema_version: '1.0',
  pages: drafts.flatMap(({ pages }) => pages.map(({ path, sentences }) => ({ path, sentences }))),
});
