import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The sets of tools that a server can offer. Every tool is in `full`. */
export const profileNames = ['essential', 'testing', 'debug', 'full'] as const;
export type ProfileName = (typeof profileNames)[number];

/** The ways into an app: starting programs, joining running ones, opening web pages. All are allowed unless some are named. */
const waysIn = ['launch', 'attach', 'pages'] as const;
/** The processes of an app that code may run in. None is allowed unless it is named. */
const evals = ['eval-main', 'eval-renderer'] as const;

/** Everything that the operator can allow. */
export const capabilities = [...waysIn, ...evals] as const;
export type Capability = (typeof capabilities)[number];

/** The operator's settings of the stage, from the environment. No call can change them. */
export interface StageSettings {
  /** Arguments for every Chromium that is started, such as `--no-sandbox` in a container. */
  readonly chromiumArguments: readonly string[];
  readonly isHeadless: boolean;
  /** The Electron that development launches use in place of the project's own. */
  readonly electron: string | undefined;
  /** Arguments for every Electron app that is started. */
  readonly electronArguments: readonly string[];
  /** The folders that apps and files of calls must lie in. */
  readonly appRoots: readonly string[];
  /** The tools that are offered; defaults to `full`. */
  readonly profile?: ProfileName;
  /** The capabilities whose tools are offered; defaults to `allow([])`. */
  readonly allowed?: readonly Capability[];
  /** The folder that screenshots may be written to; defaults to none. */
  readonly screenshotFolder?: string;
}

/**
 * Reads the settings. An empty variable counts as absent. Apps must lie in the working directory unless told otherwise.
 * Throws TypeError for a value that is not one of those allowed.
 */
export const readSettings = (environment: Environment, cwd: string): StageSettings => {
  const [profile] = choices('STAGE_PROFILE', environment, profileNames);
  const named = choices('STAGE_ALLOW', environment, capabilities);
  return {
    chromiumArguments: words(environment['STAGE_CHROMIUM_ARGUMENTS']),
    isHeadless: environment['STAGE_HEADED'] !== '1',
    electron: environment['STAGE_ELECTRON'] || undefined,
    electronArguments: words(environment['STAGE_ELECTRON_ARGUMENTS']),
    appRoots: environment['STAGE_APP_ROOTS'] ? environment['STAGE_APP_ROOTS'].split(path.delimiter) : [cwd],
    screenshotFolder: path.resolve(cwd, environment['STAGE_SCREENSHOTS'] || path.join('.recourse', 'screenshots')),
    ...(profile && { profile }),
    allowed: allow(named),
  };
};

/** The capabilities that are allowed if the operator names these. Naming `eval-…` leaves the ways in as they are. */
export const allow = (named: readonly Capability[]): readonly Capability[] => {
  const namesWay = waysIn.some((one) => named.includes(one));
  return capabilities.filter((one) => named.includes(one) || (!namesWay && isWayIn(one)));
};

/** The setting that allows one more capability. It names the ways in only if some of them are not allowed. */
export const settingToAllow = (more: Capability, allowed: readonly Capability[]): string => {
  const namesWays = isWayIn(more) || !waysIn.every((one) => allowed.includes(one));
  const named = capabilities.filter((one) => one === more || allowed.includes(one));
  return `STAGE_ALLOW=${named.filter((one) => namesWays || !isWayIn(one)).join(',')}`;
};

const isWayIn = (one: Capability): boolean => waysIn.some((way) => way === one);

const words = (text: string | undefined): readonly string[] => (text ?? '').split(' ').filter((word) => word !== '');

const choices = <Choice extends string>(
  name: string,
  environment: Environment,
  known: readonly Choice[],
): readonly Choice[] => {
  const given = (environment[name] ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return given.map((word) => {
    const found = known.find((choice) => choice === word);
    if (found === undefined)
      throw new TypeError(`${name} must be one of ${known.join(', ')}, got '${word.slice(0, 50)}'`);
    return found;
  });
};
