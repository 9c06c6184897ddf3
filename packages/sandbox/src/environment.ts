import path from 'node:path';

/**
 * Variables that most programs need and that carry no secret and load no code: no tokens, no `NODE_OPTIONS`,
 * `PYTHONPATH` or `LD_PRELOAD`. `HOME` is one of them, because compilers and package managers keep their caches there.
 */
const commonNames = [
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
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
  'PATHEXT',
] as const;

/** A URL with a user name or a password. */
const credentials = /:\/\/[^/\s]*@/;

export interface EnvironmentOptions {
  /** Variables to pass on besides the common ones. */
  readonly names?: readonly string[];
  /** Folders to put before those of PATH. */
  readonly programFolders?: readonly string[];
  /** Variables to set, whatever the source says. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The environment to select from; defaults to this process's own. */
  readonly source?: NodeJS.ProcessEnv;
}

/** Builds the whole environment of a child from an allowlist. Values with credentials are left out. */
export const selectEnvironment = ({
  names = [],
  programFolders = [],
  environment = {},
  source = process.env,
}: EnvironmentOptions = {}): Record<string, string> => {
  const kept = [...commonNames, ...names].flatMap((name) => {
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

/** Lists the folders of a PATH. Relative ones depend on where a program runs, and are left out. */
export const pathFolders = (value: string | undefined): readonly string[] =>
  (value ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
