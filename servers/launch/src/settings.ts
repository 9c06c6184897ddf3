import type { ModelAccess } from './model/client/model-access.ts';
import { readModelAccess } from './model/read-model-access.ts';
import { webOriginOf } from './publishing/web-origin.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's settings for launches, from the environment. */
export interface LaunchSettings {
  /** The API of GitHub, and the token that reads from it and publishes. */
  readonly github: { readonly baseUrl?: string; readonly token?: string };
  /** Prefixes of the addresses that runs may read from. */
  readonly repositories: readonly string[];
  /** The repository of the site, for runs whose caller names none. */
  readonly site?: string;
  /** The commit service that publishes in place of GitHub. */
  readonly commitService?: { readonly endpoint: string; readonly token?: string };
  /** The service that gets the events of runs. */
  readonly telemetry?: { readonly url: string; readonly token?: string };
  /** The language models that runs may use. */
  readonly models: ModelAccess;
  readonly programs: Readonly<Record<string, string>>;
  readonly reachesOut: boolean;
  /** Whether code samples of products may run, confined. */
  readonly runsSamples: boolean;
  /** Builds sites that compile JavaScript or Sass even if the system cannot confine hugo. */
  readonly trustsSites: boolean;
  /** Ids of principals that use the runs of every principal; `*` for all. */
  readonly overseers: readonly string[];
}

/** Reads the settings. An empty variable counts as absent. Throws TypeError for an invalid one, before anything starts. */
export const readSettings = (environment: Environment): LaunchSettings => {
  const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = environment;
  const { LAUNCH_COMMIT_SERVICE_URL: endpoint, LAUNCH_COMMIT_SERVICE_TOKEN: serviceToken } = environment;
  const { LAUNCH_TELEMETRY_URL: telemetryUrl, LAUNCH_TELEMETRY_TOKEN: telemetryToken } = environment;
  const given = names(environment['LAUNCH_REPOSITORIES']);
  const wrong = given?.find((prefix) => !isWebAddress(prefix));
  if (wrong !== undefined)
    throw new TypeError(`LAUNCH_REPOSITORIES must list http or https URLs, got '${wrong.slice(0, 100)}'`);
  const { LAUNCH_SITE_URL: site } = environment;
  if (site) checkUrl('LAUNCH_SITE_URL', site);
  if (endpoint) checkUrl('LAUNCH_COMMIT_SERVICE_URL', endpoint);
  if (telemetryUrl) checkUrl('LAUNCH_TELEMETRY_URL', telemetryUrl);
  if (baseUrl) checkUrl('GITHUB_API_URL', baseUrl);
  return {
    github: { ...(token && { token }), ...(baseUrl && { baseUrl }) },
    repositories: given ?? [`${webOriginOf(baseUrl || undefined)}/`],
    ...(site && { site }),
    ...(endpoint && { commitService: { endpoint, ...(serviceToken && { token: serviceToken }) } }),
    ...(telemetryUrl && { telemetry: { url: telemetryUrl, ...(telemetryToken && { token: telemetryToken }) } }),
    models: readModelAccess(environment),
    programs: { ...(environment['LAUNCH_HUGO'] && { hugo: environment['LAUNCH_HUGO'] }) },
    reachesOut: flag(environment, 'LAUNCH_EXTERNAL_LINKS'),
    runsSamples: flag(environment, 'LAUNCH_RUN_SAMPLES'),
    trustsSites: flag(environment, 'LAUNCH_TRUST_SITES'),
    overseers: names(environment['LAUNCH_OVERSEERS']) ?? [],
  };
};

const names = (text: string | undefined): readonly string[] | undefined =>
  text
    ? text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
    : undefined;

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//.test(text);

const checkUrl = (name: string, text: string): void => {
  if (!isWebAddress(text)) throw new TypeError(`${name} must be an http or https URL`);
};

const flag = (environment: Environment, name: string): boolean => {
  const text = environment[name]?.toLowerCase() ?? '';
  if (['', '0', 'false', 'no'].includes(text)) return false;
  if (['1', 'true', 'yes'].includes(text)) return true;
  throw new TypeError(`${name} must be 1 or 0, got '${text.slice(0, 20)}'`);
};
