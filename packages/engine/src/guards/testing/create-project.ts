import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder with honest and hostile entries, and what lies around it. */
export interface Project {
  readonly root: string;
  readonly outside: string;
  remove(): Promise<void>;
}

const makePipe = 'mkfifo';

export const createProject = async (): Promise<Project> => {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'guards-')));
  const root = path.join(home, 'project');
  const outside = path.join(home, 'outside');
  await mkdir(path.join(root, 'src', 'deep'), { recursive: true });
  await mkdir(path.join(home, 'project-two'));
  await mkdir(outside);
  await writeFile(path.join(root, 'src', 'app.ts'), 'export {};\n');
  await writeFile(path.join(root, 'notes.md'), '# Notes\n');
  await writeFile(path.join(outside, 'secret.txt'), 'secret\n');
  const links = {
    'link-in': 'src',
    'link-in-file': 'src/app.ts',
    'link-out': outside,
    'link-out-file': path.join(outside, 'secret.txt'),
    'link-up': '../outside',
    'link-dangling': path.join(outside, 'not-there'),
    'link-dangling-inside': 'nowhere',
    'link-loop': 'link-loop',
    'link-chain': 'link-out',
    'link-root': '/',
    'src/back': '../..',
  };
  for (const [link, target] of Object.entries(links)) await symlink(target, path.join(root, link));
  execFileSync(makePipe, [path.join(root, 'pipe')]);
  return { root, outside, remove: () => rm(home, { recursive: true }) };
};
