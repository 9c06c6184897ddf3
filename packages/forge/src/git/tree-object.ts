export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly sha: string;
}

export const directoryMode = '040000';

/** The modes that a tree may hold: file, executable, directory, submodule, symbolic link. */
export const modes = {
  '100644': 'blob',
  '100755': 'blob',
  '040000': 'tree',
  '160000': 'commit',
  '120000': 'blob',
} as const;

export type Mode = keyof typeof modes;

export function isMode(mode: string): mode is Mode {
  return Object.hasOwn(modes, mode);
}

export function typeOfMode(mode: string): 'blob' | 'tree' | 'commit' {
  return isMode(mode) ? modes[mode] : 'blob';
}

export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const zero = content.indexOf(0, space);
    if (space < 0 || zero < 0) break;
    entries.push({
      mode: content.toString('latin1', at, space).padStart(6, '0'),
      name: content.toString('utf8', space + 1, zero),
      sha: content.toString('hex', zero + 1, zero + 21),
    });
    at = zero + 21;
  }
  return entries;
}

export function renderTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = entries
    .map((entry) => ({ entry, key: Buffer.from(entry.mode === directoryMode ? `${entry.name}/` : entry.name) }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat(
    sorted.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode.replace(/^0/, '')} ${entry.name}\0`),
      Buffer.from(entry.sha, 'hex'),
    ]),
  );
}
