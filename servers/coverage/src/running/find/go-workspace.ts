import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const mostBytes = 64 * 1024;
const mostModules = 200;

/**
 * The packages of a workspace: those of each module that `go.work` uses below the root. Empty if the root is a module
 * itself or has no workspace; `./...` covers it then. Modules elsewhere are not part of the project.
 */
export const workspacePackages = (root: string): readonly string[] => {
  if (isFile(path.join(root, 'go.mod')) || !isFile(path.join(root, 'go.work'))) return [];
  const text = readFileSync(path.join(root, 'go.work')).subarray(0, mostBytes).toString('utf8');
  const folders = usedFolders(text).filter((folder) => isFile(path.join(root, folder, 'go.mod')));
  return [...new Set(folders)].slice(0, mostModules).map((folder) => `./${folder}/...`);
};

/** `use ./a`, and each line of `use ( … )`. */
const usedFolders = (text: string): readonly string[] => {
  const lines = text.replaceAll(/\/\/.*$/gm, '');
  const blocks = [...lines.matchAll(/^\s*use\s*\(([^)]*)\)/gm)].flatMap(([, inner = '']) => inner.split('\n'));
  const single = [...lines.matchAll(/^\s*use[ \t]+([^\s(][^\n]*)$/gm)].map(([, folder = '']) => folder);
  return [...blocks, ...single].flatMap((written) => {
    const folder = path.posix.normalize(written.trim().replace(/^"(.*)"$/, '$1')).replace(/^\.\/|\/$/g, '');
    const isInside = /^[\w@][\w@./ -]*$/.test(folder) && !folder.split('/').includes('..');
    return isInside ? [folder] : [];
  });
};

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
