import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readModule } from './read-module.ts';
import { filesOfRoot } from './policy-files.ts';

/** The language of a project, and the domains that its folders suggest. */
export interface DetectedProject {
  readonly language: DetectedLanguage;
  readonly domains: readonly { readonly name: string; readonly match: readonly string[] }[];
}

export const detectedLanguages = ['go', 'python', 'typescript', 'javascript'] as const;
export type DetectedLanguage = (typeof detectedLanguages)[number];

/** The files by which a language is known. They are looked for in this order, and the first counts. */
export const languageMarkers: Readonly<Record<DetectedLanguage, readonly string[]>> = {
  go: ['go.mod', 'go.sum', 'go.work'],
  python: ['pyproject.toml', 'setup.py', 'Pipfile', 'poetry.lock', 'requirements.txt'],
  typescript: ['tsconfig.json'],
  javascript: ['package.json', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml'],
};

const scriptFolders = ['src', 'lib', 'app', 'components', 'pages', 'api', 'utils', 'services', 'hooks'];
const pythonFolders = ['src', 'lib', 'app', 'api', 'core', 'utils', 'services', 'models'];
const notSource =
  /^(?:mocks?|generated|testdata|vendor|node_modules|__pycache__|tests?|__tests__|[._].*|.*\.egg-info)$/;

/** Looks at the root and two levels of its folders, and follows no link. Undefined if nothing says what it is. */
export const detectProject = async (root: string, language?: string): Promise<DetectedProject | undefined> => {
  const names = new Set((await readdir(root, { withFileTypes: true })).map(({ name }) => name));
  const found = detectedLanguages.find((one) =>
    language === undefined || language === 'auto'
      ? languageMarkers[one].some((marker) => names.has(marker))
      : one === language,
  );
  return found && { language: found, domains: await domainsOf(root, found) };
};

const domainsOf = async (root: string, language: DetectedLanguage): Promise<DetectedProject['domains']> => {
  const folders = await foldersOf(root);
  if (language === 'go') return goDomains(root, folders);
  const wanted = language === 'python' ? pythonFolders : scriptFolders;
  const packages = language === 'python' ? await withMark(root, folders, '__init__.py') : [];
  const tops = [...new Set([...wanted, ...packages])].filter((name) => folders.includes(name));
  const inner = language === 'python' && tops.includes('src') ? await foldersOf(path.join(root, 'src')) : [];
  // `src` itself is a domain only if it has no inner folders.
  const found =
    inner.length > 0
      ? [...inner.map((name) => ({ name, match: [`src/${name}/**`] })), ...plain(tops.filter((name) => name !== 'src'))]
      : plain(tops);
  if (found.length > 0) return unique(found);
  return [{ name: 'all', match: language === 'python' ? ['**/*.py'] : ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}'] }];
};

const plain = (names: readonly string[]): { name: string; match: readonly string[] }[] =>
  names.map((name) => ({ name, match: [`${name}/**`] }));

/** `lib` and `src/lib` are two parts of one name. */
const unique = (domains: readonly { name: string; match: readonly string[] }[]): DetectedProject['domains'] => {
  const merged = new Map<string, readonly string[]>();
  for (const { name, match } of domains) merged.set(name, [...(merged.get(name) ?? []), ...match]);
  return [...merged].map(([name, match]) => ({ name, match }));
};

const goDomains = async (root: string, folders: readonly string[]): Promise<DetectedProject['domains']> => {
  const inner = folders.includes('internal') ? await foldersOf(path.join(root, 'internal')) : [];
  const found = [
    ...(folders.includes('cmd') ? ['cmd'] : []),
    ...inner.map((name) => `internal/${name}`),
    ...(folders.includes('pkg') ? ['pkg'] : []),
  ];
  if (found.length > 0) {
    return unique(found.map((folder) => ({ name: path.posix.basename(folder), match: [`./${folder}/...`] })));
  }
  const module = await readModule(filesOfRoot(root));
  return [{ name: module === undefined ? 'all' : path.posix.basename(module), match: ['./...'] }];
};

/** The folders that hold a file of this name. */
const withMark = async (root: string, folders: readonly string[], mark: string): Promise<readonly string[]> => {
  const found = await Promise.all(
    folders.map((name) =>
      lstat(path.join(root, name, mark)).then(
        (stats) => stats.isFile(),
        () => false,
      ),
    ),
  );
  return folders.filter((_, index) => found[index]);
};

const foldersOf = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !notSource.test(entry.name) && /^[\w@.-]+$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
};
