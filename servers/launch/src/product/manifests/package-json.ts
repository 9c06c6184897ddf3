import { locate } from '../locate.ts';
import { plainName, recordOf, stated, textOf } from './manifest.ts';
import type { ManifestReader } from './manifest.ts';

/** Reads the manifest of an npm package. */
export const readPackageJson: ManifestReader = (path, text) => {
  const manifest = recordOf(JSON.parse(text));
  const name = plainName(manifest['name']);
  const canInstall = name !== undefined && manifest['private'] !== true;
  return {
    path,
    ...stated({
      name,
      version: textOf(manifest['version']),
      license: textOf(manifest['license']) ?? textOf(recordOf(manifest['license'])['type']),
      description: textOf(manifest['description']),
      install: canInstall
        ? { command: `npm install ${name}`, source: locate(path, text, /^\s*"name"\s*:/) }
        : undefined,
    }),
    entries: entriesOf(manifest),
  };
};

const entriesOf = (manifest: Readonly<Record<string, unknown>>): readonly string[] => {
  const root = recordOf(manifest['exports'])['.'] ?? manifest['exports'];
  const conditions = recordOf(root);
  const nested = [
    conditions['types'],
    recordOf(conditions['import'])['types'],
    conditions['import'],
    conditions['default'],
  ];
  return [manifest['types'], manifest['typings'], ...nested, root, manifest['module'], manifest['main']]
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => entry.replace(/^\.\//, ''));
};
