import { GitError } from './git-error.ts';
import { runGit } from './run-git.ts';

export interface ChangeCount {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
}

export interface FileChange extends ChangeCount {
  readonly patch: string | undefined;
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const maxPatchBytes = 16 * 1024 * 1024;
const statuses = { A: 'added', D: 'removed', M: 'modified', R: 'renamed', C: 'added', T: 'changed' } as const;

const options = ['diff-tree', '-r', '-M', '--no-ext-diff', '--no-textconv', '--no-color'];

/** Which files changed between two commits, renames found. `from` undefined compares with nothing. */
export async function countChanges(directory: string, from: string | undefined, to: string): Promise<ChangeCount[]> {
  const range = [from ?? emptyTree, to];
  const { stdout } = await runGit(directory, [...options, '-z', '--raw', '--no-abbrev', '--numstat', ...range]);
  return parseChanges(stdout.toString('utf8'));
}

/** The same with the text of each change, as GitHub lists it. */
export async function diffCommits(directory: string, from: string | undefined, to: string): Promise<FileChange[]> {
  const changes = await countChanges(directory, from, to);
  const patches = await readPatches(directory, [...options, '-p', '--full-index', from ?? emptyTree, to]);
  return changes.map((change, index) => Object.assign(change, { patch: patches?.[index] }));
}

/** The difference in git's own text form. */
export async function diffText(directory: string, from: string | undefined, to: string): Promise<string> {
  const range = [from ?? emptyTree, to];
  const { stdout } = await runGit(directory, [
    'diff-tree',
    '-r',
    '-M',
    '-p',
    '--no-ext-diff',
    '--no-textconv',
    ...range,
  ]);
  return stdout.toString('utf8');
}

/** The commits of a range as mailbox patches. */
export async function patchText(directory: string, notIn: string | undefined, to: string): Promise<string> {
  const range = notIn ? [`${notIn}..${to}`] : ['-1', to];
  const { stdout } = await runGit(directory, ['format-patch', '--stdout', '--no-signature', '--no-ext-diff', ...range]);
  return stdout.toString('utf8');
}

/** One patch per changed file, in the order of the raw list; undefined if the output is too large to show. */
async function readPatches(
  directory: string,
  gitArguments: readonly string[],
): Promise<(string | undefined)[] | undefined> {
  try {
    const { stdout } = await runGit(directory, gitArguments, { maxOutputBytes: maxPatchBytes });
    // Lines of content begin with a space, a sign or a backslash, so that only headers can match.
    const parts = stdout
      .toString('utf8')
      .split(/^diff --git /m)
      .slice(1);
    return parts.map((part) => {
      const at = part.search(/^@@ /m);
      return at < 0 ? undefined : part.slice(at).replace(/\n$/, '');
    });
  } catch (error) {
    if (error instanceof GitError && error.code === undefined) return undefined;
    throw error;
  }
}

function parseChanges(text: string): ChangeCount[] {
  const fields = text.split('\0');
  const raw: { status: keyof typeof statuses; path: string; previousPath: string | undefined; sha: string }[] = [];
  const counts: { additions: number; deletions: number }[] = [];
  for (let at = 0; at < fields.length;) {
    const field = fields[at++] ?? '';
    if (field.startsWith(':')) {
      const [, , oldSha = '', newSha = '', letter = 'M'] = field.split(' ');
      const status = statusLetter(letter);
      const moved = status === 'R' || status === 'C';
      const first = fields[at++] ?? '';
      const path = moved ? (fields[at++] ?? '') : first;
      raw.push({ status, path, previousPath: moved ? first : undefined, sha: status === 'D' ? oldSha : newSha });
    } else if (field !== '') {
      const [additions = '0', deletions = '0', path = ''] = field.split('\t');
      if (path === '') at += 2;
      counts.push({ additions: Number(additions) || 0, deletions: Number(deletions) || 0 });
    }
  }
  return raw.map(({ status, path, previousPath, sha }, index) => ({
    path,
    previousPath,
    sha,
    status: statuses[status],
    additions: counts[index]?.additions ?? 0,
    deletions: counts[index]?.deletions ?? 0,
  }));
}

function statusLetter(text: string): keyof typeof statuses {
  const letter = text.slice(0, 1);
  return letter === 'A' || letter === 'D' || letter === 'R' || letter === 'C' || letter === 'T' ? letter : 'M';
}
