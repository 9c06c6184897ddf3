import type { GateFindings, WorkContext } from '@recourse/runs';
import type { Inputs, PagePlan } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { Section } from '../config/sections.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { isReadable } from '../markdown/read-page.ts';
import type { Worktree } from '../patching/open-worktree.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { readText } from '../patching/read-text.ts';

/** A page that the run has written, and the page as it was. */
export interface TouchedPage {
  readonly path: string;
  readonly text: string;
  /** Undefined for a new page. */
  readonly before: string | undefined;
  readonly section: Section | undefined;
}

/** Everything that a gate can look at. */
export interface Scene {
  readonly config: RunConfig;
  readonly environment: LaunchEnvironment;
  readonly inputs: Inputs;
  readonly bundle: PatchBundle;
  readonly plan: PagePlan;
  readonly worktree: Worktree;
  /** Touched Markdown pages that are small enough to be read, in the order of their paths. */
  readonly pages: readonly TouchedPage[];
  readonly artifacts: WorkContext<RunConfig>['artifacts'];
  readonly signal: AbortSignal;
}

export type Look = (scene: Scene) => GateFindings | Promise<GateFindings>;

export const isPage = (path: string): boolean => /\.(?:md|markdown)$/iu.test(path);

/** Reads the touched pages of a worktree. */
export const readPages = async (
  worktree: Worktree,
  { plan, config }: { readonly plan: PagePlan; readonly config: RunConfig },
): Promise<readonly TouchedPage[]> => {
  const planned = new Map(plan.pages.map(({ path, section }) => [path, section]));
  const pages: TouchedPage[] = [];
  for (const path of worktree.touched.filter(isPage)) {
    const text = await worktree.read(path);
    if (text === undefined || !isReadable(text)) continue;
    const section = planned.get(path) ?? sectionOf(path, config);
    pages.push({ path, text, before: await readText(worktree.base, path), section });
  }
  return pages;
};

const sectionOf = (path: string, { site_layout: { subdomain_roots: roots } }: RunConfig): Section | undefined =>
  (Object.keys(roots) as Section[]).find((section) => path.startsWith(`${roots[section]}/`));
