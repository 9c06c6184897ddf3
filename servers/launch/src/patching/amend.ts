import { applyPatches } from './apply-patches.ts';
import { addPatches } from './make-patch.ts';
import type { NewPatch } from './make-patch.ts';
import type { Worktree } from './open-worktree.ts';
import type { PatchBundle } from './patch.ts';
import { rangeOf } from './range-of.ts';
import { readText } from './read-text.ts';

export interface Amended {
  readonly bundle: PatchBundle;
  /** The patches that are new or changed. */
  readonly patchIds: readonly string[];
}

/**
 * Changes a bundle so that a file gets another content. A file that the run creates is created with it; to other files
 * a range of lines is added, and they end with a line feed. If the bundle could then not be applied twice, one range replaces all patches of the file.
 */
export const amend = async (
  bundle: PatchBundle,
  { base, read }: Pick<Worktree, 'base' | 'read'>,
  path: string,
  wanted: string,
): Promise<Amended> => {
  const current = await read(path);
  const before = await readText(base, path);
  const content = before === undefined || wanted === '' || wanted.endsWith('\n') ? wanted : `${wanted}\n`;
  if (current === content || current === wanted) return { bundle, patchIds: [] };
  const others = bundle.patches.filter((patch) => patch.path !== path);
  const own = bundle.patches.filter((patch) => patch.path === path);
  if (before === undefined) {
    const created = own.find(({ type }) => type === 'create_file');
    const patches: NewPatch = { type: 'create_file', path, new_content: content };
    return rebuilt(bundle, others, patches, created?.patch_id);
  }
  const appended = current === undefined ? undefined : addPatches(bundle, [rangeOf(path, current, content)]);
  if (appended) {
    const applied = applyPatches(
      before,
      appended.patches.filter((patch) => patch.path === path),
    );
    if (!applied.misfit && applied.content === content) {
      return { bundle: appended, patchIds: appended.patches.slice(-1).map(({ patch_id }) => patch_id) };
    }
  }
  return rebuilt(bundle, others, rangeOf(path, before, content), own[0]?.patch_id);
};

/** One patch in place of all patches of its file. It keeps the place and the id of the first of them. */
const rebuilt = (
  { patches, ...rest }: PatchBundle,
  others: PatchBundle['patches'],
  patch: NewPatch,
  id: string | undefined,
): Amended => {
  const [made] = addPatches({ ...rest, patches }, [patch]).patches.slice(-1);
  if (!made) throw new Error('No patch was created');
  if (id === undefined) return { bundle: { ...rest, patches: [...others, made] }, patchIds: [made.patch_id] };
  const replaced = patches.flatMap((old) => {
    if (old.patch_id === id) return [{ ...made, patch_id: id }];
    return old.path === made.path ? [] : [old];
  });
  return { bundle: { ...rest, patches: replaced }, patchIds: [id] };
};
