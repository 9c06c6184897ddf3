import { locate } from '../locate.ts';
import { plainName, stated, textOf } from './manifest.ts';
import type { ManifestReader } from './manifest.ts';

/** Reads the section `[metadata]` of `setup.cfg`. */
export const readSetupCfg: ManifestReader = (path, text) => {
  const [, section = ''] = /^\[metadata\]\s*\n((?:(?!\[).*\n?)*)/m.exec(text) ?? [];
  const value = (key: string) => textOf(new RegExp(`^${key}\\s*=[ \\t]*(.+)$`, 'm').exec(section)?.[1]);
  const name = plainName(value('name'));
  if (name === undefined) return undefined;
  const version = value('version');
  return {
    path,
    ...stated({
      name,
      version: version?.includes(':') ? undefined : version,
      license: value('license'),
      description: value('description'),
      install: { command: `pip install ${name}`, source: locate(path, text, /^name\s*=/) },
    }),
  };
};

/** Reads the string arguments of `setup()`, without running anything. */
export const readSetupPy: ManifestReader = (path, text) => {
  const value = (key: string) =>
    textOf(
      new RegExp(`^\\s*${key}\\s*=\\s*(?:"([^"\\n]*)"|'([^'\\n]*)')\\s*,?`, 'm').exec(text)?.slice(1).find(Boolean),
    );
  const name = plainName(value('name'));
  if (name === undefined) return undefined;
  return {
    path,
    ...stated({
      name,
      version: value('version'),
      license: value('license'),
      description: value('description'),
      install: { command: `pip install ${name}`, source: locate(path, text, /^\s*name\s*=/) },
    }),
  };
};

/** Reads the path of a Go module, which is also its address. */
export const readGoMod: ManifestReader = (path, text) => {
  const name = plainName(/^module\s+"?([^\s"]+)"?/m.exec(text)?.[1]);
  if (name === undefined) return undefined;
  const install = name.includes('.')
    ? { command: `go get ${name}`, source: locate(path, text, /^module\s/) }
    : undefined;
  return { path, ...stated({ name, install }) };
};
