import { RunError } from '@recourse/runs';
import type { Runs } from '@recourse/runs';
import type { Citations, EvidenceMap, Inputs, PagePlan, PullRequestRecord, ValidationReport } from '../../artifacts.ts';
import type { RunConfig } from '../../config/run-config.ts';
import type { LaunchEnvironment } from '../../environment.ts';
import { isPage } from '../../gates/scene.ts';
import { openWorktree } from '../../patching/open-worktree.ts';
import type { PatchBundle } from '../../patching/patch.ts';
import { readText } from '../../patching/read-text.ts';
import { launchPipelineName } from '../../pipeline.ts';
import { fail } from '../../sources/failing.ts';
import type { Place, Tree } from '../../sources/tree.ts';
import { configOf, readArtifact } from '../../tools/find-run.ts';
import { quoteClaims } from './quote-claims.ts';
import { citedClaims, showPage } from './show-page.ts';
import type { PageText } from './show-page.ts';
import type { ReportIssue, ShownRun } from './shown-run.ts';

export interface ReadOptions {
  readonly runs: Runs;
  readonly repositories: LaunchEnvironment['repositories'];
  readonly signal: AbortSignal;
}

/**
 * Reads everything that people see of a run: the artifacts, the pages as the run leaves them, and the cited lines of the
 * product. A repository that cannot be read leaves a note and a gap, because the rest is still useful.
 */
export const readShownRun = async (run_id: string, { runs, repositories, signal }: ReadOptions): Promise<ShownRun> => {
  // The operator of the store sees the runs of every principal.
  const status = await runs.status(run_id);
  if (status.pipeline !== launchPipelineName) throw new RunError(fail('RUN_NOT_FOUND', { run_id }));
  const artifact = <Value>(name: string): Promise<Value | undefined> => readArtifact<Value>({ runs }, status, name);
  const config: RunConfig = await configOf({ runs }, run_id);
  const inputs = await artifact<Inputs>('inputs.json');
  const report = await artifact<ValidationReport>('validation_report.json');
  const bundle = await artifact<PatchBundle>('patch_bundle.json');
  const citations = (await artifact<Citations>('citations.json')) ?? { schema_version: '1.0', pages: [] };
  const evidence = await artifact<EvidenceMap>('evidence_map.json');
  const plan = await artifact<PagePlan>('page_plan.json');
  const pr = await artifact<PullRequestRecord>('pr.json');

  const notes: string[] = [];
  const open = async <Result>(what: string, place: Place | undefined, use: (tree: Tree) => Promise<Result>) => {
    if (!place) return undefined;
    try {
      return await repositories.withTree(place, signal, use);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      notes.push(`${what} could not be read (${error.failure.code}: ${error.failure.message}).`);
      return undefined;
    }
  };
  const texts = bundle && (await open('The site', inputs?.site, (tree) => readTexts(tree, bundle, config)));
  const claims = citedClaims(citations, evidence?.claims ?? []);
  const product = inputs?.product ?? { url: config.github_repo_url, sha: config.github_ref };
  const quoted =
    (claims.length > 0
      ? await open('The product', product, (tree) => quoteClaims(claims, product, tree))
      : undefined) ?? (await quoteClaims(claims, product, undefined));

  const cited = new Map(citations.pages.map(({ path, sentences }) => [path, sentences]));
  const planned = new Map(plan?.pages.map(({ path, title }) => [path, title]));
  const byPath = issuesByPath(report?.issues ?? []);
  const known = texts ?? citations.pages.map(({ path }): PageText => ({ path, text: undefined, before: undefined }));
  return {
    run_id,
    state: status.state,
    started_at: status.started_at,
    config,
    inputs,
    report,
    pr_url: pr?.pr_url,
    pages: known.map((page) =>
      showPage(page, {
        citations: cited.get(page.path) ?? [],
        claims: quoted,
        issues: byPath.get(page.path) ?? [],
        report,
        title: planned.get(page.path),
      }),
    ),
    issues: (report?.issues ?? []).filter(({ location }) => !known.some(({ path }) => path === location?.path)),
    notes,
  };
};

const readTexts = async (tree: Tree, bundle: PatchBundle, config: RunConfig): Promise<readonly PageText[]> => {
  const worktree = await openWorktree(tree, bundle, config);
  const pages: PageText[] = [];
  for (const path of worktree.touched.filter(isPage)) {
    pages.push({ path, text: await worktree.read(path), before: await readText(tree, path) });
  }
  return pages;
};

const issuesByPath = (issues: readonly ReportIssue[]): ReadonlyMap<string, readonly ReportIssue[]> => {
  const grouped = new Map<string, ReportIssue[]>();
  for (const issue of issues) {
    const path = issue.location?.path;
    if (path !== undefined) grouped.set(path, [...(grouped.get(path) ?? []), issue]);
  }
  return grouped;
};
