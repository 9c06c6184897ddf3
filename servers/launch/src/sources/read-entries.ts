import type { TreeEntry } from './tree.ts';

const line = /^(\d{6}) [a-z]+ ([0-9a-f]{40}) +(-|\d+)\t(.*)$/s;

/** Reads the output of `git ls-tree -r -z --long`. Entries that no checkout may contain are left out. */
export const readEntries = (output: Buffer): readonly TreeEntry[] => {
  const entries = output
    .toString('utf8')
    .split('\0')
    .flatMap((row): readonly TreeEntry[] => {
      const [, mode = '', sha = '', size = '', path = ''] = line.exec(row) ?? [];
      const known = modeOf(mode);
      return known === undefined || !isPlacable(path)
        ? []
        : [{ path, mode: known, sha, size: size === '-' ? null : Number(size) }];
    });
  // A damaged tree can name a path twice. The first one counts.
  const byPath = new Map(entries.toReversed().map((entry) => [entry.path, entry]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
};

const modeOf = (mode: string): TreeEntry['mode'] | undefined => {
  if (mode === '120000' || mode === '160000') return mode;
  if (!mode.startsWith('100')) return undefined;
  // Old versions of git wrote 100664.
  return mode === '100755' ? '100755' : '100644';
};

/** False for names that git itself refuses to check out, because they lead elsewhere. */
const isPlacable = (path: string): boolean =>
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git');
