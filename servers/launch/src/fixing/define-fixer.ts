import { fixer } from '@recourse/runs';
import type { FixContext, Fixer, Issue } from '@recourse/runs';
import type { Citations, Inputs, PagePlan } from '../artifacts.ts';
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
  readonly inputs: Inputs;
  readonly environment: LaunchEnvironment;
  readonly signal: AbortSignal;
}

/** The page without the problem, and the citations without it, where they change. */
interface Fixed {
  readonly text?: string;
  readonly citations?: Citations;
}

export interface FixerDefinition {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly fixes: (issue: Issue) => boolean;
  /** Whether it may change the citations. */
  readonly cites?: boolean;
  /** The page without the problem; undefined if it cannot be fixed. */
  readonly fix: (scene: FixScene) => string | Fixed | undefined | Promise<string | Fixed | undefined>;
}

/** Makes a fixer of the pipeline. A fix changes one page; one that changes nothing leaves the artifacts as they are. */
export const defineFixer = (
  { name, needs = [], fixes, fix, cites = false }: FixerDefinition,
  environment: LaunchEnvironment,
): Fixer<RunConfig> =>
  fixer<RunConfig>(
    name,
    {
      fixes: (issue) => issue.path !== undefined && fixes(issue),
      needs: ['inputs.json', 'page_plan.json', 'patch_bundle.json', ...needs],
      makes: ['patch_bundle.json', 'site.diff', ...(cites ? ['citations.json'] : [])],
    },
    async ({ config, artifacts, issue, signal }) => {
      const inputs = await artifacts.json<Inputs>('inputs.json');
      const plan = await artifacts.json<PagePlan>('page_plan.json');
      const bundle = await artifacts.json<PatchBundle>('patch_bundle.json');
      return environment.repositories.withTree(inputs.site, signal, async (tree) => {
        const worktree = await openWorktree(tree, bundle, config);
        const page = (await readPages(worktree, { plan, config })).find(({ path }) => path === issue.path);
        const scene = { config, issue, plan, worktree, artifacts, inputs, environment, signal };
        const made = page && (await fix({ ...scene, page }));
        const { text, citations }: Fixed = typeof made === 'string' ? { text: made } : (made ?? {});
        const amended = page && text !== undefined ? await amend(bundle, worktree, page.path, text) : { bundle };
        const next = await openWorktree(tree, amended.bundle, config);
        return {
          'patch_bundle.json': amended.bundle,
          'site.diff': await unifiedDiff(next),
          ...(cites && { 'citations.json': citations ?? (await artifacts.json<Citations>('citations.json')) }),
        };
      });
    },
  );
