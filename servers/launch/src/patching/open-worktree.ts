import { RunError } from '@recourse/runs';
import { recordPath } from '../config/record-path.ts';
import type { RunConfig } from '../config/run-config.ts';
import { createFence } from '../fence/create-fence.ts';
import { foldPath } from '../fence/path-problem.ts';
import { fail } from '../sources/failing.ts';
import type { Tree } from '../sources/tree.ts';
import { applyPatches } from './apply-patches.ts';
import { changedLines } from './changed-lines.ts';
import type { Patch, PatchBundle } from './patch.ts';
import { decodeText, readText } from './read-text.ts';

/** A patch that does not fit the site as it is. */
interface PatchConflict {
  readonly patch_id: string;
  readonly path: string;
  readonly conflict_reason: string;
  readonly expected_state: string;
  readonly actual_state: string;
}

/** The site with the patches of a run: the tree of the base commit and, above it, the files that the patches change. */
export interface Worktree {
  readonly base: Tree;
  /** Regular files, in order. */
  readonly paths: readonly string[];
  /** Files that are new or differ from the base, in order. */
  readonly touched: readonly string[];
  /** Files of the base that are gone, in order. */
  readonly removed: readonly string[];
  /** Patches that do not fit. The files that they name are as in the base. */
  readonly conflicts: readonly PatchConflict[];
  has(path: string): boolean;
  /** A file as text; undefined if it is absent or not text. */
  read(path: string): Promise<string | undefined>;
  readBytes(path: string): Promise<Uint8Array | undefined>;
}

type Settings = Pick<RunConfig, 'allowed_paths' | 'budgets' | 'site_layout' | 'product_slug' | 'locale'>;

/**
 * Applies a bundle to a tree, in memory. Throws ALLOWED_PATHS_VIOLATION if a patch leaves the fence, and BUDGET_EXCEEDED
 * if the changes are larger than the run allows.
 */
export const openWorktree = async (tree: Tree, bundle: PatchBundle, config: Settings): Promise<Worktree> => {
  checkFence(tree, bundle, config);
  const files = new Map<string, string | undefined>();
  const conflicts: PatchConflict[] = [];
  for (const [path, patches] of byPath(bundle)) {
    const bytes = await tree.read(path);
    const before = bytes && decodeText(bytes);
    if (bytes && before === undefined) {
      const expected = 'a UTF-8 file';
      conflicts.push(conflictOf(patches[0], path, { reason: 'BINARY_TARGET', expected, actual: 'binary content' }));
      continue;
    }
    const applied = applyPatches(before, patches);
    if (applied.misfit) {
      const patch = patches.find(({ patch_id }) => patch_id === applied.patch_id) ?? patches[0];
      conflicts.push(conflictOf(patch, path, applied.misfit));
    } else if (applied.content !== before) {
      checkLines(config, before, applied.content);
      files.set(path, applied.content);
    }
  }
  // The budget is about pages. The record of a launch is one file more.
  checkFiles(config, files.size - (files.has(recordPath(config) ?? '') ? 1 : 0));
  return overlay(tree, files, conflicts);
};

const checkFence = ({ entries }: Tree, { patches }: PatchBundle, { allowed_paths }: Settings): void => {
  const fence = createFence(allowed_paths, entries);
  const spellings = new Map<string, string>();
  for (const { path, patch_id } of patches) {
    const known = spellings.get(foldPath(path));
    const problem =
      known !== undefined && known !== path ? `differs from '${known}' only in letter case` : fence.refusal(path);
    if (problem !== undefined) {
      const message = `'${path.slice(0, 200)}' cannot be written: it ${problem}`;
      throw new RunError(
        fail('ALLOWED_PATHS_VIOLATION', { path, allowed_paths: [...allowed_paths], patch_id }, { message }),
      );
    }
    spellings.set(foldPath(path), path);
  }
};

const checkFiles = ({ budgets: { max_files_changed: limit } }: Settings, used: number): void => {
  if (used > limit) throw new RunError(fail('BUDGET_EXCEEDED', { budget: 'budgets.max_files_changed', limit, used }));
};

const checkLines = ({ budgets: { max_lines_per_file: limit } }: Settings, before = '', after = ''): void => {
  const used = changedLines(before, after);
  if (used > limit) throw new RunError(fail('BUDGET_EXCEEDED', { budget: 'budgets.max_lines_per_file', limit, used }));
};

const byPath = ({ patches }: PatchBundle): ReadonlyMap<string, readonly Patch[]> => {
  const grouped = new Map<string, Patch[]>();
  for (const patch of patches) grouped.set(patch.path, [...(grouped.get(patch.path) ?? []), patch]);
  return grouped;
};

const conflictOf = (
  patch: Patch | undefined,
  path: string,
  { reason, expected, actual }: { readonly reason: string; readonly expected: string; readonly actual: string },
): PatchConflict => ({
  patch_id: patch?.patch_id ?? '',
  path,
  conflict_reason: reason,
  expected_state: expected,
  actual_state: actual,
});

const isFile = (mode: string): boolean => mode === '100644' || mode === '100755';

const overlay = (base: Tree, files: ReadonlyMap<string, string | undefined>, conflicts: PatchConflict[]): Worktree => {
  const present = new Set(base.entries.filter(({ mode }) => isFile(mode)).map(({ path }) => path));
  for (const [path, content] of files) {
    if (content === undefined) present.delete(path);
    else present.add(path);
  }
  const changed = [...files.keys()].sort();
  return {
    base,
    paths: [...present].sort(),
    touched: changed.filter((path) => files.get(path) !== undefined),
    removed: changed.filter((path) => files.get(path) === undefined),
    conflicts,
    has: (path) => present.has(path),
    read: (path) => (files.has(path) ? Promise.resolve(files.get(path)) : readText(base, path)),
    readBytes: (path) => {
      if (!files.has(path)) return base.read(path);
      const content = files.get(path);
      return Promise.resolve(content === undefined ? undefined : Buffer.from(content));
    },
  };
};
