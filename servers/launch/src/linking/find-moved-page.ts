import type { RunConfig } from '../config/run-config.ts';
import { mostlySame, similarity } from '../merging/similarity.ts';
import { linesOf } from '../patching/find-section.ts';
import { readText } from '../patching/read-text.ts';
import type { Tree } from '../sources/tree.ts';
import type { RecordedPage } from './page-record.ts';

/** Pages that are compared with a missing one. */
const mostCandidates = 100;

interface SearchOptions {
  readonly tree: Tree;
  readonly config: RunConfig;
  /** Whether this run or an earlier one writes a path. */
  readonly isOwn: (path: string) => boolean;
}

/** Finds the page to which people moved a page: one that no launch wrote and that has most of its text. */
export const findMovedPage = async (
  { path, draft }: RecordedPage,
  { tree, config, isOwn }: SearchOptions,
): Promise<string | undefined> => {
  const name = path.split('/').at(-1);
  const candidates = tree.entries
    .map((entry) => entry.path)
    .filter(
      (other) => other.startsWith(`${config.site_layout.content_root}/`) && other.endsWith('.md') && !isOwn(other),
    )
    .sort((one, other) => Number(other.endsWith(`/${name}`)) - Number(one.endsWith(`/${name}`)))
    .slice(0, mostCandidates);
  for (const candidate of candidates) {
    const text = await readText(tree, candidate);
    if (text !== undefined && similarity(linesOf(draft), linesOf(text)) >= mostlySame) return candidate;
  }
  return undefined;
};
