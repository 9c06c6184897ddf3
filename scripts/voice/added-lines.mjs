import { spawnSync } from 'node:child_process';

/** @type {(root: string, ...options: readonly string[]) => string} */
const git = (root, ...options) => {
  const { status, stdout } = spawnSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return status === 0 ? stdout : '';
};

/**
 * Tells which lines were added since the commit that last changed a file, as far as git knows: used to show the new
 * matches and not the ones that have been there before.
 *
 * @param {string} root
 * @param {string} since A path relative to the root.
 * @returns {(file: string, line: number) => boolean}
 */
export const addedLines = (root, since) => {
  const commit = git(root, 'log', '-1', '--format=%H', '--', since).trim();
  if (commit === '') return () => false;
  /** @type {Map<string, { first: number, last: number }[]>} */
  const added = new Map();
  /** @type {{ first: number, last: number }[]} */
  let ranges = [];
  for (const line of git(root, 'diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-renames', commit).split(
    '\n',
  )) {
    const file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1];
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (file !== undefined) added.set(file, (ranges = []));
    else if (hunk) ranges.push({ first: Number(hunk[1]), last: Number(hunk[1]) + Number(hunk[2] ?? 1) - 1 });
  }
  const untracked = new Set(git(root, 'ls-files', '--others', '--exclude-standard').split('\n'));
  return (file, line) =>
    untracked.has(file) || (added.get(file)?.some(({ first, last }) => first <= line && line <= last) ?? false);
};
