import { createTwoFilesPatch } from 'diff';
import { changedLines, mostEdits } from './changed-lines.ts';
import type { Worktree } from './open-worktree.ts';
import { readText } from './read-text.ts';

interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The changes of a worktree as a diff that `git apply` accepts. Files are sorted by path. */
export const unifiedDiff = async (worktree: Worktree): Promise<string> =>
  (await changesOf(worktree)).map(diffOf).join('');

/** A table of the changed files, for people. */
export const diffReport = async (worktree: Worktree): Promise<string> => {
  const changes = await changesOf(worktree);
  if (changes.length === 0) return '# Changes\n\nNo file changes.\n';
  const rows = changes.map(({ path, before, after }) => {
    const what = before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed';
    return `| \`${path.replaceAll('|', '\\|')}\` | ${what} | ${changedLines(before ?? '', after ?? '')} |`;
  });
  return ['# Changes', '', '| file | change | lines |', '| --- | --- | --- |', ...rows, ''].join('\n');
};

const changesOf = async ({ base, touched, removed, read }: Worktree): Promise<readonly Change[]> => {
  const changes: Change[] = [];
  for (const path of [...touched, ...removed].sort()) {
    changes.push({ path, before: await readText(base, path), after: await read(path) });
  }
  return changes;
};

const diffOf = ({ path, before, after }: Change): string => {
  const head = `diff --git a/${path} b/${path}\n`;
  const mode =
    before === undefined ? 'new file mode 100644\n' : after === undefined ? 'deleted file mode 100644\n' : '';
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const to = after === undefined ? '/dev/null' : `b/${path}`;
  return head + mode + hunksOf(from, to, before ?? '', after ?? '');
};

const hunksOf = (from: string, to: string, before: string, after: string): string => {
  const text = createTwoFilesPatch(from, to, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: mostEdits,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return text ?? replacement(from, to, before, after);
};

/** One hunk that replaces everything, where the exact diff would take too long. */
const replacement = (from: string, to: string, before: string, after: string): string => {
  const removed = before.replace(/\n$/u, '').split('\n');
  const added = after.replace(/\n$/u, '').split('\n');
  return [
    `--- ${from}`,
    `+++ ${to}`,
    `@@ -1,${removed.length} +1,${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n');
};
