import type { GitHubServerOptions } from './server.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from the environment. An empty variable counts as unset; an invalid one is rejected at startup. */
export const readSettings = (environment: Environment): GitHubServerOptions => {
  const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = environment;
  const readRepositories = names(environment['GITHUB_READ_REPOS']);
  const writeRepositories = names(environment['GITHUB_WRITE_REPOS']);
  const writesPerHour = count(environment, 'GITHUB_WRITES_PER_HOUR', 1_000_000);
  const waitSeconds = count(environment, 'GITHUB_MERGEABLE_WAIT_SECONDS', 300);
  const writeEveryMs = count(environment, 'GITHUB_WRITE_INTERVAL_MS', 60_000);
  const timeoutSeconds = count(environment, 'GITHUB_TIMEOUT_SECONDS', 300);
  return {
    github: {
      ...(token && { token }),
      ...(baseUrl && { baseUrl }),
      ...(writeEveryMs !== undefined && { writeEveryMs }),
      ...(timeoutSeconds !== undefined && { timeoutMs: Math.max(1, timeoutSeconds) * 1000 }),
    },
    readOnly: flag(environment, 'GITHUB_READ_ONLY'),
    ...(readRepositories && { readRepositories }),
    ...(writeRepositories && { writeRepositories }),
    ...(writesPerHour !== undefined && { writesPerHour }),
    ...(waitSeconds !== undefined && { mergeableWaitMs: waitSeconds * 1000 }),
  };
};

/** A list with nothing but commas allows nothing; a variable that is not set allows everything. */
const names = (text: string | undefined): readonly string[] | undefined =>
  text
    ? text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
    : undefined;

const flag = (environment: Environment, name: string): boolean => {
  const text = environment[name]?.toLowerCase() ?? '';
  if (['', '0', 'false', 'no'].includes(text)) return false;
  if (['1', 'true', 'yes'].includes(text)) return true;
  throw new TypeError(`${name} must be 1 or 0`);
};

const count = (environment: Environment, name: string, most: number): number | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new TypeError(`${name} must be a whole number from 0 to ${most}`);
  return number;
};
