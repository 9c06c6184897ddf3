import { devNull } from 'node:os';

export type GitSetting = readonly [key: string, value: string];

/**
 * Settings that hold for every git process of the forge. They travel in the environment, where git trusts them,
 * so that neither the machine's configuration nor a repository that was seeded from outside can change behaviour.
 */
const settings: readonly GitSetting[] = [
  ['safe.directory', '*'],
  ['core.quotePath', 'false'],
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.filesRefLockTimeout', '5000'],
  ['core.packedRefsTimeout', '20000'],
  ['core.logAllRefUpdates', 'false'],
  ['gc.auto', '0'],
  ['receive.autogc', 'false'],
  ['receive.fsckObjects', 'true'],
  ['receive.hideRefs', 'refs/pull'],
  ['http.receivepack', 'true'],
  ['uploadpack.allowAnySHA1InWant', 'true'],
];

/** The whole environment of a git child process: nothing is inherited but the search path. */
export function gitEnvironment(
  more: Readonly<Record<string, string>> = {},
  moreSettings: readonly GitSetting[] = [],
): Record<string, string> {
  const all = [...settings, ...moreSettings];
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: devNull,
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CONFIG_COUNT: String(all.length),
  };
  for (const [index, [key, value]] of all.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return { ...environment, ...more };
}
