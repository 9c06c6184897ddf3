import { judgePath } from '@recourse/engine/untrusted-values';
import type { Placer } from './placer.ts';
import { walkFolders } from './walk-folders.ts';

/** A module of Go and the folder, relative to the root, that its import paths lead to. */
export interface GoModule {
  readonly name: string;
  readonly folder: string;
}

const mostBytes = 64 * 1024;
/** `module name`, or the same in brackets on lines of their own. */
const moduleLine = /^\s*module\s+(?:\(\s*)?(?:"([^"\s]+)"|([^\s"(/][^\s"(]*))/m;

/** Every `go.mod` of the project; a workspace has several. The longest name comes first, because it fits best. */
export const findGoModules = async (realRoot: string): Promise<readonly GoModule[]> => {
  const modules: GoModule[] = [];
  for await (const { folder, files } of walkFolders(realRoot)) {
    if (!files.includes('go.mod')) continue;
    const [, quoted, plain] = moduleLine.exec(await readHead(realRoot, `${folder}/go.mod`)) ?? [];
    const name = quoted ?? plain;
    if (name !== undefined) modules.push({ name, folder });
  }
  return modules.toSorted((one, other) => other.name.length - one.name.length);
};

/** The place of a file that is named by its import path, by its path, or with the `_` of packages without a module. */
export const placeGoFile = (
  name: string,
  modules: readonly GoModule[],
  placer: Placer,
  at: number,
): string | undefined => {
  const module = modules.find((candidate) => name.startsWith(`${candidate.name}/`));
  if (module) return placer.place(`./${name.slice(module.name.length + 1)}`, at, [module.folder]);
  if (name.startsWith('_/')) return placer.place(name.slice(1), at);
  const isImportPath = !/^[./\\]|^[A-Za-z]:/.test(name);
  return isImportPath ? placer.leaveOut(name, 'source_unknown', at) : placer.place(name, at);
};

/** A file that cannot be opened without leaving the root has nothing to say. */
const readHead = async (realRoot: string, file: string): Promise<string> => {
  const verdict = await judgePath(realRoot, file, { type: 'file', mustExist: true });
  if (!verdict.ok) return '';
  const handle = await verdict.path.open('read');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};
