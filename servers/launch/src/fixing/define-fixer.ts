import { fixer } from '@recourse/runs';
import type { FixContext, Fixer, Issue } from '@recourse/runs';
import type { Inputs, PagePlan } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { readPages } from '../gates/scene.ts';
import type { TouchedPage } from '../gates/scene.ts';
import { amend } from '../patching/amend.ts';
import { unifiedDiff } from '../patching/diff.ts';
import { openWorktree } from '../patching/open-worktree.ts';
import type { Worktree } from '../patching/open-worktree.ts';
import type { PatchBundle } from '../patching/patch.ts';

/** The arguments of a fixer: one issue, and the page that has it. */
export interface FixScene {
  readonly config: RunConfig;
  readonly issue: Issue;
  readonly page: TouchedPage;
  readonly plan: PagePlan;
  readonly worktree: Worktree;
  readonly artifacts: FixContext<RunConfig>['artifacts'];
  readonly signal: AbortSignal;
}

export interface FixerDefinition {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly fixes: (issue: Issue) => boolean;
  /** The page without the problem; undefined if it cannot be fixed. */
  readonly fix: (scene: FixScene) => string | undefined | Promise<string | undefined>;
}

/** Makes a fixer of the pipeline. A fix changes one page; one that changes nothing leaves the artifacts as they are. */
export const defineFixer = (
  { name, needs = [], fixes, fix }: FixerDefinition,
  environment: LaunchEnvironment,
): Fixer<RunConfig> =>
  fixer<RunConfig>(
    name,
    {
      fixes: (issue) => issue.path !== undefined && fixes(issue),
      needs: ['inputs.json', 'page_plan.json', 'patch_bundle.json', ...needs],
      makes: ['patch_bundle.json', 'site.diff'],
    },
    async ({ config, artifacts, issue, signal }) => {
      const inputs = await artifacts.json<Inputs>('inputs.json');
      const plan = await artifacts.json<PagePlan>('page_plan.json');
      const bundle = await artifacts.json<PatchBundle>('patch_bundle.json');
      return environment.repositories.withTree(inputs.site, signal, async (tree) => {
        const worktree = await openWorktree(tree, bundle, config);
        const page = (await readPages(worktree, { plan, config })).find(({ path }) => path === issue.path);
        const content = page && (await fix({ config, issue, page, plan, worktree, artifacts, signal }));
        const amended = page && content !== undefined ? await amend(bundle, worktree, page.path, content) : { bundle };
        const next = await openWorktree(tree, amended.bundle, config);
        return { 'patch_bundle.json': amended.bundle, 'site.diff': await unifiedDiff(next) };
      });
    },
  );
