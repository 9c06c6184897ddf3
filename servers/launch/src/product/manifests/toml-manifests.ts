import { parse } from 'smol-toml';
import { locate } from '../locate.ts';
import { plainName, recordOf, stated, textOf } from './manifest.ts';
import type { ManifestReader } from './manifest.ts';

const nameLine = /^\s*name\s*=/;

/** Reads `pyproject.toml`: the project table, or Poetry's. */
export const readPyproject: ManifestReader = (path, text) => {
  const document = parse(text);
  const standard = recordOf(document['project']);
  const project = standard['name'] === undefined ? recordOf(recordOf(document['tool'])['poetry']) : standard;
  const name = plainName(project['name']);
  if (name === undefined) return undefined;
  return {
    path,
    ...stated({
      name,
      version: textOf(project['version']),
      license: textOf(project['license']) ?? textOf(recordOf(project['license'])['text']),
      description: textOf(project['description']),
      install: { command: `pip install ${name}`, source: locate(path, text, nameLine) },
      packages: packagesOf(recordOf(document['tool'])),
    }),
  };
};

/** The packages that setuptools, Poetry or Hatch is told to publish. */
const packagesOf = (tools: Readonly<Record<string, unknown>>): readonly string[] | undefined => {
  const wheel = recordOf(recordOf(recordOf(recordOf(tools['hatch'])['build'])['targets'])['wheel']);
  const listed = [recordOf(tools['setuptools'])['packages'], recordOf(tools['poetry'])['packages'], wheel['packages']];
  const found = listed.find((list) => Array.isArray(list)) as readonly unknown[] | undefined;
  const names = found
    ?.map((item) => textOf(item) ?? textOf(recordOf(item)['include']))
    .flatMap((item) => item?.replace(/^src\//, '').replaceAll('/', '.') ?? [])
    .filter((item) => /^[\w.]+$/.test(item));
  return names && names.length > 0 ? names : undefined;
};

/** Reads the manifest of a Rust crate. */
export const readCargo: ManifestReader = (path, text) => {
  const project = recordOf(parse(text)['package']);
  const name = plainName(project['name']);
  if (name === undefined) return undefined;
  return {
    path,
    ...stated({
      name,
      version: textOf(project['version']),
      license: textOf(project['license']),
      description: textOf(project['description']),
      install:
        project['publish'] === false
          ? undefined
          : { command: `cargo add ${name}`, source: locate(path, text, nameLine) },
    }),
  };
};
