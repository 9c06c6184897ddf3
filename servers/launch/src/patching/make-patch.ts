import { sha256Of } from '../sources/digest.ts';
import type { Patch, PatchBundle } from './patch.ts';

type Unhashed<Kind> = Kind extends Patch ? Omit<Kind, 'content_hash' | 'patch_id'> : never;
/** A patch without its id and hash. */
export type NewPatch = Unhashed<Patch>;

/** The hash of the content that a patch brings: its text, its keys in order, or nothing. */
export const contentHashOf = (patch: NewPatch): string => {
  if (patch.type === 'delete_file') return sha256Of('');
  return sha256Of(patch.type === 'update_frontmatter_keys' ? keysOf(patch.frontmatter_updates) : patch.new_content);
};

const keysOf = (updates: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(updates).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Adds patches to a bundle, with the next free ids. */
export const addPatches = (bundle: PatchBundle, added: readonly NewPatch[]): PatchBundle => {
  const last = Math.max(0, ...bundle.patches.map(({ patch_id }) => Number(patch_id.slice('patch_'.length))));
  const patches = added.map((patch, index): Patch => {
    const patch_id = `patch_${String(last + index + 1).padStart(3, '0')}`;
    return { ...patch, patch_id, content_hash: contentHashOf(patch) };
  });
  return { ...bundle, patches: [...bundle.patches, ...patches] };
};

export const emptyBundle: PatchBundle = { schema_version: '1.0', patches: [] };
