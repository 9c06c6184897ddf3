import type { Draft, PagePlan } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import { sections } from '../config/sections.ts';
import { addPatches, emptyBundle } from '../patching/make-patch.ts';
import type { NewPatch } from '../patching/make-patch.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { readText } from '../patching/read-text.ts';
import type { Tree } from '../sources/tree.ts';
import { updatePage } from './update-page.ts';

export interface LinkOptions {
  readonly tree: Tree;
  readonly config: RunConfig;
  readonly plan: PagePlan;
  readonly drafts: readonly Draft[];
}

/**
 * Turns drafts into patches of the site, by section and path. A page that is not there is created; an existing one gets
 * front matter and sections, and is never rewritten as a whole. A page that cannot take them gets patches that conflict,
 * so that the validation reports it.
 */
export const linkDrafts = async ({ tree, plan, drafts }: LinkOptions): Promise<PatchBundle> => {
  const planned = new Set(plan.pages.map(({ path }) => path));
  const present = new Set(tree.entries.map(({ path }) => path));
  const pages = [...drafts]
    .sort((one, other) => sections.indexOf(one.section) - sections.indexOf(other.section))
    .flatMap((draft) => [...draft.pages].sort((one, other) => (one.path < other.path ? -1 : 1)))
    .filter(({ path }) => planned.has(path));
  const patches: NewPatch[] = [];
  for (const { path, content } of pages) {
    const before = present.has(path) ? await readText(tree, path) : undefined;
    if (before === undefined) patches.push({ type: 'create_file', path, new_content: content });
    else if (before !== content) patches.push(...updatePage(path, before, content));
  }
  return addPatches(emptyBundle, patches);
};
