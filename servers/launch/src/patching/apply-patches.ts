import { applyPatch } from './apply-patch.ts';
import type { Applied, Misfit } from './apply-patch.ts';
import type { Patch } from './patch.ts';

export type AppliedAll = Applied & { readonly patch_id?: string };

/**
 * Applies all patches of one file in order, or none of them. A result that the same patches would change again is
 * refused, so that a bundle can be applied any number of times.
 */
export const applyPatches = (content: string | undefined, patches: readonly Patch[]): AppliedAll => {
  const made = patches[0]?.type === 'create_file' ? applyInOrder(undefined, patches) : undefined;
  // The file is already what the patches make of nothing.
  if (made && !made.misfit && made.content !== undefined && made.content === content) return made;
  const first = applyInOrder(content, patches);
  if (first.misfit || made) return first;
  const second = applyInOrder(first.content, patches);
  if (!second.misfit && second.content === first.content) return first;
  const misfit: Misfit = {
    reason: 'NOT_REPEATABLE',
    expected: 'an unchanged file when the patch is applied again',
    actual: second.misfit ? `${second.misfit.reason} of ${second.patch_id ?? ''}` : 'a changed file',
  };
  return { misfit, ...(second.patch_id && { patch_id: second.patch_id }) };
};

const applyInOrder = (content: string | undefined, patches: readonly Patch[]): AppliedAll => {
  let current = content;
  for (const patch of patches) {
    const applied = applyPatch(current, patch);
    if (applied.misfit) return { ...applied, patch_id: patch.patch_id };
    current = applied.content;
  }
  return { content: current };
};
