import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProjectFiles } from './index.ts';

/** A project with the folders that nothing of it may touch beside it. */
export interface BuiltProject {
  readonly root: string;
  readonly outside: string;
  /** A folder whose name begins as the project's does. */
  readonly beside: string;
  /** Lists the changes outside the project, or in the references of git, since it was made. */
  escapes(): readonly string[];
  remove(): void;
}

export const secret = 'canary-secret-7f3a';
const installed = path.resolve(import.meta.dirname, '../../../../../tests/runners/node_modules');
const read = `SF:src/math.js\nDA:1,1\nend_of_record\n# ${secret}\n`;

/** Makes the project with a repository, the runners where it has them, and canaries all around it. */
export const buildProject = ({ files, links, installed: withRunners }: ProjectFiles): BuiltProject => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-adversarial-')));
  const [root = '', outside = '', beside = ''] = ['project', 'outside', 'project-evil'].map((name) =>
    path.join(home, name),
  );
  const write = (folder: string, texts: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  };
  const canaries = {
    'secret.info': read,
    'policy.yaml': `# ${secret}
version: 1
`,
  };
  write(outside, canaries);
  write(beside, canaries);
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main');
  write(root, { ...files, '.gitignore': 'node_modules\n' });
  chmodIfThere(path.join(root, 'evil.sh'));
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target.replace('{outside}', outside).replace('{beside}', beside), path.join(root, name));
  }
  if (withRunners) symlinkSync(installed, path.join(root, 'node_modules'));
  for (const message of ['first', 'second']) {
    write(root, { 'notes.md': `${message}\n` });
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', message);
  }
  git(root, 'branch', 'feature/ünï-1.2_x');
  git(root, 'tag', 'v1.0.0');
  const gitFolders = [path.join(root, '.git', 'refs'), path.join(root, 'vendor', 'bare')];
  const state = (): ReadonlyMap<string, string> =>
    new Map([...walk(home, [outside, beside, ...gitFolders]), ...names(home)]);
  const before = state();
  return {
    root,
    outside,
    beside,
    escapes: () => {
      const after = state();
      return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
};

const git = (cwd: string, ...words: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], { cwd, stdio: 'ignore' });
};

const chmodIfThere = (file: string): void => {
  if (statSync(file, { throwIfNoEntry: false })) chmodSync(file, 0o755);
};

/** The names beside the project, whatever they are. */
const names = (home: string): readonly (readonly [string, string])[] =>
  readdirSync(home).map((name) => [name, 'entry'] as const);

const walk = (home: string, folders: readonly string[]): readonly (readonly [string, string])[] =>
  folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
        const file = path.join(folder, name);
        const stats = statSync(file, { throwIfNoEntry: false });
        const text = stats?.isFile() === true ? readFileSync(file, 'utf8') : 'no file';
        return [path.relative(home, file), text] as const;
      }),
    );
