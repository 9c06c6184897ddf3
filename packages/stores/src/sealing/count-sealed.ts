import type { Sealer } from '@recourse/engine/sealing';

export interface SealedCounts {
  readonly readable: number;
  readonly unreadable: number;
}

/**
 * Counts the sealed rows that can be read. Each row names the key that sealed it; only the newest rows are actually
 * opened, and their results are `opened`.
 */
export const countSealed = (
  sealer: Sealer,
  groups: readonly { readonly sealed_by: string; readonly rows: number }[],
  opened: readonly boolean[],
): SealedCounts => {
  const total = groups.reduce((sum, { rows }) => sum + rows, 0);
  const ours = groups
    .filter(({ sealed_by }) => sealer.opens.includes(sealed_by))
    .reduce((sum, { rows }) => sum + rows, 0);
  const broken = opened.filter((isOpen) => !isOpen).length;
  return { readable: ours - broken, unreadable: total - ours + broken };
};

/** So many rows of each kind are tried. */
export const triedRows = 10;
