import { devNull } from 'node:os';
import path from 'node:path';
import { runChild, selectEnvironment } from '@recourse/sandbox';
import type { ChildEnd } from '@recourse/sandbox';

export type GitSetting = readonly [key: string, value: string];

export interface GitRun {
  /** The program, as a path or a name. */
  readonly git: string;
  readonly folder: string;
  /** A bare repository. Without one, git works outside any repository. */
  readonly gitDir?: string;
  /** The scheme that git may speak. Without it, git has no network. */
  readonly scheme?: 'http' | 'https';
  /** Settings that may hold a secret: they travel in the environment and are never arguments. */
  readonly settings?: readonly GitSetting[];
  readonly input?: string;
  readonly mostBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * The only place that starts git: without a shell, hooks, filters, helpers, prompts, submodules, redirects, and
 * without the configuration of the user and the machine.
 */
export const runGit = (given: readonly string[], run: GitRun): Promise<ChildEnd> =>
  runChild(
    {
      command: run.git,
      arguments: ['--no-pager', '--literal-pathspecs', ...given],
      cwd: run.folder,
      environment: environmentOf(run),
      timeoutMs: run.timeoutMs,
      ...(run.input !== undefined && { input: run.input }),
    },
    // Nothing of a repository runs, and git starts nothing that outlives it: gc and maintenance are off.
    { containment: 'trusted', collect: { mostBytes: run.mostBytes }, ...(run.signal && { signal: run.signal }) },
  );

const fixed: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', devNull],
  ['core.askPass', ''],
  ['core.logAllRefUpdates', 'false'],
  ['credential.helper', ''],
  ['fetch.recurseSubmodules', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.unpackLimit', '1'],
  ['fetch.writeCommitGraph', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  // A redirect leaves the address that the operator permits. It also switches off alternates over http.
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['safe.directory', '*'],
  ['transfer.bundleURI', 'false'],
];

const environmentOf = ({ folder, gitDir, scheme, settings = [] }: GitRun): Record<string, string> => {
  const all = [...fixed, ...(scheme ? [[`protocol.${scheme}.allow`, 'always'] as const] : []), ...settings];
  return selectEnvironment({
    names: ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    environment: {
      // Without a home there is no .netrc and no .gitconfig.
      HOME: devNull,
      XDG_CACHE_HOME: devNull,
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(gitDir === undefined ? { GIT_CEILING_DIRECTORIES: path.dirname(folder) } : { GIT_DIR: gitDir }),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_ATTR_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: scheme ?? 'none',
      GIT_CONFIG_COUNT: String(all.length),
      ...Object.fromEntries(
        all.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
    },
  });
};
