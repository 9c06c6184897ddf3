import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The folders that a package.json names as workspaces: `packages/*`, `tools/**`, `!packages/old`. */
export const findWorkspaces = (root: string, patterns: readonly string[]): readonly string[] => {
  const excluded = new Set(
    patterns.filter((pattern) => pattern.startsWith('!')).flatMap((pattern) => expand(root, pattern.slice(1))),
  );
  const found = patterns.filter((pattern) => !pattern.startsWith('!')).flatMap((pattern) => expand(root, pattern));
  return [...new Set(found)].filter((folder) => !excluded.has(folder) && existsSync(path.join(folder, 'package.json')));
};

const expand = (root: string, pattern: string): readonly string[] => {
  let folders: readonly string[] = [root];
  for (const segment of pattern.split('/').filter((part) => part !== '' && part !== '.')) {
    folders = folders.flatMap((folder) => step(folder, segment));
  }
  return folders;
};

const step = (folder: string, segment: string): readonly string[] => {
  if (segment === '**') return [folder, ...foldersIn(folder).flatMap((inner) => step(inner, segment))];
  if (!segment.includes('*')) return [path.join(folder, segment)];
  const wanted = new RegExp(`^${segment.split('*').map(literal).join('.*')}$`);
  return foldersIn(folder).filter((inner) => wanted.test(path.basename(inner)));
};

const literal = (text: string): string => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');

const foldersIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
        .map((entry) => path.join(folder, entry.name))
        .sort()
    : [];
