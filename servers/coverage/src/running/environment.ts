import path from 'node:path';
import { pathFolders } from './find/program-on-path.ts';

/**
 * What a child may know of our environment. Nothing that carries a secret or loads code is on the list: no tokens, no
 * `NODE_OPTIONS`, `PYTHONPATH`, `PYTEST_ADDOPTS`, `GOFLAGS` or `LD_PRELOAD`. `HOME` stays: compilers and package
 * managers keep their caches there, and tests run with the rights of this user either way.
 */
const passed = [
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'CI',
  'XDG_CACHE_HOME',
  'GOCACHE',
  'GOMODCACHE',
  'GOPATH',
  'GOROOT',
  'GOPRIVATE',
  'GONOPROXY',
  'GONOSUMDB',
  'GOPROXY',
  'GOSUMDB',
  'GOTOOLCHAIN',
  'CGO_ENABLED',
  'PYENV_ROOT',
  'PYENV_VERSION',
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
  'PATHEXT',
] as const;

/** An address with a name or a password in it. */
const credentials = /:\/\/[^/\s]*@/;

export interface EnvironmentOptions {
  readonly programFolders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The environment to choose from; this process's own unless given. */
  readonly source?: NodeJS.ProcessEnv;
}

/** The whole environment of a child. */
export const childEnvironment = ({
  programFolders,
  environment,
  source = process.env,
}: EnvironmentOptions): Record<string, string> => {
  const kept = passed.flatMap((name) => {
    const value = source[name];
    return value === undefined || value.includes('\0') || credentials.test(value) ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    PATH: [...programFolders, ...pathFolders(source['PATH'])].join(path.delimiter),
    NO_COLOR: '1',
    ...environment,
  };
};
