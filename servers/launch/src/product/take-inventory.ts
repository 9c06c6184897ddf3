import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { RunError } from '@recourse/runs';
import type { RepoInventory } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import { fail } from '../sources/failing.ts';
import type { Tree, TreeEntry } from '../sources/tree.ts';
import { isForeign, kindOfPath } from './kind-of-path.ts';
import { isKnownBinary, isKnownText, languageOf } from './languages.ts';
import { matchesGlob } from './matches-glob.ts';
import { isBinary } from './read-text.ts';

type InventoryFile = RepoInventory['files'][number];
type Skipped = RepoInventory['skipped'][number];

const surelyReadable = 256 * 1024;

/** Lists every file of the product repository with its kind. Fails if there is nothing to read. */
export const takeInventory = async (tree: Tree, config: Pick<RunConfig, 'ingestion'>): Promise<RepoInventory> => {
  const { exclude_patterns: excluded, example_directories: examples } = config.ingestion;
  const files: InventoryFile[] = [];
  const skipped: Skipped[] = [];
  const read = await Promise.all(tree.entries.map((entry) => look(tree, entry, excluded, examples)));
  for (const result of read) {
    if ('reason' in result) skipped.push(result);
    else files.push(result);
  }
  if (files.length === 0) throw new RunError(fail('REPO_EMPTY', { url: tree.url, ref: tree.sha }));
  return { schema_version: '1.0', ref: tree.sha, files, skipped };
};

const look = async (
  tree: Tree,
  entry: TreeEntry,
  excluded: readonly string[],
  examples: readonly string[],
): Promise<InventoryFile | Skipped> => {
  const { path } = entry;
  const reason = whySkipped(entry, excluded);
  if (reason !== undefined) return { path, reason };
  // Only the tree knows its limit for one file, so large files are tried.
  const mustRead = (!isKnownText(path) && !isKnownBinary(path)) || (entry.size ?? 0) > surelyReadable;
  const content = mustRead ? await tree.read(path) : undefined;
  if (mustRead && !content) return { path, reason: 'too large' };
  const kind = isKnownBinary(path) || (content && isBinary(content)) ? 'binary' : kindOfPath(path, examples);
  const language = kind === 'binary' ? undefined : languageOf(path);
  return { path, bytes: entry.size ?? 0, kind, ...(language !== undefined && { language }) };
};

const whySkipped = ({ path, mode }: TreeEntry, excluded: readonly string[]): string | undefined => {
  if (mode === '120000') return 'symbolic link';
  if (mode === '160000') return 'submodule';
  // Such a name cannot be shown or linked without misleading the reader.
  if (hasHiddenCharacters(path) || path.includes('\u{FFFD}')) return 'hidden characters in the name';
  if (isForeign(path)) return 'third-party code';
  const pattern = excluded.find((one) => matchesGlob(one, path));
  return pattern === undefined ? undefined : `excluded by '${pattern}'`;
};
