import type { RepoInventory } from '../artifacts.ts';
import { endingOf, languageOf } from './languages.ts';

export type FileKind = RepoInventory['files'][number]['kind'];

const manifests =
  /^(?:package\.json|pyproject\.toml|setup\.cfg|setup\.py|go\.mod|cargo\.toml|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|gemfile|.*\.(?:gemspec|csproj))$/;
const isProse = (path: string): boolean => /^(?:md|markdown|rst|txt|adoc)$/.test(endingOf(path));

/** Code of others and results of builds. They say nothing about the product. */
const foreign = new Set(['node_modules', 'vendor', 'third_party', 'bower_components', '.venv', '__pycache__']);

export const isForeign = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((name) => foreign.has(name));

/** Tells the kind of a file from its path. Binary files are found by their content. */
export const kindOfPath = (path: string, exampleFolders: readonly string[]): FileKind => {
  const lower = path.toLowerCase();
  const names = lower.split('/');
  const name = names.at(-1) ?? '';
  const folders = names.slice(0, -1);
  if (manifests.test(name)) return 'manifest';
  if (/^(?:license|licence|copying|unlicense)(?:[.-]|$)/.test(name)) return 'license';
  if (/^(?:changelog|changes|history|news|releases)(?:\.(?:md|markdown|rst|txt))?$/.test(name)) return 'changelog';
  if (folders.length === 0 && /^readme(?:\.|$)/.test(name)) return 'readme';
  if (isTest(folders, name)) return 'test';
  if (
    exampleFolders.some((folder) => lower.startsWith(`${folder.toLowerCase()}/`)) ||
    /^example_.*_test\.go$/.test(name)
  )
    return 'example';
  if (isProse(path)) return 'doc';
  return languageOf(path) === undefined ? 'other' : 'source';
};

const isTest = (folders: readonly string[], name: string): boolean =>
  folders.some((folder) =>
    /^(?:tests?|__tests__|specs?|testing|fixtures|testdata|__mocks__|benchmarks?)$/.test(folder),
  ) || /(?:[._-](?:test|spec|bench)\.[a-z]+|_test\.(?:go|py)|^test_.*\.py|^conftest\.py)$/.test(name);
