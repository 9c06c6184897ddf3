import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A project that a test has made, in a folder of its own. */
export interface TestProject {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

const installed = path.resolve(fileURLToPath(import.meta.url), '../../../../../../tests/runners/node_modules');

/** Creates a project with these files. With `runners`, the real runners are linked in. */
export const createTestProject = async (
  files: Readonly<Record<string, string>>,
  { runners = false }: { readonly runners?: boolean } = {},
): Promise<TestProject> => {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'running-')));
  const root = path.join(home, 'project');
  const write = async (more: Readonly<Record<string, string>>): Promise<void> => {
    for (const [file, text] of Object.entries(more)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
  };
  await mkdir(root);
  await write(files);
  if (runners) await symlink(installed, path.join(root, 'node_modules'));
  return { root, write, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
};
